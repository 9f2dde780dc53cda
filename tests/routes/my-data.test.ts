import { beforeAll, expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";

const address = "/dashboard/my-data";
const browser = { headers: { accept: "text/html,*/*;q=0.8" } };

// The whole app is put together with the first visit.
beforeAll(() => visit("/healthz"), 60_000);

test("a program without a session is refused in JSON, a browser led to sign-in", async () => {
  const answer = await visit(address);
  expect([answer.status, await answer.json()]).toEqual([401, { error: "Sign in first" }]);
  expect((await visit(address, browser)).headers.get("location")).toBe(
    "/sign-in?redirectTo=%2Fdashboard%2Fmy-data",
  );
});

test("while a part cannot be read, a program gets JSON, a browser a page", async () => {
  const { cookie } = await newMember();
  expect((await visit(address, { cookie })).status).toBe(200);
  sandbox.faults.set("firestore", { kind: "hang" });
  const answer = await visit(address, { cookie });
  expect([answer.status, await answer.json()]).toEqual([504, { error: "Something went wrong" }]);
  const page = await visit(address, { cookie, ...browser });
  expect(await page.text()).toContain("We could not collect all of your data right now");
});
