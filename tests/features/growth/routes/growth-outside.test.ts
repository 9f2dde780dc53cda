import { expect, test } from "vitest";
import { storeAnalysis } from "#tests/setup/analyses";
import { visit } from "#tests/setup/app";
import { madeUpGrowth } from "#tests/setup/growths";
import { newMember } from "#tests/setup/member";

test.each([
  ["GET", "/dashboard/growth"],
  ["POST", "/dashboard/growth"],
  ["GET", "/dashboard/growth/followers.csv"],
  ["GET", "/dashboard/posts"],
  ["GET", "/dashboard/posts.csv"],
])("where only the outside system analyses, there is no %s %s", async (method, path) => {
  const { uid, cookie } = await newMember();
  await storeAnalysis(uid, { growth: madeUpGrowth({ imports: 2 }) });
  const body = method === "POST" ? new URLSearchParams({ timeZone: "UTC" }) : undefined;
  const answer = await visit(path, { cookie, method, ...(body && { body }) });
  expect(answer.status).toBe(404);
});
