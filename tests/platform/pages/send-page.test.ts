import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { visit } from "#tests/setup/app";

test.each([
  ["gzip", null],
  ["gzip, identity", null],
  ["identity;q=0", null],
  ["gzip, identity;q=0", "gzip"],
  ["gzip, *;q=0", "gzip"],
])("a small body, where '%s' is accepted: %s", async (accepted, coding) => {
  const answer = await visit("/api/cancel", { headers: { "accept-encoding": accepted } });
  const sent = Buffer.from(await answer.arrayBuffer());
  expect(answer.headers.get("content-encoding")).toBe(coding);
  const body = coding ? gunzipSync(sent) : sent;
  expect(body.byteLength).toBeLessThan(1_024);
  expect(JSON.parse(body.toString())).toHaveProperty("error");
});
