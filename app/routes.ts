import { index, layout, type RouteConfig, route } from "@remix-run/route-config";
import { categoryKeys } from "./domain/profile.ts";

/** Every address of the app and the module that serves it. */
export default [
  route("healthz", "routes/healthz.ts"),
  route("readyz", "routes/readyz.ts"),
  route("event", "routes/event.ts"),

  index("routes/landing/route.tsx"),
  route("privacy", "routes/privacy/route.tsx"),
  route("terms-of-use", "routes/terms/route.tsx"),
  route("test-error", "routes/test-error/route.tsx"),
  route("sitemap.xml", "routes/sitemap.ts"),
  route("robots.txt", "routes/robots.ts"),
  route(".well-known/security.txt", "routes/security-txt.ts"),
  route("sign-in", "routes/sign-in/route.tsx"),
  route("password-recovery", "routes/recovery/password-recovery/route.tsx"),
  route("access-recovery", "routes/recovery/access-recovery/route.tsx"),
  route("api/send-activation-by-email/:bundle/:email", "routes/api/send-activation-by-email.ts"),
  route("unsubscription", "routes/cancel-by-link/route.tsx"),
  route("api/cancel", "routes/api/cancel.ts"),
  route("api/cancel-request", "routes/api/cancel-request.ts"),
  route("api/cancel-subscription/:content", "routes/api/cancel-subscription.ts"),

  route("dashboard", "routes/dashboard/route.tsx", [
    index("routes/dashboard/index.tsx"),
    route("log-out", "routes/log-out/route.tsx"),
    route("erase-data", "routes/erase-data/route.tsx"),
    route("unsubscribe", "routes/unsubscribe/start.ts"),
    route("unsubscribe/canceled", "routes/unsubscribe/canceled.tsx"),
    route("unsubscribe/updated", "routes/unsubscribe/updated.tsx"),
    route("unsubscribe/:step", "routes/unsubscribe/route.tsx"),
    route("my-plan", "routes/my-plan/route.tsx"),
    route("my-plan/cancel", "routes/cancel-by-mail/route.tsx"),
    route("offers/:product", "routes/offer/route.tsx"),
  ]),

  layout("routes/sub-page/route.tsx", [
    route("dashboard/analytics", "routes/analytics/route.tsx"),
    route("dashboard/analytics/:category", "routes/category/route.tsx"),
    route("dashboard/import", "routes/import/route.tsx"),
    route("dashboard/import/:id", "routes/import/one/route.tsx"),
    route("dashboard/insights", "routes/insights/route.tsx"),
    route("dashboard/top-trends", "routes/top-trends/route.tsx"),
    route("dashboard/top-hacks", "routes/top-hacks/route.tsx"),
    route("dashboard/news", "routes/news/route.tsx"),
    route("dashboard/news/:slug", "routes/news-post/route.tsx"),
    route("dashboard/course", "routes/course/route.tsx"),
    route("dashboard/password-safety", "routes/password-safety/route.tsx"),
    route("articles/:slug", "routes/topic/route.tsx"),
    route("articles/:slug/:subSlug", "routes/article/route.tsx"),
  ]),
  route("articles", "routes/articles-redirect.ts", { id: "articles" }),
  route("dashboard/articles/*", "routes/articles-redirect.ts", { id: "dashboard-articles" }),
  route("pdf/:file", "routes/pdf/route.ts"),
  route("dashboard/report", "routes/report/route.ts"),
  route("dashboard/import/:id/as-json", "routes/import/one/as-json.ts"),
  route("dashboard/my-data", "routes/my-data.ts"),
  route("data-erasure/:state", "routes/data-erasure/route.tsx"),
  route("picture/:token", "routes/picture/route.ts"),
  // An address of its own for each, as a parameter is always a whole segment.
  ...categoryKeys.map((key) =>
    route(`dashboard/analytics/${key}.csv`, "routes/category-csv/route.ts", { id: `${key}-csv` }),
  ),
  route("dashboard/analytics/updates", "routes/analytics-updates/route.ts"),
] satisfies RouteConfig;
