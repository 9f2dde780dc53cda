import { expect, test } from "vitest";
import { isForeignError, redactedEvent } from "~/platform/values/error-report";

test("a report keeps what helps to find the bug, and no personal data", () => {
  const canary = "canary-secret";
  const report = redactedEvent({
    event_id: "1",
    level: "error",
    message: `for ${canary}@example.com`,
    transaction: "GET /dashboard/news/:slug",
    server_name: canary,
    user: { ip_address: canary, email: canary },
    request: { url: `https://h/?q=${canary}`, headers: { cookie: canary }, data: canary },
    extra: { body: canary },
    breadcrumbs: [{ message: canary }],
    tags: { requestId: "r1", route: "/event", url: canary },
    contexts: {
      app: { app_name: "instatrack_webapp", app_version: "r1", build_time: "t" },
      trace: { trace_id: "t1", span_id: "s1", data: { "http.url": canary } },
      culture: { locale: canary },
    },
    exception: {
      values: [
        {
          type: "Error",
          value: `no ${canary}@example.com at https://h/x?token=${canary}`,
          stacktrace: {
            frames: [
              { filename: `https://h/a.js?${canary}`, lineno: 1, vars: { canary }, in_app: true },
            ],
          },
        },
      ],
    },
    spans: [{ span_id: "s2", description: "billing", data: { "http.url": canary } }],
  });
  expect(JSON.stringify(report)).not.toContain(canary);
  expect(report).toMatchObject({
    event_id: "1",
    transaction: "GET /dashboard/news/:slug",
    tags: { requestId: "r1", route: "/event" },
    contexts: { app: { app_version: "r1", build_time: "t" }, trace: { trace_id: "t1" } },
    exception: {
      values: [
        {
          type: "Error",
          value: "no [email] at https://h/x",
          stacktrace: { frames: [{ filename: "https://h/a.js", lineno: 1, in_app: true }] },
        },
      ],
    },
    spans: [{ description: "billing" }],
  });
});

test.each([
  ["undefined is not an object (evaluating 'window.webkit.messageHandlers')", true],
  ["undefined is not an object (evaluating 'window.webkit.messageHandlers.app.postMessage')", true],
  ["undefined is not an object (evaluating 'webkit.messageHandlers.app')", true],
  ["undefined is not an object (evaluating 'profile.posts')", false],
  ["Test error", false],
])("%s: discarded %s", (value, discarded) => {
  expect(isForeignError(value)).toBe(discarded);
  const event = { exception: { values: [{ type: "TypeError", value }] } };
  expect(redactedEvent(event) === undefined).toBe(discarded);
});
