import { HttpResponse, http } from "msw";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { daysApart } from "#tests/setup/days-apart";
import { agree, begin, comeBack, issuer, person, signInWithGoogle } from "#tests/setup/google";
import { sandbox, server } from "#tests/setup/outside";
import { signedIn } from "#tests/setup/requests";
import { resetApp } from "#tests/setup/reset-app";

beforeAll(() => resetApp());
daysApart();

const accountsOf = (email: string) =>
  [...sandbox.world.accounts.values()].filter((account) => account.email === email);
const subjects = () => sandbox.world.mails.map(({ subject }) => subject);
const finalized = () => sandbox.world.effectsOf("finalize").map(({ payload }) => payload);
const inside = { status: 303, location: "/dashboard", isSignedIn: true };

test("Google itself is asked to let the person choose an account, another provider is not", async () => {
  expect((await begin()).asked.has("prompt")).toBe(false);
  const own = "https://accounts.google.com";
  vi.stubEnv("GOOGLE_ISSUER", own);
  resetApp();
  server.use(
    http.get(`${own}/.well-known/openid-configuration`, () =>
      HttpResponse.json({
        issuer: own,
        authorization_endpoint: `${own}/o/oauth2/v2/auth`,
        token_endpoint: `${own}/token`,
        jwks_uri: `${own}/keys`,
      }),
    ),
  );
  const { asked, location } = await begin();
  vi.stubEnv("GOOGLE_ISSUER", issuer);
  resetApp();
  expect(location).toMatch(`${own}/o/oauth2/v2/auth?`);
  expect(asked.get("prompt")).toBe("select_account");
});

test("asks for what docs/product.md#google says", async () => {
  const { asked, cookie } = await begin();
  expect(Object.fromEntries(asked)).toMatchObject({
    response_type: "code",
    client_id: "sandbox-google-client",
    redirect_uri: "http://localhost:3000/sign-in/google/callback",
    scope: "openid email",
    code_challenge_method: "S256",
  });
  for (const name of ["state", "nonce", "code_challenge"])
    expect(asked.get(name)?.length).toBeGreaterThan(30);
  // Neither stands in the cookie for anybody to read.
  for (const name of ["state", "nonce"]) expect(cookie).not.toContain(asked.get(name));
});

describe("accounts", () => {
  test("with a password: Google is linked, once, and a letter tells of it", async () => {
    const answer = await signInWithGoogle(person("rich"));
    expect(answer).toMatchObject(inside);
    const page = await visit("/dashboard", { cookie: answer.cookie, redirect: "manual" });
    expect(page.status).toBe(200);
    expect(await signInWithGoogle(person("rich"))).toMatchObject(inside);
    expect(accountsOf("rich@example.com")).toMatchObject([
      { uid: "uid-rich", password: "rich-pass", googleSubject: "google-rich" },
    ]);
    expect(subjects()).toHaveLength(1);
    expect(finalized()).toEqual([]);
  });

  test("of an address that nobody had proven: whoever made it is out", async () => {
    const account = sandbox.world.accounts.get("uid-rich");
    if (!account) throw new Error("no account");
    account.isUnproven = true;
    const { beginSession } = await import("~/platform/session/session.server");
    const stranger = await beginSession({
      uid: "uid-rich",
      email: "rich@example.com",
      validSince: Math.floor(Date.now() / 1_000) * 1_000,
    });
    const answer = await signInWithGoogle(person("rich"));
    expect(answer).toMatchObject(inside);
    expect(account).toMatchObject({ password: "", googleSubject: "google-rich" });
    const goesOn = async (cookie: string) =>
      (await visit("/dashboard", { cookie, redirect: "manual" })).status;
    expect(await goesOn(answer.cookie)).toBe(200);
    expect(await goesOn(stranger.cookie.split(";", 1)[0] ?? "")).toBe(302);
    expect(subjects()).toHaveLength(1);
    expect(JSON.stringify(sandbox.world.mails)).toContain("Google");

    // Where the provider does not take the address for proven by that: it was closed once, and is the person's own now.
    account.isUnproven = true;
    expect(await signInWithGoogle(person("rich"))).toMatchObject(inside);
    expect(await goesOn(answer.cookie)).toBe(200);
    expect(subjects()).toHaveLength(1);
  });

  test("that is missing after the provider's yes: reported, and nobody is in", async () => {
    server.use(
      http.post(/accounts:signInWithIdp/, () =>
        HttpResponse.json({ localId: "uid-gone", email: "rich@example.com" }),
      ),
    );
    expect(await signInWithGoogle(person("rich"))).toMatchObject({
      location: "/sign-in?problem=user-not-found",
      isSignedIn: false,
    });
    const { flushEvents } = await import("~/features/tracking/events.server");
    await flushEvents();
    const events = sandbox.world.events.map(({ body }) => (body as { event: string }).event);
    expect(events.toSorted()).toEqual(["sign_in_failed", "user_is_not_found"]);
  });

  test("of somebody who bought: one is made and tied, though they press twice", async () => {
    const both = await Promise.all([
      signInWithGoogle(person("buyer")),
      signInWithGoogle(person("buyer")),
    ]);
    for (const answer of both) expect(answer).toMatchObject(inside);
    const [account, ...more] = accountsOf("buyer@example.com");
    expect(more).toEqual([]);
    expect(finalized()).toMatchObject([
      { subscription_id: "new-1027", email: "buyer@example.com", firebase_id: account?.uid },
    ]);
    expect(subjects()).toEqual([]);
  });

  test("that an earlier try has left untied: the next one completes it", async () => {
    sandbox.faults.set("billing", { kind: "status", status: 500 });
    expect(await signInWithGoogle(person("buyer"))).toMatchObject({
      location: "/sign-in?problem=unavailable",
      isSignedIn: false,
    });
    expect(accountsOf("buyer@example.com")).toHaveLength(1);
    sandbox.faults.clear();
    expect(await signInWithGoogle(person("buyer"))).toMatchObject(inside);
    expect(accountsOf("buyer@example.com")).toHaveLength(1);
  });

  test.each([
    ["nobody with this address has bought", "stranger", "/sign-in?plan=none"],
    ["it is an earlier address of the subscription", "newcomer-old", "/sign-in?plan=none"],
    ["the plan has ended", "expired", "/sign-in?plan=none"],
    ["the account is disabled", "disabled", "/sign-in?problem=user-disabled"],
  ])("none for whom %s", async (_, key, location) => {
    const before = sandbox.world.accounts.size;
    expect(await signInWithGoogle(person(key))).toMatchObject({ location, isSignedIn: false });
    expect(sandbox.world.accounts.size).toBe(before);
    expect([...sandbox.world.accounts.values()].filter((one) => one.googleSubject)).toEqual([]);
    expect(sandbox.world.mails).toEqual([]);
  });

  test("of another person at Google is not theirs", async () => {
    await signInWithGoogle(person("rich"));
    const another = await signInWithGoogle(person("rich", { sub: "google-another" }));
    expect(another).toMatchObject({
      location: "/sign-in?problem=account-exists-with-different-credential",
      isSignedIn: false,
    });
    // The same person with an address that is now somebody else's.
    const moved = await signInWithGoogle(person("rich", { email: "small@example.com" }));
    expect(moved).toMatchObject({ location: "/sign-in?problem=user-mismatch", isSignedIn: false });
  });
});

test("a sign-in ends where it was to lead, and only in this app", async () => {
  const led: string[] = [];
  for (const target of [
    "/dashboard/analytics?x=1",
    "https://evil.example/",
    "//evil.example",
    "/\\e",
  ])
    led.push(
      (await signInWithGoogle(person("rich"), `?${new URLSearchParams({ redirectTo: target })}`))
        .location,
    );
  expect(led).toEqual(["/dashboard/analytics?x=1", "/dashboard", "/dashboard", "/dashboard"]);
  const refused = await begin(`?${new URLSearchParams({ redirectTo: "/dashboard/growth" })}`);
  const denied = new URLSearchParams({
    error: "access_denied",
    state: String(refused.asked.get("state")),
  });
  expect((await comeBack(denied, refused.cookie)).location).toBe(
    "/sign-in?problem=user-cancelled&redirectTo=%2Fdashboard%2Fgrowth",
  );
});

test("several at once in one browser, five at most", async () => {
  let cookie = "";
  const begun = [];
  for (let count = 0; count < 6; count += 1) {
    const one = await begin("", { cookie });
    begun.push(one);
    cookie = [cookie, one.cookie].filter(Boolean).join("; ");
  }
  expect(begun.map((one) => one.cookie.split("; ").length)).toEqual([1, 1, 1, 1, 1, 1]);
  const [, second] = begun;
  if (!second) throw new Error("none");
  expect(await comeBack(agree(second), cookie)).toMatchObject(inside);
});

test("cookies stay small, and one that is not ours is no reason to fail", async () => {
  const long = `/dashboard/analytics/fans?q=${"x".repeat(900)}`;
  const cookie = [1, 2, 3, 4].map((one) => `google-(${one}=x`).join("; ");
  const begun = await begin(`?${new URLSearchParams({ redirectTo: long })}`, { cookie });
  expect(begun.location).toMatch("http://google.test/authorize");
  expect(begun.cookie.length).toBeLessThan(1_500);
  expect(await comeBack(agree(begun), begun.cookie)).toMatchObject(inside);
});

test("who is signed in already goes on, and a HEAD request changes nothing", async () => {
  const cookie = await signedIn("rich");
  expect((await begin("?redirectTo=/dashboard/growth", { cookie })).location).toBe(
    "/dashboard/growth",
  );
  const head = await visit("/sign-in/google", { method: "HEAD", redirect: "manual" });
  expect([head.status, head.headers.getSetCookie()]).toEqual([303, []]);
  const begun = await begin();
  const query = agree(begun);
  await visit(`/sign-in/google/callback?${query}`, { method: "HEAD", cookie: begun.cookie });
  expect(await comeBack(query, begun.cookie)).toMatchObject(inside);
});

test("in a popup: its page tells the one that opened it, and says it to the person", async () => {
  const popup = "0123456789abcdef0123456789abcdef";
  const begun = await begin(`?popup=${popup}&redirectTo=/dashboard/growth`);
  const { location, cookie } = await comeBack(agree(begun), begun.cookie);
  expect(location).toBe(`/sign-in/google/done?popup=${popup}&redirectTo=%2Fdashboard%2Fgrowth`);
  const page = await visit(location, { cookie });
  expect(page.headers.get("cross-origin-opener-policy")).toBe("unsafe-none");
  const html = await page.text();
  expect(html).toContain(`{"popup":"${popup}","answer":{"outcome":"signed-in"}}`);
  expect(html).toContain('href="/dashboard/growth"');

  const denied = await begin(`?popup=${"f".repeat(32)}`);
  const state = String(denied.asked.get("state"));
  const refusal = await comeBack(
    new URLSearchParams({ error: "access_denied", state }),
    denied.cookie,
  );
  const said = await (await visit(refusal.location)).text();
  expect(said).toContain('"words":"The sign-in was cancelled by the user."');
  // Whoever makes such an address up is not signed in by it, and speaks on no channel but one with a random name.
  const made = await (
    await visit("/sign-in/google/done?popup=<script>&redirectTo=//evil.example")
  ).text();
  expect(made).not.toContain("google-answer");
  expect(made).not.toContain("evil.example");
  expect(await (await visit(`/sign-in/google/done?popup=${popup}`)).text()).toContain('"refused"');
});

test("the sign-in page is not cut off from its popup, from the cache of public pages either", async () => {
  const policies: (string | null)[] = [];
  for (const address of [
    "/sign-in",
    "/sign-in",
    "/sign-in?redirectTo=/dashboard/growth",
    "/privacy",
  ])
    policies.push((await visit(address)).headers.get("cross-origin-opener-policy"));
  const open = "same-origin-allow-popups";
  expect(policies).toEqual([open, open, open, "same-origin"]);
});

test("the sign-in page says what has happened, in words of its own only", async () => {
  const opened = await visit("/sign-in?problem=user-cancelled&redirectTo=/dashboard/growth");
  expect(opened.headers.get("cross-origin-opener-policy")).toBe("same-origin-allow-popups");
  const html = await opened.text();
  expect(html).toContain("The sign-in was cancelled by the user.");
  expect(html).toContain("/sign-in/google?redirectTo=%2Fdashboard%2Fgrowth");
  expect(await (await visit("/sign-in?problem=You+have+won")).text()).not.toContain("You have won");
});

test("goes on in the language of the page where it began", async () => {
  vi.stubEnv("LANGUAGES", "en,de");
  resetApp();
  const begun = await begin("", { page: "/de" });
  const answer = await comeBack(agree(begun), begun.cookie);
  expect(answer).toMatchObject(inside);
  expect(answer.cookie).toContain("language=de");
  const stranger = await begin("", { page: "/de" });
  const refused = await comeBack(
    agree(stranger, { claims: { email: "stranger@example.com" } }),
    stranger.cookie,
  );
  expect(refused.location).toBe("/de/sign-in?plan=none");
  vi.stubEnv("LANGUAGES", "");
});
