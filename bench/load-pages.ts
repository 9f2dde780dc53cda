import type { SystemName } from "../sandbox/faults.ts";

export interface LoadPage {
  path: string;
  /** How often it is requested, relative to the others. */
  weight: number;
  group: "public" | "signed in" | "personal files" | "sign-in";
  /** The systems that its content comes from. The guard's own calls do not count: it can do without them. */
  needs: readonly SystemName[];
}

const pages = (
  group: LoadPage["group"],
  weight: number,
  paths: string[],
  needs: SystemName[] = [],
): LoadPage[] => paths.map((path) => ({ path, weight, group, needs }));

/** All pages and the sign-in form, in the mix of a busy day. */
export const loadPages: readonly LoadPage[] = [
  ...pages("public", 30, ["/"]),
  ...pages("public", 8, ["/?utm_source=ad", "/sign-in", "/favicon.svg"]),
  ...pages("public", 3, ["/privacy", "/terms-of-use", "/password-recovery", "/access-recovery"]),
  ...pages("public", 1, ["/healthz", "/readyz", "/robots.txt", "/sitemap.xml"]),
  ...pages("signed in", 30, ["/dashboard"]),
  ...pages("signed in", 8, [
    "/dashboard/insights",
    "/dashboard/top-trends",
    "/dashboard/top-hacks",
  ]),
  ...pages("signed in", 8, [
    "/articles/secret-admirers",
    "/articles/detect-stalkers",
    "/articles/secret-admirers/key-metrics-to-identify-secret-admirers",
  ]),
  ...pages("signed in", 3, ["/dashboard/my-plan"], ["subscriptions", "firestore"]),
  ...pages("signed in", 1, [
    "/dashboard/my-plan/cancel",
    "/dashboard/log-out",
    "/dashboard/erase-data",
  ]),
  ...pages(
    "signed in",
    1,
    ["/dashboard/offers/premium", "/dashboard/unsubscribe/0"],
    ["subscriptions", "firestore"],
  ),
  ...pages("signed in", 15, ["/dashboard/analytics"], ["firestore"]),
  ...pages(
    "signed in",
    3,
    ["/dashboard/analytics/friends", "/dashboard/analytics/likes"],
    ["firestore"],
  ),
  ...pages(
    "signed in",
    5,
    ["/dashboard/news", "/dashboard/news/how-instagram-ranks-what-people-see"],
    ["functions"],
  ),
  ...pages("signed in", 3, ["/dashboard/password-safety"], ["functions"]),
  ...pages("signed in", 3, ["/dashboard/course"], ["subscriptions"]),
  ...pages("personal files", 2, ["/pdf/Lesson_n1.pdf"], ["subscriptions"]),
  // Rare, as in production: the sandbox creates each report on the same processors.
  ...pages("personal files", 0.2, ["/dashboard/report"], ["subscriptions", "functions"]),
  ...pages("personal files", 1, ["/dashboard/my-data"], ["subscriptions", "firestore"]),
  { path: "/sign-in", weight: 8, group: "sign-in", needs: ["identity", "subscriptions"] },
];
