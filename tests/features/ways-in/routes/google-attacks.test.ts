import { HttpResponse } from "msw";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { Fault, SystemName } from "#sandbox/faults.ts";
import { visit } from "#tests/setup/app";
import { everyCase, few } from "#tests/setup/cases";
import { daysApart } from "#tests/setup/days-apart";
import {
  agree,
  begin,
  comeBack,
  issuer,
  type Plan,
  person,
  signInWithGoogle,
} from "#tests/setup/google";
import { sandbox } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";

beforeAll(() => resetApp());
daysApart();

const refused = (problem: string) => ({
  status: 303,
  location: `/sign-in?problem=${problem}`,
  isSignedIn: false,
});
const askedIdentity = () =>
  sandbox.world.calls.filter(({ path }) => path.includes("signInWithIdp")).length;
const askedForTokens = () => sandbox.world.calls.filter(({ path }) => path === "/token").length;

describe("a token that is not to be believed", () => {
  test.each<[string, Plan, string]>([
    ["of another sign-in (nonce)", { claims: { nonce: "another" } }, "invalid-credential"],
    ["without a nonce", { without: ["nonce"] }, "invalid-credential"],
    ["of another issuer", { claims: { iss: "http://evil.test" } }, "invalid-credential"],
    ["for another app (audience)", { claims: { aud: "another" } }, "invalid-credential"],
    ["that has expired", { expiresIn: "-5m" }, "invalid-credential"],
    ["signed by somebody else", { isForged: true }, "invalid-credential"],
    ["without a signature", { unsigned: true }, "invalid-credential"],
    ["without a subject", { without: ["sub"] }, "invalid-credential"],
    ["with an unverified address", { claims: { email_verified: false } }, "unverified-email"],
    ["with 'true' instead of true", { claims: { email_verified: "true" } }, "unverified-email"],
    ["that says nothing of the address", { without: ["email_verified"] }, "unverified-email"],
    ["without an address", { without: ["email"] }, "missing-email"],
    ["with an address that is none", { claims: { email: ["rich@example.com"] } }, "missing-email"],
  ])("%s", async (_, plan, problem) => {
    expect(await signInWithGoogle(plan)).toMatchObject(refused(problem));
    expect(askedIdentity()).toBe(0);
    const page = await visit(`/sign-in?problem=${problem}`);
    expect(await page.text()).toMatch(/role="alert"[^>]*>[A-Z]/);
  });
});

describe("an answer of Google's page", () => {
  test("in another browser", async () => {
    const begun = await begin();
    const another = await begin();
    const query = agree(begun);
    expect(await comeBack(query, another.cookie)).toMatchObject(refused("invalid-credential"));
    expect(await comeBack(query, "")).toMatchObject(refused("invalid-credential"));
    expect(askedForTokens()).toBe(0);
    // The attempt was not used up by strangers.
    expect((await comeBack(query, begun.cookie)).isSignedIn).toBe(true);
  });

  test("with the code of somebody else's sign-in", async () => {
    const mine = await begin();
    const theirs = await begin();
    const query = agree(theirs);
    query.set("state", String(mine.asked.get("state")));
    expect(await comeBack(query, mine.cookie)).toMatchObject(refused("invalid-credential"));
  });

  test("a second time, with the same cookie", async () => {
    const begun = await begin();
    const query = agree(begun);
    expect((await comeBack(query, begun.cookie)).isSignedIn).toBe(true);
    const asked = askedForTokens();
    expect(await comeBack(query, begun.cookie)).toMatchObject(refused("invalid-credential"));
    // Another process of the app has not seen it.
    resetApp();
    expect(await comeBack(query, begun.cookie)).toMatchObject(refused("invalid-credential"));
    expect(askedForTokens()).toBe(asked);
  });

  test("with an old code under a new state", async () => {
    const begun = await begin();
    const query = agree(begun);
    await comeBack(query, begun.cookie);
    const next = await begin();
    query.set("state", String(next.asked.get("state")));
    expect(await comeBack(query, next.cookie)).toMatchObject(refused("invalid-credential"));
  });

  test("after more than ten minutes, and after one", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const late = await begin();
      const inTime = await begin();
      vi.setSystemTime(Date.now() + 60_000);
      expect((await comeBack(agree(inTime), inTime.cookie)).isSignedIn).toBe(true);
      vi.setSystemTime(Date.now() + 9 * 60_000);
      expect(await comeBack(agree(late), late.cookie)).toMatchObject(refused("timeout"));
    } finally {
      vi.useRealTimers();
    }
  });

  const said: [string, string][] = [
    ["error=access_denied", "user-cancelled"],
    ["error=access_denied&error_description=<script>", "user-cancelled"],
    ["error=server_error", "internal-error"],
    ["error=interaction_required", "internal-error"],
    ["code=", "invalid-credential"],
    ["", "invalid-credential"],
    ["code=a&code=b", "invalid-credential"],
    ["code=a&iss=http://evil.test", "invalid-credential"],
    ["id_token=x", "invalid-credential"],
    ["response=x", "invalid-credential"],
  ];
  test.each(few(said, 6))("that says '%s'", async (query, problem) => {
    const begun = await begin();
    const back = await comeBack(`${query}&state=${begun.asked.get("state")}`, begun.cookie);
    expect(back).toMatchObject(refused(problem));
  });

  test.each(["", "state=", "state=%00", `state=${"x".repeat(5_000)}`, "state=a&state=b"])(
    "with the state '%s'",
    async (query) => {
      expect(await comeBack(`code=x&${query}`, "google-0123=abc")).toMatchObject(
        refused("invalid-credential"),
      );
    },
  );
});

describe("an outage is said, and nobody gets in", () => {
  const kinds: Fault[] = [
    { kind: "status", status: 500 },
    { kind: "status", status: 429 },
    { kind: "hang" },
    { kind: "reset" },
    { kind: "redirect" },
    { kind: "huge" },
    { kind: "malformed" },
    { kind: "wrong-shape" },
  ];
  // tests/platform/upstream/upstream.test.ts tries each kind with what all systems are called by.
  const tried = (usual: Fault["kind"]) =>
    everyCase ? kinds : kinds.filter(({ kind }) => kind === usual);

  test.each(tried("hang"))("of Google when it begins: %o", async (fault) => {
    // Nothing of Google's is known.
    resetApp();
    sandbox.faults.set("google", fault);
    const { location, cookie } = await begin();
    expect(location).toBe("/sign-in?problem=network-request-failed");
    expect(cookie).toBe("");
    // What failed is not kept.
    sandbox.faults.clear();
    expect((await begin()).location).toMatch(`${issuer}/authorize`);
    expect(sandbox.world.trapped).toEqual([]);
  });

  test.each<[SystemName, Fault]>(
    (["google", "identity", "subscriptions"] as const).flatMap((system) =>
      tried(system === "identity" ? "hang" : "wrong-shape").map((fault): [SystemName, Fault] => [
        system,
        fault,
      ]),
    ),
  )("of %s when it ends: %o", async (system, fault) => {
    // No breaker is half-open: each failure is met in full.
    resetApp();
    const begun = await begin();
    sandbox.faults.set(system, fault);
    const { status, location, isSignedIn } = await comeBack(agree(begun), begun.cookie);
    expect({ status, isSignedIn }).toEqual({ status: 303, isSignedIn: false });
    expect(location).toMatch(
      /^\/sign-in\?problem=(network-request-failed|unavailable|invalid-credential)$/,
    );
    expect(sandbox.world.trapped).toEqual([]);
  });

  const answers: [string, () => Response][] = [
    ["a page", () => new Response("<h1>Busy</h1>", { headers: { "content-type": "text/html" } })],
    ["no token", () => HttpResponse.json({ access_token: "a", token_type: "Bearer" })],
    [
      "a token that is none",
      () => HttpResponse.json({ access_token: "a", token_type: "Bearer", id_token: "x.y" }),
    ],
    ["null", () => HttpResponse.json(null)],
    ["a list", () => HttpResponse.json([])],
    ["numbers", () => HttpResponse.json({ access_token: 1, token_type: 2, id_token: 3 })],
    ["nothing", () => new Response(null, { status: 204 })],
    ["another error", () => HttpResponse.json({ error: { message: "x" } }, { status: 400 })],
  ];
  test.each(few(answers, 5))("of the tokens: %s", async (_, answer) => {
    const { status, isSignedIn, location } = await signInWithGoogle({ answer });
    expect({ status, isSignedIn }).toEqual({ status: 303, isSignedIn: false });
    expect(location).toMatch(/problem=/);
  });

  test.each(few(["hang", "reset"], 1))(
    "while Firestore is down (%s), Google lets people in",
    async (kind) => {
      const begun = await begin();
      const query = agree(begun, person("rich"));
      sandbox.faults.set("firestore", { kind });
      expect((await comeBack(query, begun.cookie)).isSignedIn).toBe(true);
      expect(await comeBack(query, begun.cookie)).toMatchObject(refused("invalid-credential"));
    },
  );
});

test("a client that is registered to prove itself in the header gets its token, too", async () => {
  expect((await signInWithGoogle({ wantsBasic: true })).isSignedIn).toBe(true);
  expect((await signInWithGoogle({ wantsBasic: true })).isSignedIn).toBe(true);
});

test("one client begins thirty times a minute, and is told so", async () => {
  const client = "10.200.0.1";
  const answers: string[] = [];
  for (let count = 0; count < 31; count += 1) answers.push((await begin("", { client })).location);
  expect(answers.at(-2)).toMatch(issuer);
  expect(answers.at(-1)).toBe("/sign-in?problem=too-many-requests");
});

test("neither code, state, token nor address stands in a log or an event", async () => {
  const { log } = await import("~/platform/monitoring/log.server");
  const written: unknown[] = [];
  for (const level of ["info", "warn", "error"] as const)
    vi.spyOn(log, level).mockImplementation((...line: unknown[]) => void written.push(line));
  const begun = await begin();
  const query = agree(begun, { claims: { email: "nobody-there@example.com" } });
  expect((await comeBack(query, begun.cookie)).location).toBe("/sign-in?plan=none");
  const { flushEvents } = await import("~/features/tracking/events.server");
  await flushEvents();
  const all = JSON.stringify([written, sandbox.world.events]);
  expect(all).toContain("subscription_is_not_found");
  for (const secret of [query.get("code"), query.get("state"), "nobody-there"])
    expect(all).not.toContain(secret);
});
