import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { publicPageKey } from "~/platform/pages/public-page-cache.server";
import { cookieName } from "~/platform/session/session.server";

const keyWith = (cookie: string) =>
  publicPageKey({
    method: "GET",
    url: "/sign-in",
    headers: { host: "localhost:3000", "sec-fetch-site": "none", cookie },
  } as unknown as IncomingMessage);

test("a visitor's page is everybody's", () => {
  expect(keyWith("other=1")).toBeDefined();
});

// Whoever reads a cookie leaves out a blank around its name.
test.each(["credentials", "session"])("with the cookie %s a page is nobody else's", (name) => {
  for (const sign of ["=", " ="])
    expect(keyWith(`other=1; ${cookieName(name)}${sign}a`)).toBeUndefined();
});
