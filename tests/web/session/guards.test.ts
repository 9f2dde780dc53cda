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

/** Cookies of sessions that began in another process. */
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

test("a subscriber passes", async () => {
  expect(await visit(await cookieOf("rich"))).toMatchObject({
    status: 200,
    body: { uid: "uid-rich" },
  });
});

test("a visitor goes to sign-in, and from there back", async () => {
  expect(await visit("")).toMatchObject(toSignIn);
});

test("a visitor to the dashboard needs no way back", async () => {
  expect(await visit("", "/dashboard")).toMatchObject({ status: 302, location: "/sign-in" });
});

test("an altered cookie is no session", async () => {
  const cookie = await cookieOf("rich");
  expect(await visit(`${cookie.slice(0, -3)}abc`)).toMatchObject(toSignIn);
});

test("a cookie replayed after its time is refused", async () => {
  const cookie = await cookieOf("rich");
  vi.useFakeTimers({ now: Date.now() + session.sessionMilliseconds, toFake: ["Date"] });
  expect(await visit(cookie)).toMatchObject(toSignIn);
  vi.useRealTimers();
});

describe("log-out", () => {
  test("clears the cookie, and a replayed one is refused, here and elsewhere", async () => {
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
  "%s: without a running main plan the session is over, and sign-in says so",
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
    // Once for the session, however many loaders and tabs find it out.
    expect(sandbox.world.events.map(({ body }) => body)).toEqual([
      { event: "subscription_is_not_found", reason: "plan-ended", userAgent: "test" },
    ]);
  },
);

test("a plan that runs out while somebody is reading ends in the modal of spec 4", async () => {
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

test("sign-in shows no modal to who comes without its sign", async () => {
  const html = await (await browse("/sign-in?redirectTo=%2Fdashboard%2Fnews")).text();
  expect(html).not.toContain("Something went wrong...");
});

test("a user whom the provider disables is out within 60 s", async () => {
  const cookie = await cookieOf("rich");
  expect(await visit(cookie)).toMatchObject({ status: 200 });
  const account = sandbox.world.accounts.get("uid-rich");
  if (account) account.disabled = true;
  vi.useFakeTimers({ now: Date.now() + 60_001, toFake: ["Date", "performance"] });
  expect(await visit(cookie)).toMatchObject(toSignIn);
  vi.useRealTimers();
});

describe("the provider's clock is ahead of this container's", () => {
  /** Sets since when sessions count, in seconds from this container's now, as the provider keeps it. */
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

  test.each([2, 30, 600])("by %i s: whose password is that new stays signed in", async (ahead) => {
    setValidSince(ahead);
    expect(await visit(await signIn())).toMatchObject({ status: 200 });
  });

  test("sessions begun before a revocation are over all the same", async () => {
    setValidSince(600);
    const cookie = await signIn();
    expect(await visit(cookie)).toMatchObject({ status: 200 });
    setValidSince(601);
    later(60_001);
    expect(await visit(cookie)).toMatchObject(toSignIn);
    vi.useRealTimers();
  });

  test("a session that could not ask for the provider's time ends at the next revocation", async () => {
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
    "whose password is replaced while they sign in with it stay out (%i s)",
    async (ahead) => {
      replacedMeanwhile(() => {
        setValidSince(ahead);
        const account = sandbox.world.accounts.get("uid-rich");
        if (account) account.password = "brand-new";
      });
      expect(await signIn()).toBe("");
    },
  );

  test("whose other sessions are revoked while they sign in stay in", async () => {
    replacedMeanwhile(() => setValidSince(0));
    expect(await visit(await signIn())).toMatchObject({ status: 200 });
  });

  /** Does this after the password was found right, before the account is looked up. */
  const replacedMeanwhile = (change: () => void) =>
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

test.each(["identity", "subscriptions"] as const)("%s down closes no page", async (system) => {
  const cookie = await cookieOf("rich");
  sandbox.faults.set(system, { kind: "status", status: 500 });
  expect(await visit(cookie)).toMatchObject({ status: 200 });
});

describe.each(["firestore", "identity", "subscriptions"] as const)("while %s hangs", (system) => {
  const elapsed = async (cookie: string) => {
    const started = performance.now();
    expect(await visit(cookie)).toMatchObject({ status: 200 });
    return performance.now() - started;
  };

  test("a page that has to ask it waits no longer, once that is known", async () => {
    const [first = "", second = ""] = await cookiesFromElsewhere("rich", "small");
    sandbox.faults.set(system, { kind: "hang" });
    await elapsed(first);
    // To wait would take 2 s.
    expect(await elapsed(second)).toBeLessThan(1_000);
  });

  test("who was here in the last minute does not wait at all", async () => {
    const [cookie = ""] = await cookiesFromElsewhere("rich");
    await elapsed(cookie);
    sandbox.faults.set(system, { kind: "hang" });
    vi.useFakeTimers({ now: Date.now() + 25_000, toFake: ["Date", "performance"] });
    expect(await elapsed(cookie)).toBeLessThan(1_000);
    vi.useRealTimers();
  });
});

test("a session that ended here stays so for as long as Firestore is down", async () => {
  const cookie = await cookieOf("rich");
  await outcome(() => logOut.action(post("/dashboard/log-out", {}, { cookie })));
  sandbox.faults.set("firestore", { kind: "hang" });
  vi.useFakeTimers({ now: Date.now() + 240_000, toFake: ["Date", "performance"] });
  expect(await visit(cookie)).toMatchObject(toSignIn);
  vi.useRealTimers();
});
