import { expect, test } from "vitest";
import { createPatternFinder } from "~/platform/http/route-patterns";

const patternOf = createPatternFinder({
  root: { id: "root", path: "" },
  landing: { id: "landing", parentId: "root", index: true },
  home: { id: "home", parentId: "root", path: "dashboard" },
  "home-index": { id: "home-index", parentId: "home", index: true },
  "log-out": { id: "log-out", parentId: "home", path: "log-out" },
  layout: { id: "layout", parentId: "root" },
  news: { id: "news", parentId: "layout", path: "dashboard/news" },
  post: { id: "post", parentId: "layout", path: "dashboard/news/:slug" },
  moved: { id: "moved", parentId: "root", path: "dashboard/articles/*" },
  cancel: { id: "cancel", parentId: "root", path: "api/cancel/:content" },
});

test.each([
  ["/", "/"],
  ["/_root.data", "/"],
  ["/dashboard", "/dashboard"],
  ["/dashboard/", "/dashboard"],
  ["/dashboard.data", "/dashboard"],
  ["/dashboard/log-out", "/dashboard/log-out"],
  ["/dashboard/news", "/dashboard/news"],
  ["/dashboard/news/rich@example.com", "/dashboard/news/:slug"],
  ["/dashboard/articles", "/dashboard/articles/*"],
  ["/dashboard/articles/a/b/c", "/dashboard/articles/*"],
  ["/api/cancel/eyJhbGci.e.s", "/api/cancel/:content"],
  ["/api/cancel", "*"],
  ["/nothing/rich@example.com", "*"],
  ["/dashboard/news/a/b", "*"],
  [`/${"a/".repeat(5_000)}`, "*"],
])("%.60s is %s", (address, pattern) => {
  expect(patternOf(address)).toBe(pattern);
});
