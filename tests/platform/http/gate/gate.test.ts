import type { IncomingMessage } from "node:http";
import { describe, expect, test, vi } from "vitest";
import { resetApp } from "#tests/setup/reset-app";
import { checkFormToken, checkRequest } from "~/platform/http/gate/gate.server";

const form = {
  host: "localhost:3000",
  origin: "http://localhost:3000",
  "content-type": "application/x-www-form-urlencoded",
  "content-length": "10",
};

/** The status of the refusal, or undefined if the request passes. */
async function status(method: string, url: string, headers: Record<string, string | undefined>) {
  const entries = Object.entries(headers).filter(([, value]) => value !== undefined);
  const request = { method, url, headers: Object.fromEntries(entries) } as IncomingMessage;
  const refusal =
    checkRequest(request) ?? (method === "POST" && (await checkFormToken(request, body)));
  return refusal ? refusal.status : undefined;
}
const body = Buffer.from("email=some");

test.each([
  ["GET", "/", undefined],
  ["HEAD", "/sign-in", undefined],
  ["PUT", "/", 405],
  ["DELETE", "/api/cancel", 405],
  ["TRACE", "/", 405],
  ["OPTIONS", "/sign-in", 405],
  ["GET", "//evil.example", 400],
  ["GET", "//a@[#x", 400],
  ["GET", "http://evil.example/", 400],
  ["GET", "/dashboard?%5Fdata=root", 400],
  ["GET", "/?data=root", undefined],
  ["GET", "/dashboard/../sign-in", 400],
  ["GET", "/api/x/%2e%2E/%2e./dashboard", 400],
  ["GET", "/dashboard/.", 400],
  ["GET", "/dashboard\\course", 400],
  ["GET", "/dashboard#fans", 400],
  ["GET", "/api/send-activation-by-email/b/ana@example.com%", 400],
  ["POST", "/api/cancel-subscription/token%ff", 400],
  ["GET", "/dashboard?q=100%", undefined],
  ["GET", "/dashboard?redirectTo=/a/../b\\c", undefined],
  ["GET", "/.well-known/security.txt", undefined],
])("%s %s: %s", async (method, url, expected) => {
  expect(await status(method, url, { host: "localhost:3000" })).toBe(expected);
});

test.each([
  ["localhost:3000", "/", undefined],
  ["127.0.0.1:3000", "/", undefined],
  ["[::1]:3000", "/", undefined],
  ["LocalHost:3000", "/", undefined],
  ["evil.example", "/", 421],
  ["localhost.evil.example", "/", 421],
  ["", "/", 421],
  ["evil.example", "/sign-in.data", 421],
  [undefined, "/", 421],
  ["10.0.0.7:8080", "/healthz", undefined],
  ["10.0.0.7:8080", "/readyz", undefined],
])("host %s, %s: %s", async (host, url, expected) => {
  expect(await status("GET", url, { host })).toBe(expected);
});

describe("a POST", () => {
  test.each<[string, string, Record<string, string | undefined>, number | undefined]>([
    ["from an own page", "/sign-in", {}, undefined],
    ["from an own page's script", "/sign-in.data", {}, undefined],
    ["from another site", "/sign-in", { origin: "https://evil.example" }, 403],
    ["from another site, single fetch", "/sign-in.data", { origin: "https://evil.example" }, 403],
    ["from another site, resource route", "/api/cancel", { origin: "https://evil.example" }, 403],
    ["from another port", "/sign-in", { origin: "http://localhost:3001" }, 403],
    ["with an opaque origin", "/sign-in", { origin: "null" }, 403],
    ["without an Origin", "/sign-in", { origin: undefined }, 403],
    [
      "without an Origin, Sec-Fetch-Site: same-origin",
      "/sign-in",
      { origin: undefined, "sec-fetch-site": "same-origin" },
      undefined,
    ],
    [
      "without an Origin, Sec-Fetch-Site: cross-site",
      "/unsubscription",
      { origin: undefined, "sec-fetch-site": "cross-site" },
      403,
    ],
    ...(["/sign-in", "/unsubscription?from=x", "/api/cancel"].flatMap((url) =>
      [
        ["https://evil.example/", 403],
        ["https://evil.example/?http://localhost:3000/", 403],
        ["http://localhost.evil.example:3000/", 403],
        ["http://localhost.evil.example:3000/", 403],
        ["http://localhost:3001/", 403],
        ["ftp://localhost:3000/", 403],
        ["http://localhost:3000", undefined],
        ["http://localhost:3000/sign-in?redirectTo=x", undefined],
      ].map(([referer, expected]) => [
        `with nothing but the Referer ${referer}`,
        url,
        { origin: undefined, referer },
        expected,
      ]),
    ) as [string, string, Record<string, string | undefined>, number | undefined][]),
    ...["", "garbage:+++", undefined].map(
      (referer): [string, string, Record<string, string | undefined>, number] => [
        `with the unusable Referer '${referer}'`,
        "/sign-in",
        { origin: undefined, referer },
        403,
      ],
    ),
    [
      "with a foreign Origin and an own Referer",
      "/sign-in",
      { origin: "https://evil.example", referer: "http://localhost:3000/sign-in" },
      403,
    ],
    [
      "with an opaque origin and an own Referer",
      "/sign-in",
      { origin: "null", referer: "http://localhost:3000/sign-in" },
      403,
    ],
    [
      "with Sec-Fetch-Site: cross-site and an own Referer",
      "/sign-in",
      {
        origin: undefined,
        "sec-fetch-site": "cross-site",
        referer: "http://localhost:3000/sign-in",
      },
      403,
    ],
    [
      "with Sec-Fetch-Site: same-site",
      "/sign-in",
      { origin: undefined, "sec-fetch-site": "same-site" },
      403,
    ],
    [
      "of JSON from an unknown page",
      "/event",
      { origin: undefined, "content-type": "application/json" },
      403,
    ],
    ["from a mail program", "/unsubscription?from=x", { origin: undefined }, undefined],
    ["from a mail provider", "/letters/stop?t=x", { origin: undefined }, undefined],
    ...["/cancel", "/cancel.data", "/withdraw", "/cancel/not-me?t=x"].flatMap(
      (url): [string, string, Record<string, string | undefined>, number | undefined][] => [
        [`of nobody's session, to ${url}`, url, { origin: undefined }, undefined],
        [`from a foreign page, to ${url}`, url, { origin: "https://evil.example" }, 403],
      ],
    ),
    ["below the public form", "/cancel/received", { origin: undefined }, 403],
    ["from a foreign page", "/letters/stop?t=x", { origin: "https://evil.example" }, 403],
    ["below that address", "/letters/stop/more", { origin: undefined }, 403],
    ["beside that address", "/letters", { origin: undefined }, 403],
    ["from a server", "/api/cancel-request", { origin: undefined }, undefined],
    ["over the maximum size", "/sign-in", { "content-length": "65537" }, 413],
    ["of the maximum size", "/sign-in", { "content-length": "65536" }, undefined],
    ["as JSON", "/event", { "content-type": "application/json; charset=utf-8" }, undefined],
    ["as text", "/event", { "content-type": "text/plain" }, undefined],
    ["as XML", "/sign-in", { "content-type": "application/xml" }, 415],
    ["without a content type", "/sign-in", { "content-type": undefined }, 415],
    [
      "with an empty body, to a page",
      "/sign-in",
      { "content-type": undefined, "content-length": "0" },
      415,
    ],
    [
      "with an empty body, to the API",
      "/api/cancel-subscription/t",
      { "content-type": undefined, "content-length": "0" },
      undefined,
    ],
  ])("%s", async (_, url, headers, expected) => {
    expect(await status("POST", url, { ...form, ...headers })).toBe(expected);
  });
});

describe("a POST to a brand's host, behind a proxy", () => {
  test.each([
    ["x.localhost", "https://x.localhost", undefined],
    ["x.localhost:443", "https://x.localhost", undefined],
    ["X.LocalHost:80", "https://x.localhost", undefined],
    ["x.localhost:8080", "https://x.localhost", undefined],
    ["x.localhost:8080", "https://app.example.com", undefined],
    // Another name, port or scheme is another origin.
    ["x.localhost:443", "https://evil.example", 403],
    ["x.localhost:443", "https://x.localhost.evil.example", 403],
    ["x.localhost:443", "https://y.localhost", 403],
    ["x.localhost:443", "https://x.localhost:444", 403],
    ["x.localhost:443", "http://x.localhost", 403],
    ["x.localhost:8080", "http://x.localhost", 403],
    ["app.example.com:443", "https://x.localhost", 403],
    ["localhost:443", "https://localhost", 403],
    ["x.localhost:443", "null", 403],
  ])("Host %s, from %s: %s", async (host, origin, expected) => {
    vi.stubEnv("APP_ORIGIN", "https://app.example.com");
    resetApp();
    const { checkRequest } = await import("~/platform/http/gate/gate.server");
    const statusOf = (source: object) => {
      const headers = { ...form, origin: undefined, host, ...source };
      return checkRequest({ method: "POST", url: "/sign-in", headers } as IncomingMessage)?.status;
    };
    expect(statusOf({ origin })).toBe(expected);
    expect(statusOf({ origin, "sec-fetch-site": "same-origin" })).toBe(expected);
    if (origin !== "null") expect(statusOf({ referer: `${origin}/sign-in` })).toBe(expected);
  });
});
