import { expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { signedIn } from "#tests/setup/requests";

// Remix's own request handler would accept these: `visit` goes through the listener that the container runs.
test.each<[string, string, Parameters<typeof visit>[1], number]>([
  ["a foreign host", "/", { headers: { host: "evil.example" } }, 421],
  ["a method that no page supports", "/", { method: "PUT" }, 405],
  [
    "a form from another site",
    "/sign-in",
    {
      method: "POST",
      body: new URLSearchParams(),
      headers: { origin: "https://evil.example" },
    },
    403,
  ],
  ["a form that is too large", "/sign-in", { method: "POST", body: "x".repeat(65_537) }, 413],
])("%s is refused at the gate", async (_, path, init, status) => {
  const response = await visit(path, init);
  expect(response.status).toBe(status);
  expect(response.headers.get("cache-control")).toBe("private, no-store");
});

// Fastly passes over `no-store` and `no-cache`; `private` it obeys.
test.each([
  "/",
  "/?utm_source=a",
  "/dashboard",
  "/dashboard/my-plan",
  "/dashboard/security",
  "/dashboard/analytics.data",
  "/dashboard/my-data",
  "/dashboard/analytics/updates",
  "/api/cancel",
  "/no/such/page",
  "/no/such/page.data",
])("no shared cache may keep %s", async (path) => {
  const answer = await visit(path, { cookie: await signedIn("rich"), redirect: "manual" });
  await answer.body?.cancel();
  expect(answer.headers.get("cache-control")).toMatch(/^private, no-(store|cache)/);
});

test.each([
  ["/robots.txt", "text/html"],
  ["/dashboard/analytics/fans.csv", "text/html"],
  ["/dashboard/my-data", "application/json"],
  ["/privacy", "text/html"],
  ["/healthz", "application/json"],
])("a form that is posted to %s, which takes none, is refused in words", async (path, type) => {
  const cookie = await signedIn("rich");
  const answer = await visit(path, {
    method: "POST",
    cookie,
    body: new URLSearchParams({ a: "b" }),
  });
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  expect(answer.headers.get("content-type")).toContain(type);
  expect(await answer.text()).toContain("This address does not take such a request.");
});

test.each([
  ["/api/cancel", "POST"],
  ["/api/send-activation-by-email/x/y", "POST"],
  ["/event", "POST"],
  ["/instagram/data-deletion", "POST"],
  ["/readyz", "GET, HEAD"],
  ["/", "GET, HEAD"],
  ["/sign-in", "GET, HEAD, POST"],
  ["/sign-in.data", "GET, HEAD, POST"],
  ["/nothing", "GET, HEAD"],
])("%s says to another method that it takes %s", async (path, allowed) => {
  const answer = await visit(path, { method: "PUT" });
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, allowed]);
});

test("no address reaches a private form by a path that needs no form token", async () => {
  const cookie = await signedIn("rich");
  const body = new URLSearchParams({ press: "letGo" });
  const press = async (path: string) =>
    (await visit(path, { method: "POST", cookie, silent: true, body, redirect: "manual" })).status;
  expect(await press("/dashboard/unsubscribe/0")).toBe(403);
  expect(await press("/api/x/%2e%2e/%2e%2e/dashboard/unsubscribe/0")).toBe(400);
});

test("every response has the security headers and a request id of its own", async () => {
  const responses = await Promise.all(
    ["/", "/", "/dashboard", "/favicon.svg", "/sign-in"].map((path) => visit(path)),
  );
  for (const { headers } of responses) {
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  }
  expect(new Set(responses.map(({ headers }) => headers.get("x-request-id"))).size).toBe(5);
});

test.each(["/dashboard", "/privacy"])(
  "the head of %s says what its answer varies with, as the answer does",
  async (path) => {
    const cookie = await signedIn("rich");
    const vary = async (method: string) =>
      (await visit(path, { method, headers: { cookie } })).headers.get("vary");
    expect(await vary("HEAD")).toContain("accept-encoding");
    expect(await vary("HEAD")).toBe(await vary("GET"));
  },
);

test("a public page is cached, and a client that has it gets 304", async () => {
  const first = await visit("/privacy", { headers: { "accept-encoding": "br" } });
  expect(first.headers.get("content-encoding")).toBe("br");
  const etag = first.headers.get("etag") ?? "";
  const again = await visit("/privacy", {
    headers: { "accept-encoding": "br", "if-none-match": etag },
  });
  expect(again.status).toBe(304);
});

test("a public page that is cached has the headers of its route", async () => {
  for (let look = 0; look < 2; look += 1) {
    const recovery = await visit("/access-recovery");
    expect(recovery.headers.get("etag")).not.toBeNull();
    expect(recovery.headers.get("referrer-policy")).toBe("strict-origin");
  }
});
