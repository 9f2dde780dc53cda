import { offerSlugs } from "~/domain/offer";
import type { Product } from "~/domain/product";

/** The addresses of spec 2 and contract 9. */
export const addresses = {
  home: "/",
  signIn: "/sign-in",
  accessRecovery: "/access-recovery",
  passwordRecovery: "/password-recovery",
  cancelByLink: "/unsubscription",
  privacy: "/privacy",
  terms: "/terms-of-use",
  testError: "/test-error",
  dashboard: "/dashboard",
  analytics: "/dashboard/analytics",
  insights: "/dashboard/insights",
  topTrends: "/dashboard/top-trends",
  topHacks: "/dashboard/top-hacks",
  passwordSafety: "/dashboard/password-safety",
  news: "/dashboard/news",
  newsPost: (slug: string) => `/dashboard/news/${encodeURIComponent(slug)}`,
  course: "/dashboard/course",
  pdf: (file: string) => `/pdf/${file}`,
  lessonPdf: (number: number) => `/pdf/Lesson_n${number}.pdf`,
  articles: (topic: string) => `/articles/${topic}`,
  article: (topic: string, part: string) => `/articles/${topic}/${part}`,
  myPlan: "/dashboard/my-plan",
  cancelByMail: "/dashboard/my-plan/cancel",
  offer: (product: Product) => `/dashboard/offers/${offerSlugs[product]}`,
  report: "/dashboard/report",
  playbook: "/pdf/Reels_playbook.pdf",
  myData: "/dashboard/my-data",
  eraseData: "/dashboard/erase-data",
  dataErasure: (state: "received" | "erased") => `/data-erasure/${state}`,
  logOut: "/dashboard/log-out",
  unsubscribe: "/dashboard/unsubscribe",
  unsubscribeStep: (step: number) => `/dashboard/unsubscribe/${step}`,
  membershipCanceled: "/dashboard/unsubscribe/canceled",
  planUpdated: "/dashboard/unsubscribe/updated",
} as const;

/**
 * Where to go after signing in: the address itself if it is a path of this app, else the dashboard. It comes out
 * as a header takes it: of ASCII, and with no `..` left that could make a host of its path.
 */
export function safeRedirect(target: string | null | undefined): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
  if (!target?.startsWith("/") || /[\\\u0000-\u001f\u007f]/.test(target))
    return addresses.dashboard;
  const here = "http://app.invalid";
  const url = URL.parse(target, here);
  if (url?.origin !== here || url.pathname.startsWith("//")) return addresses.dashboard;
  return url.pathname + url.search + url.hash;
}
