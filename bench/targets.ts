export interface Target {
  name: string;
  path: string;
  signedIn: boolean;
  /** The subscriber with five years and 60 imports, instead of the one with an analysis of the outside system. */
  imported?: boolean;
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
    name: "dashboard, 60 imports",
    path: "/dashboard",
    signedIn: true,
    imported: true,
    against: [],
  },
  {
    name: "growth, 60 imports, year",
    path: "/dashboard/growth",
    signedIn: true,
    imported: true,
    against: ["remix-serve"],
  },
  {
    name: "growth, 60 imports, all",
    path: "/dashboard/growth?range=all",
    signedIn: true,
    imported: true,
    against: [],
  },
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
