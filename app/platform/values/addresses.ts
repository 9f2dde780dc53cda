/** A name in an address. One may end in `.data`, which Remix takes for its own. */
const named = (name: string) => encodeURIComponent(name).replace(/\.data$/, "%2Edata");

/** Every address of the app (docs/product.md#who-may-what). */
export const addresses = {
  home: "/",
  signIn: "/sign-in",
  signInByLink: "/sign-in/link",
  signInWithGoogle: "/sign-in/google",
  signInWithPasskey: "/sign-in/passkey",
  passkeyChallenge: "/sign-in/passkey/challenge",
  googleCallback: "/sign-in/google/callback",
  instagramCallback: "/connect/instagram",
  googleDone: "/sign-in/google/done",
  accessRecovery: "/access-recovery",
  passwordRecovery: "/password-recovery",
  cancelByLink: "/unsubscription",
  cancelPublicly: "/cancel",
  cancelReceived: "/cancel/received",
  notMe: "/cancel/not-me",
  withdraw: "/withdraw",
  withdrawReceived: "/withdraw/received",
  privacy: "/privacy",
  terms: "/terms-of-use",
  testError: "/test-error",
  dashboard: "/dashboard",
  analytics: "/dashboard/analytics",
  category: (key: string) => `/dashboard/analytics/${key}`,
  categoryFile: (key: string) => `/dashboard/analytics/${key}.csv`,
  person: (username: string) => `/dashboard/people/${named(username)}`,
  compare: "/dashboard/analytics/compare",
  compareFile: "/dashboard/analytics/compare.csv",
  growth: "/dashboard/growth",
  growthIn: (range: string) => `/dashboard/growth?range=${range}`,
  growthFile: (key: string) => `/dashboard/growth/${key}.csv`,
  posts: "/dashboard/posts",
  postsIn: (query: Readonly<Record<string, string>>) =>
    `/dashboard/posts?${new URLSearchParams(query)}`,
  postsFile: (query: Readonly<Record<string, string>>) =>
    `/dashboard/posts.csv?${new URLSearchParams(query)}`,
  example: "/dashboard/example",
  exampleCategory: (key: string) => `/dashboard/example/${key}`,
  exampleGrowth: "/dashboard/example/growth",
  exampleGrowthIn: (range: string) => `/dashboard/example/growth?range=${range}`,
  exampleReport: "/dashboard/example/report",
  import: "/dashboard/import",
  importOf: (id: string) => `/dashboard/import/${encodeURIComponent(id)}`,
  connect: "/dashboard/connect",
  connectProblem: (problem: string) => `/dashboard/connect?problem=${problem}`,
  disconnect: "/dashboard/connect/disconnect",
  disconnected: (outcome: "erased" | "received") => `/dashboard/connect?disconnected=${outcome}`,
  dataDeletion: (code: string) => `/instagram/data-deletion/${code}`,
  insights: "/dashboard/insights",
  topTrends: "/dashboard/top-trends",
  topHacks: "/dashboard/top-hacks",
  passwordSafety: "/dashboard/password-safety",
  notifications: "/dashboard/notifications",
  security: "/dashboard/security",
  passkeyOptions: "/dashboard/security/passkey-options",
  passkeyOffer: "/dashboard/security/passkey-offer",
  stopLetter: "/letters/stop",
  news: "/dashboard/news",
  newsPost: (slug: string) => `/dashboard/news/${named(slug)}`,
  course: "/dashboard/course",
  pdf: (file: string) => `/pdf/${file}`,
  lessonPdf: (number: number) => `/pdf/Lesson_n${number}.pdf`,
  allArticles: "/articles",
  articles: (topic: string) => `/articles/${topic}`,
  article: (topic: string, part: string) => `/articles/${topic}/${part}`,
  myPlan: "/dashboard/my-plan",
  cancelByMail: "/dashboard/my-plan/cancel",
  offer: (slug: string) => `/dashboard/offers/${slug}`,
  report: "/dashboard/report",
  reportOn: (paper: string) => `/dashboard/report?paper=${paper}`,
  playbook: "/pdf/Reels_playbook.pdf",
  myData: "/dashboard/my-data",
  eraseData: "/dashboard/erase-data",
  dataErasure: (state: "received" | "erased") => `/data-erasure/${state}`,
  logOut: "/dashboard/log-out",
  unsubscribe: "/dashboard/unsubscribe",
  unsubscribeStep: (step: number) => `/dashboard/unsubscribe/${step}`,
  withdrawHere: "/dashboard/unsubscribe/withdraw",
  place: "/dashboard/place",
  membershipCanceled: "/dashboard/unsubscribe/canceled",
  planUpdated: "/dashboard/unsubscribe/updated",
} as const;

/** Where to go after signing in: the target if it is a path of this app, otherwise the dashboard. */
export const safeRedirect = (target: string | null | undefined): string =>
  safePath(target) ?? addresses.dashboard;

/**
 * The target if it is a path of this app. The result is safe in a `Location` header: it is plain ASCII, `..` segments are
 * resolved, so that it cannot turn into `//host`, and credentials that somebody has put into its query are left out.
 */
export function safePath(target: string | null | undefined): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern rejects control characters
  if (!target?.startsWith("/") || /[\\\u0000-\u001f\u007f]/.test(target)) return undefined;
  const base = "http://app.invalid";
  const url = URL.parse(target, base);
  if (url?.origin !== base || url.pathname.startsWith("//")) return undefined;
  if (url.searchParams.has("creds")) url.searchParams.delete("creds");
  return url.pathname + url.search + url.hash;
}

/** The query of a request's address. Most have none, and to parse all of an address takes 5 µs. */
export function queryOf({ url }: { url: string }): URLSearchParams {
  const [whole = ""] = url.split("#", 1);
  const at = whole.indexOf("?");
  return new URLSearchParams(at < 0 ? "" : whole.slice(at));
}

/** An address as it may stand in a redirect: without what signs somebody in (docs/product.md#every-page). */
export function withoutSecrets(url: URL): URL {
  const clean = new URL(url);
  clean.searchParams.delete("creds");
  // On a page of a comparison, `from` is the id of an import.
  if (![addresses.compare, addresses.compareFile].some((one) => one === clean.pathname))
    clean.searchParams.delete("from");
  return clean;
}
