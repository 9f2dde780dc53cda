import { page, type Visit } from "./visit.ts";

const reading: [string, RegExp][] = [
  ["/dashboard/insights", /Reels under 7 seconds|Tips/],
  ["/dashboard/top-trends", /Top 7 Instagram Trends/],
  ["/dashboard/top-hacks", /Top 5 Instagram Algorithm Hacks/],
  ["/articles/secret-admirers", /Read article/],
  ["/articles/secret-admirers/key-metrics-to-identify-secret-admirers", /To all articles/],
  ["/dashboard/log-out", /Are you sure\?/],
];

const open: [string, RegExp][] = [
  ["/", /Boost Your Instagram/],
  ["/?utm_source=x", /Boost Your Instagram/],
  ["/privacy", /Privacy Policy/],
  ["/terms-of-use", /License/],
  ["/sign-in", /Analyze your Instagram account/],
  ["/password-recovery", /Restore Password/],
  ["/access-recovery", /Access Recovery/],
  ["/healthz", /ok/i],
  ["/readyz", /"ready":true/],
];

/** Pages that are the same for everybody, whatever is down. */
export const plainPages: Visit[] = [
  ...open.map(
    ([path, words]): Visit => ({ name: `GET ${path}`, ask: () => ({ path }), well: page(words) }),
  ),
  ...reading.map(
    ([path, words]): Visit => ({
      name: `GET ${path}`,
      as: "owner",
      ask: () => ({ path }),
      well: page(words),
    }),
  ),
];
