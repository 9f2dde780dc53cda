import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { visit as browse } from "#tests/setup/app";
import { newMember } from "#tests/setup/member";
import { sandbox, server } from "#tests/setup/outside";
import { get, outcome, post } from "#tests/setup/requests";

let guards: typeof import("~/web/session/guards.server");
let session: typeof import("~/web/session/session.server");
let logOut: typeof import("~/routes/log-out/route");

beforeEach(async () => {
  vi.resetModules();
  guards = await import("~/web/session/guards.server");
  session = await import("~/web/session/session.server");
  logOut = await import("~/routes/log-out/route");
});

async function cookieOf(key: string): Promise<string> {
  const { cookie } = await session.beginSession({
    uid: `uid-${key}`,
    email: `${key}@example.com`,
    validSince: 0,
  });
  return cookie.split(";", 1)[0] ?? "";
}

/** Cookies of sessions that another process created. */
async function cookiesFromElsewhere(...keys: string[]): Promise<string[]> {
  const cookies = await Promise.all(keys.map(cookieOf));
  vi.resetModules();
  guards = await import("~/web/session/guards.server");
  return cookies;
}

const visit = (cookie: string, path = "/dashboard/analytics?tab=1") =>
  outcome(async () => ({
    uid: (await guards.requireSubscriber(get(path, { cookie }).request)).uid,
  }));

const toSignIn = {
  status: 302,
  location: "/sign-in?redirectTo=%2Fdashboard%2Fanalytics%3Ftab%3D1",
};

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
  expect(await visit(`${cookie.slice(0, -3)}abc`)).toMatchObject(toSignIn);
});

test("a cookie replayed after its expiry is rejected", async () => {
  const cookie = await cookieOf("rich");
  vi.useFakeTimers({ now: Date.now() + session.sessionMilliseconds, toFake: ["Date"] });
  expect(await visit(cookie)).toMatchObject(toSignIn);
  vi.useRealTimers();
});

describe("log-out", () => {
  test("clears the cookie, and a replayed one is rejected by this process and others", async () => {
    const cookie = await cookieOf("rich");
    expect(await visit(cookie)).toMatchObject({ status: 200 });
    const answer = await outcome(() => logOut.action(post("/dashboard/log-out", {}, { cookie })));
    expect(answer).toMatchObject({ status: 302, location: "/sign-in" });
    expect(answer.cookie).toMatch(/^session=; /);
    expect(await visit(cookie)).toMatchObject(toSignIn);

    vi.resetModules();
    guards = await import("~/web/session/guards.server");
    expect(await visit(cookie)).toMatchObject(toSignIn);
  });
});

test.each(["expired", "nosub", "otherapp"])(
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
    const { flushEvents } = await import("~/clients/events.server");
    await flushEvents();
    // Once per session, however many loaders and tabs find out.
    expect(sandbox.world.events.map(({ body }) => body)).toEqual([
      { event: "subscription_is_not_found", reason: "plan-ended", userAgent: "test" },
    ]);
  },
);

test("a plan that ends during a session leads to the modal of spec 4", async () => {
  const { id, uid, cookie } = await newMember();
  expect((await browse("/dashboard/insights", { cookie })).status).toBe(200);
  sandbox.world.subscriptions.splice(
    sandbox.world.subscriptions.findIndex((one) => one.id === id),
    1,
  );
  const { forgetSubscriptions } = await import("~/clients/subscriptions.server");
  await forgetSubscriptions(uid);
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

test("a disabled account is signed out within 60 s", async () => {
  const cookie = await cookieOf("rich");
  expect(await visit(cookie)).toMatchObject({ status: 200 });
  const account = sandbox.world.accounts.get("uid-rich");
  if (account) account.disabled = true;
  vi.useFakeTimers({ now: Date.now() + 60_001, toFake: ["Date", "performance"] });
  expect(await visit(cookie)).toMatchObject(toSignIn);
  vi.useRealTimers();
});

describe("the provider's clock is ahead of this container's", () => {
  /** Revokes older sessions at the provider. `seconds`: the provider's time, relative to this container's clock. */
  const setValidSince = (seconds: number) => {
    const account = sandbox.world.accounts.get("uid-rich");
    if (account) account.validSince = Math.floor(Date.now() / 1_000) + seconds;
  };
  const later = (milliseconds: number) =>
    vi.useFakeTimers({ now: Date.now() + milliseconds, toFake: ["Date", "performance"] });

  async function signIn(): Promise<string> {
    const { action } = await import("~/routes/sign-in/route");
    const form = { email: "rich@example.com", password: "rich-pass" };
    const { cookie } = await outcome(() => action(post("/sign-in", form)));
    return /session=[^;]+/.exec(cookie ?? "")?.[0] ?? "";
  }

  test.each([2, 30, 600])(
    "by %i s: a sign-in right after a revocation stays valid",
    async (ahead) => {
      setValidSince(ahead);
      expect(await visit(await signIn())).toMatchObject({ status: 200 });
    },
  );

  test("a session from before a revocation ends", async () => {
    setValidSince(600);
    const cookie = await signIn();
    expect(await visit(cookie)).toMatchObject({ status: 200 });
    setValidSince(601);
    later(60_001);
    expect(await visit(cookie)).toMatchObject(toSignIn);
    vi.useRealTimers();
  });

  test("a session that began while the provider's time was unknown ends with the next revocation", async () => {
    server.use(http.post(/accounts:lookup/, () => HttpResponse.error()));
    const cookie = await signIn();
    server.resetHandlers();
    expect(await visit(cookie)).toMatchObject({ status: 200 });
    setValidSince(1);
    later(60_001);
    expect(await visit(cookie)).toMatchObject(toSignIn);
    vi.useRealTimers();
  });

  test.each([0, 600])(
    "a password that is replaced during the sign-in is rejected (%i s)",
    async (ahead) => {
      changeDuringSignIn(() => {
        setValidSince(ahead);
        const account = sandbox.world.accounts.get("uid-rich");
        if (account) account.password = "brand-new";
      });
      expect(await signIn()).toBe("");
    },
  );

  test("a sign-in survives a revocation of older sessions that happens during it", async () => {
    changeDuringSignIn(() => setValidSince(0));
    expect(await visit(await signIn())).toMatchObject({ status: 200 });
  });

  /** Makes the change after the password was verified, before the account is looked up. */
  const changeDuringSignIn = (change: () => void) =>
    server.use(
      http.post(
        /accounts:lookup/,
        () => {
          change();
          return undefined;
        },
        { once: true },
      ),
    );
});

test.each(["identity", "subscriptions"] as const)(
  "%s being down closes no page",
  async (system) => {
    const cookie = await cookieOf("rich");
    sandbox.faults.set(system, { kind: "status", status: 500 });
    expect(await visit(cookie)).toMatchObject({ status: 200 });
  },
);

describe.each(["firestore", "identity", "subscriptions"] as const)("while %s hangs", (system) => {
  const elapsed = async (cookie: string) => {
    const started = performance.now();
    expect(await visit(cookie)).toMatchObject({ status: 200 });
    return performance.now() - started;
  };

  test("a page that needs it does not wait once the outage is known", async () => {
    const [first = "", second = ""] = await cookiesFromElsewhere("rich", "small");
    sandbox.faults.set(system, { kind: "hang" });
    await elapsed(first);
    // Waiting would take 2 s.
    expect(await elapsed(second)).toBeLessThan(1_000);
  });

  test("a subscriber of the last minute does not wait at all", async () => {
    const [cookie = ""] = await cookiesFromElsewhere("rich");
    await elapsed(cookie);
    sandbox.faults.set(system, { kind: "hang" });
    vi.useFakeTimers({ now: Date.now() + 25_000, toFake: ["Date", "performance"] });
    expect(await elapsed(cookie)).toBeLessThan(1_000);
    vi.useRealTimers();
  });
});

test("a session that this process ended stays ended while Firestore is down", async () => {
  const cookie = await cookieOf("rich");
  await outcome(() => logOut.action(post("/dashboard/log-out", {}, { cookie })));
  sandbox.faults.set("firestore", { kind: "hang" });
  vi.useFakeTimers({ now: Date.now() + 240_000, toFake: ["Date", "performance"] });
  expect(await visit(cookie)).toMatchObject(toSignIn);
  vi.useRealTimers();
});
