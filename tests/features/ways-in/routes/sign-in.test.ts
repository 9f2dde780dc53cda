import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Fault, SystemName } from "#sandbox/faults.ts";
import { create } from "#tests/setup/access-recovery";
import { ask } from "#tests/setup/ask";
import { everyCase, few } from "#tests/setup/cases";
import { sandbox, server } from "#tests/setup/outside";
import { signedIn } from "#tests/setup/requests";
import { resetApp } from "#tests/setup/reset-app";
import { bodies, events, settled, signIn } from "#tests/setup/sign-ins";
import { stopwatch } from "#tests/setup/stopwatch";
import { safeRedirect } from "~/platform/values/addresses";
import { backgroundSettled } from "~/platform/work/background.server";

// A sign-in looks at legal notices afterwards: its calls are not the next test's.
afterEach(() => backgroundSettled());

describe("a person with an active main plan", () => {
  const people = [
    ["rich", "an active weekly plan"],
    ["canceled", "a canceled plan that still runs"],
    ["premium", "the premium plan"],
    ["gift", "the gift plan"],
    ["brandx", "brand x"],
    ["idle", "a profile not analyzed yet"],
  ] as const;
  const sample = people.filter(([key]) => ["rich", "canceled", "brandx"].includes(key));
  test.each(everyCase ? people : sample)("%s: %s", async (key) => {
    const answer = await signIn(`${key}@example.com`, `${key}-pass`);
    expect(answer).toMatchObject({ status: 302, location: "/dashboard" });
    expect(answer.cookie).toMatch(
      /^session=[^;]+; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax, device=/,
    );
    expect(events()).toEqual([]);
    expect(sandbox.world.mails).toEqual([]);
  });

  const ways = [
    ["/dashboard/analytics?x=1", "/dashboard/analytics?x=1"],
    ["/日本?a=é#ü", "/%E6%97%A5%E6%9C%AC?a=%C3%A9#%C3%BC"],
    ["/articles/%E6%97%A5", "/articles/%E6%97%A5"],
    ["/dashboard/news?creds=secret&a=%C3%A9", "/dashboard/news?a=%C3%A9"],
    ["/\ud800", "/%EF%BF%BD"],
    ["/a\r\nset-cookie: a=b", "/dashboard"],
    ["/.//evil.example", "/dashboard"],
    ["/a/..//evil.example", "/dashboard"],
    ["", "/dashboard"],
    ["https://evil.example/", "/dashboard"],
    ["//evil.example", "/dashboard"],
    ["/\\evil.example", "/dashboard"],
    ["/\t/evil.example", "/dashboard"],
    ["javascript:alert(1)", "/dashboard"],
  ];
  test("redirectTo leads to an address of the app only", async () => {
    const led: unknown[] = [];
    for (const [at, [redirectTo = ""]] of ways.entries()) {
      const query = new URLSearchParams({ redirectTo });
      // Of most, the rule alone is asked.
      const location =
        everyCase || at % 3 === 0
          ? (await signIn("rich@example.com", "rich-pass", `?${query}`)).location
          : safeRedirect(query.get("redirectTo"));
      led.push([redirectTo, location]);
    }
    expect(led).toEqual(ways);
  });

  test("who is signed in meanwhile is led back at once, within the app only", async () => {
    const cookie = await signedIn("rich");
    const led = async (query: string) => (await ask(`/sign-in${query}`, { cookie })).location;
    expect(await led("")).toBe("/dashboard");
    expect(await led("?ended=1&redirectTo=%2Fdashboard%2Fnews%3Fpage%3D2")).toBe(
      "/dashboard/news?page=2",
    );
    expect(await led("?ended=1&redirectTo=%2F%2Fevil.example")).toBe("/dashboard");
  });
});

test.each(["expired", "nosub", "otherapp", "extraonly"])(
  "%s has no active main plan: told so, signed out, reported",
  async (key) => {
    const answer = await signIn(`${key}@example.com`, `${key}-pass`);
    expect(answer).toMatchObject({ status: 403, body: { missingSubscription: true } });
    expect(answer.cookie).toMatch(/^session=; .*Expires=Thu, 01 Jan 1970/);
    expect(events()).toEqual(["subscription_is_not_found"]);
    expect(sandbox.world.mails).toEqual([]);
  },
);

describe("who has paid, and is right, but whose plan is not tied to the account", () => {
  const mailed = () => sandbox.world.mails.map(({ subject, to }) => [subject, ...to]);
  const link = (to: string) => [["Activate your Profile Analyzer account", to]];
  const untied = { status: 403, body: { missingSubscription: true } };
  // The limit of activation mails is a new one.
  beforeEach(() => resetApp());

  test("having bought again, they are mailed the activation link, once in 15 minutes", async () => {
    for (let times = 0; times < 2; times += 1)
      expect(await signIn("returning@example.com", "returning-pass")).toMatchObject(untied);
    expect(mailed()).toEqual(link("returning@example.com"));
  });

  test("so are they whose account creation has failed half-way", async () => {
    sandbox.faults.set("billing", { kind: "reset" });
    expect(await create("new-1027", "secret")).toMatchObject({ status: 503 });
    sandbox.faults.clear();
    expect(await signIn("buyer@example.com", "secret")).toMatchObject(untied);
    expect(mailed()).toEqual(link("buyer@example.com"));
  });
});

describe("what the provider refuses", () => {
  // The REST error, the message shown, and whether the failure triggers an activation mail.
  const refusals: [string, string, boolean][] = [
    ["INVALID_PASSWORD", "The password is invalid or the user does not have a password.", true],
    ["INVALID_EMAIL", "The email address is badly formatted.", true],
    [
      "EMAIL_NOT_FOUND",
      "There is no user record corresponding to this identifier. The user may have been deleted.",
      true,
    ],
    ["USER_DISABLED", "The user account has been disabled by an administrator.", false],
    [
      "WEAK_PASSWORD : Password should be at least 6 characters",
      "The password must be 6 characters long or more.",
      true,
    ],
    [
      "TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been disabled",
      "We have blocked all requests from this device due to unusual activity. Try again later.",
      false,
    ],
    [
      "INVALID_LOGIN_CREDENTIALS",
      "The supplied auth credential is malformed or has expired.",
      true,
    ],
    [
      "QUOTA_EXCEEDED",
      "The limit of requests for this operation has been exceeded. Try again later.",
      false,
    ],
    [
      "OPERATION_NOT_ALLOWED",
      "Sign-in with an email address and a password is not enabled.",
      false,
    ],
    [
      "A_WORD_NOBODY_KNOWS",
      "The sign-in service has met an internal error. Try again later.",
      false,
    ],
  ];
  test.each(few(refusals, 6))("%s", async (code, message, sendsMail) => {
    server.use(
      http.post(/accounts:signInWithPassword/, () =>
        HttpResponse.json({ error: { code: 400, message: code } }, { status: 400 }),
      ),
    );
    const answer = await signIn("buyer@example.com", "whatever-1");
    expect(answer).toMatchObject({
      status: 401,
      cookie: null,
      body: { message, email: "buyer@example.com" },
    });
    expect(events()).toContain("sign_in_failed");
    expect(events().includes("user_is_not_found")).toBe(code === "EMAIL_NOT_FOUND");
    expect(sandbox.world.mails.length > 0).toBe(sendsMail);
    expect(bodies()).not.toContain("buyer@example.com");
    expect(bodies()).not.toContain("whatever-1");
  });
});

test("whose account wants a second factor, which is not asked for here, does not come in", async () => {
  const { uid } = sandbox.world.people.find(({ key }) => key === "rich") ?? {};
  server.use(
    http.post(/accounts:signInWithPassword/, () =>
      HttpResponse.json({ localId: uid, email: "rich@example.com", mfaPendingCredential: "p" }),
    ),
  );
  const answer = await signIn("rich@example.com", "rich-pass");
  expect(answer).toMatchObject({ status: 401, cookie: null });
});

test("whose account is missing after the password was taken is told so, reported, and not let in", async () => {
  server.use(
    http.post(/accounts:signInWithPassword/, () =>
      HttpResponse.json({ localId: "uid-gone", email: "rich@example.com" }),
    ),
  );
  const answer = await signIn("rich@example.com", "rich-pass");
  expect(answer).toMatchObject({
    status: 401,
    cookie: null,
    body: {
      message:
        "There is no user record corresponding to this identifier. The user may have been deleted.",
    },
  });
  expect(events().toSorted()).toEqual(["sign_in_failed", "user_is_not_found"]);
});

test("a subscriber with an account gets no activation mail", async () => {
  expect((await signIn("rich@example.com", "wrong-pass")).status).toBe(401);
  expect(sandbox.world.mails).toEqual([]);
});

describe("an outside system that fails", () => {
  const network =
    "A network error (such as timeout, interrupted connection or unreachable host) has occurred.";
  const wrong = "Something went wrong";
  const faults: [SystemName, Fault, string][] = [
    ["identity", { kind: "status", status: 500 }, network],
    ["identity", { kind: "hang" }, network],
    ["identity", { kind: "reset" }, network],
    ["identity", { kind: "redirect" }, network],
    ["identity", { kind: "huge" }, network],
    ["identity", { kind: "malformed" }, wrong],
    ["identity", { kind: "wrong-shape" }, wrong],
    ["subscriptions", { kind: "status", status: 500 }, wrong],
    ["subscriptions", { kind: "status", status: 429 }, wrong],
    ["subscriptions", { kind: "hang" }, wrong],
    ["subscriptions", { kind: "reset" }, wrong],
    ["subscriptions", { kind: "malformed" }, wrong],
    ["subscriptions", { kind: "wrong-shape" }, wrong],
    ["subscriptions", { kind: "huge" }, wrong],
  ];
  // tests/platform/upstream/upstream.test.ts tries each kind with what all systems are called by.
  const tried = faults.filter(
    ([system, { kind }]) => kind === (system === "identity" ? "malformed" : "hang"),
  );
  test.each(everyCase ? faults : tried)("%s, %o", async (system, fault, message) => {
    // No breaker is half-open: each failure is met in full.
    resetApp();
    sandbox.faults.set(system, fault);
    const waited = stopwatch();
    const answer = await signIn("rich@example.com", "rich-pass");
    expect(answer).toMatchObject({
      status: 503,
      cookie: null,
      body: { message, email: "rich@example.com" },
    });
    expect(waited()).toBeLessThan(5_000);
    expect(sandbox.world.trapped).toEqual([]);
    expect(events()).toEqual(["sign_in_unavailable"]);
    expect(sandbox.world.mails).toEqual([]);
  });
});

test.each([
  ["", "rich-pass", { email: "Wrong email format" }],
  ["rich", "rich-pass", { email: "Wrong email format" }],
  ["rich@example", "rich-pass", { email: "Wrong email format" }],
  ["rich@example.com", "12345", { password: "Min 6 symbols" }],
  ["a b@example.com", "1", { email: "Wrong email format", password: "Min 6 symbols" }],
])("%s with %s is refused without calling any system", async (email, password, errors) => {
  expect(await signIn(email, password)).toMatchObject({ status: 400, body: { email, errors } });
  expect(sandbox.world.calls).toEqual([]);
});

test("Continue is reported with its source and redirects to the billing page", async () => {
  const fields = { intent: "continue-to-billing" };
  expect(await ask("/sign-in", { fields })).toMatchObject({
    status: 302,
    location: sandbox.addresses.billingPage,
  });
  await settled();
  expect(sandbox.world.events[0]?.body).toMatchObject({ source: "sww_modal" });
});

test("a signed-in subscriber is redirected to the dashboard", async () => {
  const cookie = await signedIn("rich");
  expect(await ask("/sign-in", { cookie })).toMatchObject({
    status: 302,
    location: "/dashboard",
  });
});
