export interface Target {
  name: string;
  path: string;
  signedIn: boolean;
  /** Sends the page's ETag. */
  conditional?: boolean;
  against: ("raw" | "remix-serve")[];
}

/** The pages that the benchmark measures, and what each is compared with. */
export const allTargets: Target[] = [
  { name: "landing", path: "/", signedIn: false, against: ["raw", "remix-serve"] },
  { name: "landing, 304", path: "/", signedIn: false, conditional: true, against: ["raw"] },
  { name: "sign-in page", path: "/sign-in", signedIn: false, against: ["raw", "remix-serve"] },
  { name: "dashboard", path: "/dashboard", signedIn: true, against: ["remix-serve"] },
  { name: "analytics", path: "/dashboard/analytics", signedIn: true, against: ["remix-serve"] },
  {
    name: "reading: insights",
    path: "/dashboard/insights",
    signedIn: true,
    against: ["remix-serve"],
  },
  {
    name: "reading: article",
    path: "/articles/secret-admirers/key-metrics-to-identify-secret-admirers",
    signedIn: true,
    against: ["remix-serve"],
  },
];
