import { beforeAll, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";

const address = "/dashboard/my-data";
const browser = { headers: { accept: "text/html,*/*;q=0.8" } };

// The first visit loads the whole app.
beforeAll(() => visit("/healthz"));

test("without a session, a program gets JSON and a browser is redirected to sign-in", async () => {
  const answer = await visit(address);
  expect([answer.status, await answer.json()]).toEqual([401, { error: "Sign in first" }]);
  expect((await visit(address, browser)).headers.get("location")).toBe(
    "/sign-in?redirectTo=%2Fdashboard%2Fmy-data",
  );
});

test.each<[string, number, RequestInit]>([
  ["a form", 405, { method: "POST", body: new URLSearchParams() }],
  ["another method", 405, { method: "PUT" }],
  ["another host", 421, { headers: { host: "evil.example" } }],
  ["another site", 403, { method: "POST", headers: { origin: "https://evil.example" } }],
])(
  "%s is refused with %i: in JSON for a program, as a page for a browser",
  async (_, status, init) => {
    for (const accept of ["application/json", "*/*"])
      for (const path of [address, `${address}/?again`]) {
        const answer = await visit(path, { ...init, headers: { ...init.headers, accept } });
        expect([answer.status, answer.headers.get("content-type")]).toEqual([
          status,
          "application/json",
        ]);
        expect(await answer.json()).toEqual({ error: expect.stringMatching(/./) });
      }
    const headers = { ...init.headers, ...browser.headers };
    const page = await visit(address, { ...init, headers });
    expect([page.status, page.headers.get("content-type")]).toEqual([
      status,
      "text/html; charset=utf-8",
    ]);
  },
);

test("what fails unexpectedly is JSON for a program and a page for a browser, without the reason", async () => {
  const guards = await import("~/features/account/guards.server");
  const failing = vi.spyOn(guards, "subscriberOfProgram");
  failing.mockRejectedValue(new Error("a secret of ours"));
  const answer = await visit(address);
  vi.spyOn(guards, "requireSubscriber").mockRejectedValue(new Error("a secret of ours"));
  const page = await visit(address, browser);
  vi.restoreAllMocks();
  expect([answer.status, await answer.json()]).toEqual([500, { error: "Something went wrong" }]);
  expect([page.status, page.headers.get("content-type")]).toEqual([
    500,
    "text/html; charset=utf-8",
  ]);
  expect(await page.text()).not.toContain("a secret of ours");
});

test("somebody's copies are collected one after another", async () => {
  const { cookie } = await newMember();
  sandbox.faults.set("subscriptions", { kind: "slow", ms: 300 });
  const began = performance.now();
  const copies = await Promise.all([visit(address, { cookie }), visit(address, { cookie })]);
  expect(copies.map(({ status }) => status)).toEqual([200, 200]);
  expect(performance.now() - began).toBeGreaterThan(600);
  sandbox.faults.clear();
});

test("in an outage, a program gets JSON and a browser a page", async () => {
  const { cookie } = await newMember();
  expect((await visit(address, { cookie })).status).toBe(200);
  sandbox.faults.set("firestore", { kind: "hang" });
  const answer = await visit(address, { cookie });
  expect([answer.status, await answer.json()]).toEqual([503, { error: "Something went wrong" }]);
  const page = await visit(address, { cookie, ...browser });
  expect(await page.text()).toContain("We could not collect all of your data right now");
});
