import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { answeringAddress } from "~/platform/pages/json-address.server";

test.each([
  ["application/json", true],
  // Types are the same in any letters (RFC 9110, 8.3.1).
  ["Application/JSON", true],
  ["application/json; charset=utf-8", true],
  ['application/json;version=1; indent="4"', true],
  ["*/*, application/json", true],
  ["application/json, */*;q=0.1", true],
  ["application/json, text/plain, */*", true],
  ["application/json, text/html;q=0.5", true],
  ["text/html;q=0.5, application/json;Q=0.6", true],
  ["Text/HTML, application/json", false],
  ["text/html, application/json;charset=utf-8", false],
  ["text/html, application/json;q=0.9", false],
  ["application/json;q=0", false],
  ["application/json;q=0, */*", false],
  ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", false],
  ["*/*", false],
  ["image/png", false],
  ["", false],
  [undefined, false],
])("an import is answered as JSON to who accepts %s: %s", (accept, isJson) => {
  const asked = askFor("/dashboard/import/a-1?b", accept);
  expect(answeringAddress(asked)).toBe(isJson ? "/dashboard/import/a-1/as-json?b" : asked.url);
});

test.each([
  ["/dashboard/import/a-1/", "/dashboard/import/a-1/as-json"],
  ["/dashboard/import/a-1/?b", "/dashboard/import/a-1/as-json?b"],
  ["/dashboard/import/", "/dashboard/import/"],
  ["/dashboard/import/a-1/b", "/dashboard/import/a-1/b"],
  ["/dashboard/import/a-1.data", "/dashboard/import/a-1.data"],
])("%s is answered to a program by %s", (url, address) => {
  expect(answeringAddress(askFor(url, "application/json"))).toBe(address);
});

const askFor = (url: string, accept: string | undefined) =>
  ({ method: "GET", url, headers: { accept } }) as IncomingMessage;
