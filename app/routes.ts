import { index, layout, type RouteConfig, route } from "@remix-run/route-config";
import { categoryKeys } from "./features/analysis/profile.ts";
import { growthFiles } from "./features/growth/chart.ts";

/** Every address of the app and the module that serves it. */
export default [
  route("healthz", "platform/http/monitoring/healthz.ts"),
  route("readyz", "platform/http/monitoring/readyz.ts"),
  route("event", "features/tracking/routes/event.ts"),

  index("features/site/routes/landing/route.tsx"),
  route("privacy", "features/site/routes/privacy/route.tsx"),
  route("terms-of-use", "features/site/routes/terms/route.tsx"),
  route("test-error", "features/site/routes/test-error/route.tsx"),
  route("sitemap.xml", "features/site/routes/sitemap.ts"),
  route("robots.txt", "features/site/routes/robots.ts"),
  route(".well-known/security.txt", "features/site/routes/security-txt.ts"),
  route("sign-in", "features/ways-in/routes/sign-in/route.tsx"),
  route("sign-in/link", "features/ways-in/routes/sign-in/link/route.tsx"),
  route("sign-in/passkey", "features/ways-in/routes/sign-in/passkey/route.tsx"),
  route("sign-in/passkey/challenge", "features/ways-in/routes/sign-in/passkey/challenge.ts"),
  route("sign-in/google", "features/ways-in/routes/sign-in/google/begin.ts"),
  route("sign-in/google/callback", "features/ways-in/routes/sign-in/google/callback.ts"),
  route("sign-in/google/done", "features/ways-in/routes/sign-in/google/done.tsx"),
  route("password-recovery", "features/ways-in/routes/recovery/password-recovery/route.tsx"),
  route("access-recovery", "features/ways-in/routes/recovery/access-recovery/route.tsx"),
  route(
    "api/send-activation-by-email/:bundle/:email",
    "features/ways-in/routes/api/send-activation-by-email.ts",
  ),
  route("cancel", "features/leaving/routes/public-form/cancel.tsx"),
  route("cancel/received", "features/leaving/routes/public-form/received.tsx", {
    id: "cancel-received",
  }),
  route("cancel/not-me", "features/leaving/routes/public-form/not-me.tsx"),
  route("withdraw", "features/leaving/routes/public-form/withdraw.tsx"),
  route("withdraw/received", "features/leaving/routes/public-form/received.tsx", {
    id: "withdraw-received",
  }),
  route("unsubscription", "features/leaving/routes/cancel-by-link/route.tsx"),
  route("letters/stop", "features/letters/routes/stop-letter/route.tsx"),
  route("api/cancel", "features/leaving/routes/api/cancel.ts"),
  route("api/cancel-request", "features/leaving/routes/api/cancel-request.ts"),
  route("api/cancel-subscription/:content", "features/leaving/routes/api/cancel-subscription.ts"),

  route("dashboard", "features/home/routes/dashboard/route.tsx", [
    index("features/home/routes/dashboard/index.tsx"),
    route("log-out", "features/ways-in/routes/log-out/route.tsx"),
    route("erase-data", "features/own-data/routes/erase-data/route.tsx"),
    route("unsubscribe", "features/leaving/routes/unsubscribe/start.ts"),
    route("unsubscribe/canceled", "features/leaving/routes/unsubscribe/canceled.tsx"),
    route("unsubscribe/updated", "features/leaving/routes/unsubscribe/updated.tsx"),
    route("unsubscribe/:step", "features/leaving/routes/unsubscribe/route.tsx"),
    route("my-plan", "features/plan/routes/my-plan/route.tsx"),
    route("my-plan/cancel", "features/leaving/routes/cancel-by-mail/route.tsx"),
    route("offers/:product", "features/purchases/routes/offer/route.tsx"),
  ]),

  layout("features/home/routes/sub-page/route.tsx", [
    route("dashboard/analytics", "features/analysis/routes/analytics/route.tsx"),
    route("dashboard/analytics/:category", "features/analysis/routes/category/route.tsx"),
    route("dashboard/growth", "features/growth/routes/growth/route.tsx"),
    route("dashboard/posts", "features/growth/routes/posts/route.tsx"),
    route("dashboard/import", "features/imports/routes/import/route.tsx"),
    route("dashboard/import/:id", "features/imports/routes/import/one/route.tsx"),
    route("dashboard/connect", "features/connection/routes/connect/route.tsx"),
    route("dashboard/connect/disconnect", "features/connection/routes/connect/disconnect.tsx"),
    route("dashboard/insights", "features/analysis/routes/insights/route.tsx"),
    route("dashboard/top-trends", "features/reading/routes/top-trends/route.tsx"),
    route("dashboard/top-hacks", "features/reading/routes/top-hacks/route.tsx"),
    route("dashboard/news", "features/reading/routes/news/route.tsx"),
    route("dashboard/news/:slug", "features/reading/routes/news-post/route.tsx"),
    route("dashboard/course", "features/reading/routes/course/route.tsx"),
    route("dashboard/password-safety", "features/safety/routes/password-safety/route.tsx"),
    route("dashboard/notifications", "features/letters/routes/notifications/route.tsx"),
    route("dashboard/security", "features/ways-in/routes/security/route.tsx"),
    route("articles/:slug", "features/reading/routes/topic/route.tsx"),
    route("articles/:slug/:subSlug", "features/reading/routes/article/route.tsx"),
  ]),
  route("articles", "features/reading/routes/articles-redirect.ts", { id: "articles" }),
  route("dashboard/articles/*", "features/reading/routes/articles-redirect.ts", {
    id: "dashboard-articles",
  }),
  route("pdf/:file", "features/reading/routes/pdf/route.ts"),
  route("dashboard/report", "features/report/routes/report/route.ts"),
  route("dashboard/import/:id/as-json", "features/imports/routes/import/one/as-json.ts"),
  route("dashboard/my-data", "features/own-data/routes/my-data.ts"),
  route(
    "dashboard/security/passkey-options",
    "features/ways-in/routes/security/passkeys/options.ts",
  ),
  route("dashboard/security/passkey-offer", "features/ways-in/routes/security/passkeys/offer.ts"),
  route("data-erasure/:state", "features/own-data/routes/data-erasure/route.tsx"),
  route("dashboard/connect/updates", "features/connection/routes/connect/updates.ts"),
  route("connect/instagram", "features/connection/routes/connect/callback.ts"),
  route("instagram/deauthorize", "features/connection/routes/instagram/deauthorize.ts"),
  route("instagram/data-deletion", "features/connection/routes/instagram/data-deletion.ts"),
  route("instagram/data-deletion/:code", "features/connection/routes/instagram/deletion-state.tsx"),
  route("picture/:token", "features/analysis/routes/picture/route.ts"),
  // An address of its own for each, as a parameter is always a whole segment.
  ...categoryKeys.map((key) =>
    route(`dashboard/analytics/${key}.csv`, "features/analysis/routes/category-csv/route.ts", {
      id: `${key}-csv`,
    }),
  ),
  ...growthFiles.map((key) =>
    route(`dashboard/growth/${key}.csv`, "features/growth/routes/growth/csv/route.ts", {
      id: `growth-${key}-csv`,
    }),
  ),
  route("dashboard/posts.csv", "features/growth/routes/posts/csv.ts"),
  route("dashboard/analytics/updates", "features/analysis/routes/analytics-updates/route.ts"),
] satisfies RouteConfig;
