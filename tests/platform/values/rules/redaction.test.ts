import fc from "fast-check";
import { expect, test } from "vitest";
import { processorTime } from "#tests/setup/stopwatch";
import { redact } from "~/platform/values/redaction";

test.each([
  [
    "an e-mail",
    "no account for rich.person+tag@mail.example.com here",
    "no account for [email] here",
  ],
  ["an e-mail in a URL", "GET /api/activation/rich%40example.com", "GET /api/activation/[email]"],
  [
    "a URL's query",
    "https://app.example.com/a/b?from=abc#x failed",
    "https://app.example.com/a/b failed",
  ],
  ["a path's query", "/sign-in?creds=abc not found", "/sign-in not found"],
  ["a signed token", "bad eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.c2ln!", "bad [token]!"],
  ["a long random text", `key ${"a1".repeat(30)} refused`, "key [token] refused"],
  [
    "a long text after a code, and no code of the identity provider",
    `auth/account-exists-with-different-credential auth/${"a-b1".repeat(12)}`,
    "auth/account-exists-with-different-credential auth/[token]",
  ],
  ["a password in JSON", '{"password": "hunter 22", "n": 1}', '{"password": [removed], "n": 1}'],
  ["a password in a form", "password=hunter22&a=1", "password=[removed]&a=1"],
  [
    "a secret with a longer name",
    "client_secret=a1&access_token=b2",
    "client_secret=[removed]&access_token=[removed]",
  ],
  [
    "a secret behind its scheme",
    "Authorization: Bearer q9Zr4kLm, x",
    "Authorization: [removed], x",
  ],
  [
    "all cookies of a header",
    'Cookie: language="de"; browser=AbCd\nHost: a',
    "Cookie: [removed]\nHost: a",
  ],
  [
    "an address that Remix could not read",
    "Unable to decode turbo-stream response from URL: http://localhost/dashboard/my-plan/cancel/b1f0.data",
    "Unable to decode turbo-stream response from URL: [address]",
  ],
  ["an IPv4 address", "connect 203.0.113.9:443", "connect [ip]:443"],
  [
    "secrets side by side",
    `token="a1"pwd='b2'_secret=c3`,
    "token=[removed]pwd=[removed]_secret=[removed]",
  ],
  ["addresses side by side", "203.0.113.9/10.0.0.0 ::1:2:3 ::1:2:4", "[ip]/[ip] [ip] [ip]"],
  ["a query behind a mark that is none", "why? /a/b?c=1#d (/e?f) g?h", "why? /a/b (/e) g?h"],
  ["an IPv4 address after a word", "proxy/203.0.113.9 refused", "proxy/[ip] refused"],
  ["a network's address", "route 10.0.0.0 lost", "route [ip] lost"],
  ["an IPv6 address", "connect 2001:db8:0:1::7 refused", "connect [ip] refused"],
  [
    "the input quoted by a JSON error",
    `Unexpected token 'h', "hunter22" is not valid JSON`,
    "Unexpected token 'h', [text] is not valid JSON",
  ],
])("%s is removed", (_, text, left) => {
  expect(redact(text)).toBe(left);
});

test.each([
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
  "TypeError: x is not a function\n    at load (file:///srv/build/server/index.js:10:20)",
  "subscriptions: status 503",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15",
])("%s is unchanged", (text) => {
  expect(redact(text)).toBe(text);
});

test("an e-mail is found in any text around it, and no text takes longer than 1 s", () => {
  const around = fc.string({ maxLength: 200, unit: "grapheme" });
  fc.assert(
    fc.property(around, around, (before, after) => {
      expect(redact(`${before} canary@example.com ${after}`)).not.toContain("canary@example.com");
    }),
  );
  for (const unit of ["a", "/", "a:", "eyJ", "a.", "=", "@", "1."]) {
    const used = processorTime();
    redact(unit.repeat(1_000_000));
    expect(used()).toBeLessThan(1_000);
  }
  // As many values as fit into some requests; the first character makes each suspect.
  for (const unit of ["/", "/a", "//?", "a/#", "a:/"]) {
    const used = processorTime();
    for (let at = 0; at < 50; at++) redact(`=${unit.repeat(8_000)}`);
    expect(used()).toBeLessThan(500);
  }
});
