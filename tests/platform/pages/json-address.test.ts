import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { answeringAddress } from "~/platform/pages/json-address";

test.each([
  ["application/json", true],
  // Types are the same in any letters (RFC 9110, 8.3.1).
  ["Application/JSON", true],
  ["application/json, */*;q=0.1", true],
  ["Text/HTML, application/json", false],
  ["*/*", false],
])("an import is answered as JSON to who accepts %s: %s", (accept, isJson) => {
  const asked = { method: "GET", url: "/dashboard/import/a-1?b", headers: { accept } };
  const address = answeringAddress(asked as IncomingMessage);
  expect(address).toBe(isJson ? "/dashboard/import/a-1/as-json?b" : asked.url);
});
