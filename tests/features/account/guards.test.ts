import { beforeEach, describe, expect, test, vi } from "vitest";
import { visit as browse } from "#tests/setup/app";
import { few } from "#tests/setup/cases";
import { cookieOf, logOut, startProcess, toSignIn, visit } from "#tests/setup/guarded";
import { newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { sessionMilliseconds } from "~/platform/session/session.server";

beforeEach(startProcess);

test("a subscriber is let in", async () => {
  expect(await visit(await cookieOf("rich"))).toMatchObject({
    status: 200,
    body: { uid: "uid-rich" },
  });
});

test("a visitor is sent to sign-in with the way back", async () => {
  expect(await visit("")).toMatchObject(toSignIn);
});

test("a visitor to the dashboard is sent to sign-in without one", async () => {
  expect(await visit("", "/dashboard")).toMatchObject({ status: 302, location: "/sign-in" });
});

test("a tampered cookie is no session", async () => {
  const cookie = await cookieOf("rich");
  const tampered = `${cookie.slice(0, -3)}${cookie.endsWith("abc") ? "b" : "a"}bc`;
  expect(await visit(tampered)).toMatchObject(toSignIn);
});

test("a cookie replayed after its expiry is rejected", async () => {
  const cookie = await cookieOf("rich");
  vi.useFakeTimers({ now: Date.now() + sessionMilliseconds, toFake: ["Date"] });
  expect(await visit(cookie)).toMatchObject(toSignIn);
  vi.useRealTimers();
});

describe("log-out", () => {
  test("clears the cookie, and a replayed one is rejected by this process and others", async () => {
    const cookie = await cookieOf("rich");
    expect(await visit(cookie)).toMatchObject({ status: 200 });
    const answer = await logOut(cookie);
    expect(answer).toMatchObject({ status: 302, location: "/sign-in" });
    expect(answer.cookie).toMatch(/^session=; /);
    expect(await visit(cookie)).toMatchObject(toSignIn);

    await startProcess();
    expect(await visit(cookie)).toMatchObject(toSignIn);
  });
});

test.each(few(["expired", "nosub", "otherapp"], 1))(
  "%s: without a running main plan the session ends, and sign-in says so",
  async (key) => {
    const cookie = await cookieOf(key);
    const answers = await Promise.all([visit(cookie), visit(cookie), visit(cookie)]);
    for (const answer of answers)
      expect(answer).toMatchObject({
        status: 302,
        location: "/sign-in?redirectTo=%2Fdashboard%2Fanalytics%3Ftab%3D1&plan=none",
        cookie: expect.stringMatching(/^session=; /),
      });
    const { flushEvents } = await import("~/features/tracking/events.server");
    await flushEvents();
    // Once per session, however many loaders and tabs find out.
    expect(sandbox.world.events.map(({ body }) => body)).toEqual([
      { event: "subscription_is_not_found", reason: "plan-ended", userAgent: "test" },
    ]);
  },
);

test("a plan that ends during a session leads to the modal of docs/product.md#ways-in", async () => {
  const { id, uid, cookie } = await newMember();
  expect((await browse("/dashboard/insights", { cookie })).status).toBe(200);
  sandbox.world.subscriptions.splice(
    sandbox.world.subscriptions.findIndex((one) => one.id === id),
    1,
  );
  const { expireSubscriptions } = await import("~/features/account/subscriptions.server");
  await expireSubscriptions(uid);
  const answer = await browse("/dashboard/insights", { cookie });
  expect(answer.status).toBe(302);
  const page = await browse(answer.headers.get("location") ?? "");
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain("Something went wrong...");
  expect(html).toContain('value="continue-to-billing"');
});

test("sign-in shows no modal without `plan=none`", async () => {
  const html = await (await browse("/sign-in?redirectTo=%2Fdashboard%2Fnews")).text();
  expect(html).not.toContain("Something went wrong...");
});
