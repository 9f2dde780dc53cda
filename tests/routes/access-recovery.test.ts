import { SignJWT } from "jose";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Fault, SystemName } from "#sandbox/faults";
import { visit } from "#tests/setup/app";
import { ask } from "#tests/setup/ask";
import { sandbox, server } from "#tests/setup/outside";
import { type Outcome, signedIn, trap } from "#tests/setup/requests";

let tokens: typeof import("~/services/link-token.server");

// Every test starts with closed circuit breakers and fresh limits.
beforeEach(async () => {
  vi.resetModules();
  tokens = await import("~/services/link-token.server");
});

const address = (id: string, token?: string) =>
  `/access-recovery?${new URLSearchParams({ id, ...(token !== undefined && { t: token }) })}`;
const openLink = (id: string, token?: string) =>
  ask(address(id, token)) as Promise<Outcome & { body: { view: Record<string, unknown> } }>;
const create = (id: string, password: string, token?: string, email = "") =>
  ask(address(id, token), { fields: { ...trap, email, password } });
const signed = (id: string, mailedTo: string) => tokens.signLinkToken("activation", id, mailedTo);

const account = (email: string) =>
  [...sandbox.world.accounts.values()].find((candidate) => candidate.email === email);
const callsTo = (path: string) => sandbox.world.calls.filter((call) => call.path.includes(path));
const dashboard = { status: 303, location: "/dashboard" };

describe("who may choose a password", () => {
  test("the owner of a subscription without an account gets the form, with its last email", async () => {
    expect(await openLink("new-1027")).toMatchObject({
      status: 200,
      body: { view: { kind: "create", email: "buyer@example.com" } },
    });
    expect(await openLink("1028")).toMatchObject({
      body: { view: { email: "newcomer@example.com" } },
    });
  });

  test.each([
    ["sub-1001", true],
    ["new-1026", false],
  ])("%s has an account: the page says so and shows no email", async (id, tied) => {
    const answer = await openLink(id);
    expect(answer).toMatchObject({ status: 409, body: { view: { kind: "activated", tied } } });
    expect(JSON.stringify(answer.body)).not.toContain("@example.com");
  });

  test.each(["nowhere", "sub-1007", "sub-1009", "sub-1010", ""])(
    "'%s' is not an active main plan of this app: No Active Subscription",
    async (id) => {
      const view = { kind: "no-subscription" };
      expect(await openLink(id)).toMatchObject({ status: 404, body: { view } });
    },
  );

  test("an account for an older email of the subscription closes the form, too", async () => {
    sandbox.world.subscriptionById("new-1027")?.emails.unshift("rich@example.com");
    expect(await openLink("new-1027")).toMatchObject({ body: { view: { kind: "activated" } } });
  });

  test("a client cannot enumerate ids", async () => {
    const guess = (id: number, client: string) => ask(address(String(id)), { client });
    for (let id = 0; id < 60; id += 1) expect((await guess(id, "2001:db8::1")).status).toBe(404);
    expect(await guess(1028, "2001:db8::99")).toMatchObject({
      status: 429,
      body: { view: { kind: "limited" } },
    });
    expect(await guess(1028, "2001:db8:1::1")).toMatchObject({ status: 200 });
  });

  test("the form's action contains the link's query, which w3m would otherwise drop", async () => {
    const token = await signed("new-1026", "returning@example.com");
    const html = await (await visit(address("new-1026", token))).text();
    const action = /<form method="post" action="([^"]*)"/.exec(html)?.[1];
    expect(action?.replaceAll("&amp;", "&")).toBe(address("new-1026", token));
  });

  test("a signed-in subscriber is redirected to the dashboard", async () => {
    const cookie = await signedIn("rich");
    expect(await ask(address("new-1027"), { cookie })).toMatchObject({
      location: "/dashboard",
    });
  });
});

describe("account creation", () => {
  test.each([
    ["new-1027", "buyer", "/subs/finalize"],
    ["1028", "newcomer", "/rec/subscription-finalize"],
  ])("%s: account, finalize in its dialect, dashboard", async (id, key, path) => {
    const answer = await create(id, "secret");
    expect(answer).toMatchObject(dashboard);
    expect(answer.cookie).toMatch(/^session=/);

    const created = account(`${key}@example.com`);
    expect(created?.password).toBe("secret");
    expect(callsTo("/changePassword")).toEqual([]);
    const [finalize, ...more] = callsTo(path);
    expect(more).toEqual([]);
    expect(finalize?.headers["idempotency-key"]).toMatch(/^[\da-f]{64}$/);
    expect(JSON.parse(finalize?.body ?? "")).toEqual({
      plan_id: "ig_weekly_trial",
      subscription_id: id,
      email: `${key}@example.com`,
      firebase_id: created?.uid,
    });
  });

  test("with the mailed link, changePassword is called first and answers that there is no account", async () => {
    const token = await signed("new-1027", "buyer@example.com");
    expect(await create("new-1027", "secret", token)).toMatchObject(dashboard);
    expect(callsTo("/changePassword").map(({ body }) => JSON.parse(body))).toEqual([
      { email: "buyer@example.com", id: "new-1027", password: "secret", test: true },
    ]);
    expect(account("buyer@example.com")?.password).toBe("secret");
  });

  test("five characters are too few", async () => {
    expect(await create("new-1027", "12345", undefined, "buyer@example.com")).toMatchObject({
      status: 400,
      body: { email: "buyer@example.com", error: "At least 6 symbols" },
    });
    expect(sandbox.world.calls).toEqual([]);
  });

  test("no id: No subscription id for finalize", async () => {
    const fields = { ...trap, password: "secret" };
    for (const path of ["/access-recovery", "/access-recovery?id="])
      expect(await ask(path, { fields })).toMatchObject({
        status: 400,
        body: { message: "No subscription id for finalize" },
      });
  });

  test.each(["nowhere", "sub-1007"])("'%s': No subscription", async (id) => {
    expect(await create(id, "secret")).toMatchObject({
      status: 404,
      body: { message: "No subscription" },
    });
  });

  const raw = "The mail box is locked ".repeat(20);
  test.each<[unknown, string]>([
    [{ code: "auth/weak-password" }, "The password must be 6 characters long or more."],
    [
      { code: "auth/user-disabled", message: "x" },
      "The user account has been disabled by an administrator.",
    ],
    [
      "auth/quota-exceeded",
      "The limit of requests for this operation has been exceeded. Try again later.",
    ],
    [{ code: "auth/unheard-of", message: "In its own words." }, "In its own words."],
    [{ code: "auth/unheard-of" }, "auth/unheard-of"],
    ["Wrong e-mail for this id", "Wrong e-mail for this id"],
    [raw, raw.trim().slice(0, 200)],
    [{ message: "" }, "Something went wrong"],
  ])("changePassword refuses with %o", async (error, message) => {
    server.use(http.post("*/changePassword", () => HttpResponse.json({ error })));
    const token = await signed("new-1027", "buyer@example.com");
    expect(await create("new-1027", "secret", token, "buyer@example.com")).toMatchObject({
      status: 400,
      body: { email: "buyer@example.com", message },
    });
    expect(account("buyer@example.com")).toBeUndefined();
  });

  test("the provider refuses to create the account: the message for its code", async () => {
    server.use(
      http.post("*/projects/*/accounts", () =>
        HttpResponse.json({ error: { code: 400, message: "INVALID_EMAIL" } }, { status: 400 }),
      ),
    );
    expect(await create("new-1027", "secret")).toMatchObject({
      status: 400,
      body: { message: "The email address is badly formatted." },
    });
  });

  test("email-already-in-use: the message and the link to sign-in", async () => {
    server.use(
      http.post("*/changePassword", () =>
        HttpResponse.json({ error: { code: "auth/user-not-found", message: "none" } }),
      ),
    );
    const token = await signed("new-1026", "returning@example.com");
    expect(await create("new-1026", "another-one", token)).toMatchObject({
      status: 409,
      body: { message: "The email address is already in use by another account.", restore: true },
    });
    expect(callsTo("finalize")).toEqual([]);
  });

  test("billing refuses: its message, and a second attempt is possible", async () => {
    server.use(
      http.post("*/subs/finalize", () =>
        HttpResponse.json({ error: "Plan is on hold" }, { status: 422 }),
      ),
    );
    expect(await create("new-1027", "secret")).toMatchObject({
      status: 409,
      body: { message: "Plan is on hold" },
    });
    server.resetHandlers();
    expect(await create("new-1027", "secret")).toMatchObject(dashboard);
  });

  test("the subscription does not show in time: the page says so, without a session", async () => {
    server.use(
      http.post("*/rec/subscriptions/:token", async ({ params }) => {
        const [, claims = ""] = String(params.token).split(".");
        const asked = JSON.parse(Buffer.from(claims, "base64url").toString()) as object;
        if ("uid" in asked) return HttpResponse.json({ subscriptions: [] });
      }),
    );
    const started = performance.now();
    expect(await create("new-1027", "secret")).toMatchObject({
      status: 303,
      location: "/access-recovery?ready",
      cookie: null,
    });
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(await ask("/access-recovery?ready")).toMatchObject({
      status: 200,
      body: { view: { kind: "ready" } },
    });
  });

  test("parallel presses create one account and finalize once", async () => {
    const answers = await Promise.all([
      create("new-1027", "secret"),
      create("new-1027", "secret"),
      create("new-1027", "secret"),
    ]);
    for (const answer of answers) expect(answer).toMatchObject(dashboard);
    expect(sandbox.world.effectsOf("finalize")).toHaveLength(1);
  });
});

describe("a second attempt completes what failed half-way", () => {
  const down: Fault[] = [
    { kind: "status", status: 500 },
    { kind: "status", status: 429 },
    { kind: "malformed" },
    { kind: "wrong-shape" },
    { kind: "reset" },
    { kind: "redirect" },
    { kind: "huge" },
    { kind: "hang" },
    { kind: "lost-answer" },
  ];
  // Billing's answer may have any shape without `error`, and its `error` is a refusal in words.
  const harmless: Partial<Record<SystemName, string[]>> = {
    billing: ["wrong-shape", "status"],
    identity: ["wrong-shape", "huge"],
  };
  const systems: SystemName[] = ["subscriptions", "functions", "identity", "billing"];
  const failures = systems.flatMap((system) =>
    down
      .filter(({ kind }) => !harmless[system]?.includes(kind))
      .map((fault): [SystemName, Fault] => [system, fault]),
  );

  test.each(failures)("%s: %o", async (system, fault) => {
    // Only the mailed link needs changePassword.
    const token =
      system === "functions" ? await signed("new-1027", "buyer@example.com") : undefined;
    sandbox.faults.set(system, fault);
    const started = performance.now();
    expect(await create("new-1027", "secret", token, "buyer@example.com")).toMatchObject({
      status: 503,
      cookie: null,
      body: { email: "buyer@example.com", message: "Something went wrong" },
    });
    expect(performance.now() - started).toBeLessThan(5_000);

    sandbox.faults.clear();
    expect(await create("new-1027", "secret")).toMatchObject(dashboard);
    expect(sandbox.world.effectsOf("finalize")).toHaveLength(1);
  });

  test("the account was created, but the response was lost", async () => {
    server.use(
      http.post("*/projects/*/accounts", () => {
        sandbox.world.accounts.set("uid-late", {
          uid: "uid-late",
          email: "buyer@example.com",
          password: "secret",
          disabled: false,
          createdAt: Date.now(),
          validSince: 0,
        });
        return HttpResponse.error();
      }),
    );
    expect(await create("new-1027", "secret")).toMatchObject({ status: 503 });
    server.resetHandlers();
    expect(await create("new-1027", "other-one")).toMatchObject({ status: 409 });
    expect(await create("new-1027", "secret")).toMatchObject(dashboard);
    expect(sandbox.world.effectsOf("finalize")).toMatchObject([
      { payload: { firebase_id: "uid-late" } },
    ]);
  });

  test("a forgotten password of a half-created account is reset by the mailed link", async () => {
    sandbox.faults.set("billing", { kind: "reset" });
    await create("new-1027", "secret");
    sandbox.faults.clear();
    expect(
      await ask(address("new-1027"), { fields: { ...trap, intent: "send-link" } }),
    ).toMatchObject({ status: 303, location: "/access-recovery?sent=activation" });
    const token = /&t=([\w.-]+)/.exec(sandbox.world.mails[0]?.text ?? "")?.[1];
    expect(await create("new-1027", "brand-new", token)).toMatchObject(dashboard);
    expect(account("buyer@example.com")?.password).toBe("brand-new");
  });
});

describe("an existing account", () => {
  test.each(["sub-1001", "new-1026"])("cannot be taken over by the unsigned id %s", async (id) => {
    const before = [...sandbox.world.accounts.values()].map((item) => ({ ...item }));
    expect(await create(id, "attacker")).toMatchObject({
      status: 409,
      cookie: null,
      body: { message: "Your account has already been activated", hasUser: true },
    });
    expect([...sandbox.world.accounts.values()]).toEqual(before);
    expect(callsTo("/changePassword")).toEqual([]);
    expect(callsTo("finalize")).toEqual([]);
  });

  test("created by its owner after this process looked it up: the unsigned id does not change it", async () => {
    server.use(
      http.post(/accounts:lookup/, () => {
        sandbox.world.accounts.set("uid-owner", {
          uid: "uid-owner",
          email: "buyer@example.com",
          password: "the-owners-own",
          disabled: false,
          createdAt: Date.now(),
          validSince: 0,
        });
        return HttpResponse.json({ kind: "identitytoolkit#GetAccountInfoResponse" });
      }),
    );
    expect(await create("new-1027", "attacker")).toMatchObject({
      status: 409,
      cookie: null,
      body: { message: "The email address is already in use by another account.", restore: true },
    });
    expect(account("buyer@example.com")?.password).toBe("the-owners-own");
    expect(callsTo("/changePassword")).toEqual([]);
    expect(callsTo("finalize")).toEqual([]);
  });

  test.each([{}, [], { unexpected: "shape" }, { users: "none" }, { users: [{}] }])(
    "is not mistaken for a missing one if the provider's lookup answers %j",
    async (answered) => {
      server.use(http.post(/accounts:lookup/, () => HttpResponse.json(answered)));
      expect(await create("sub-1001", "attacker")).toMatchObject({ status: 503, cookie: null });
      expect(callsTo("/changePassword")).toEqual([]);
    },
  );

  test("does not let a client guess passwords", async () => {
    const guess = () =>
      ask(address("sub-1001"), { fields: { ...trap, password: "guessed" }, client: "192.0.2.9" });
    for (let times = 0; times < 10; times += 1) expect((await guess()).status).toBe(409);
    expect(await guess()).toMatchObject({ status: 429 });
  });

  test("gets a new password by its mailed link, and its old sessions end", async () => {
    const token = await signed("new-1026", "returning@example.com");
    expect(await openLink("new-1026", token)).toMatchObject({
      status: 200,
      body: { view: { kind: "create", email: "returning@example.com" } },
    });
    expect(await create("new-1026", "brand-new", token)).toMatchObject(dashboard);
    const changed = account("returning@example.com");
    expect(changed?.password).toBe("brand-new");
    expect(changed?.validSince).toBeGreaterThan(0);
    expect(sandbox.world.effectsOf("finalize")).toMatchObject([
      { payload: { firebase_id: "uid-returning" } },
    ]);
  });

  test("created through an unsigned link after the mailed one was opened: its session ends, too", async () => {
    let made = 0;
    server.use(
      http.post(/accounts:lookup/, async ({ request }) => {
        const { email } = (await request.clone().json()) as { email?: string[] };
        if (!email) return undefined;
        made = Math.floor(Date.now() / 1_000);
        sandbox.world.accounts.set("uid-early", {
          uid: "uid-early",
          email: "buyer@example.com",
          password: "a-strangers-own",
          disabled: false,
          createdAt: Date.now(),
          validSince: made,
        });
        return HttpResponse.json({ kind: "identitytoolkit#GetAccountInfoResponse" });
      }),
    );
    const token = await signed("new-1027", "buyer@example.com");
    expect(await create("new-1027", "brand-new", token)).toMatchObject(dashboard);
    expect(account("buyer@example.com")).toMatchObject({ uid: "uid-early", password: "brand-new" });
    expect(account("buyer@example.com")?.validSince).toBeGreaterThan(made);
  });

  test("disabled by the provider stays disabled", async () => {
    const token = await signed("sub-1024", "disabled@example.com");
    expect(await create("sub-1024", "brand-new", token)).toMatchObject({
      status: 403,
      body: { message: "The user account has been disabled by an administrator." },
    });
    expect(callsTo("/changePassword")).toEqual([]);
  });
});

describe("an invalid link is refused, for reading and for writing", () => {
  const secret = new TextEncoder().encode("unit-test-session-secret-of-enough-length");
  async function forged({
    key = secret,
    audience = "link:activation",
    subject = "new-1026",
    expires = "1h",
    to = "returning@example.com",
  } = {}) {
    const { createHash } = await import("node:crypto");
    return new SignJWT({ to: createHash("sha256").update(to).digest("base64url") })
      .setProtectedHeader({ alg: "HS256" })
      .setAudience(audience)
      .setSubject(subject)
      .setJti("1")
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(key);
  }
  const altered = (token: string) =>
    `${token.slice(0, -4)}${token.endsWith("AAAA") ? "B" : "A"}AAA`;
  const unsigned = (token: string) =>
    `${Buffer.from('{"alg":"none"}').toString("base64url")}.${token.split(".")[1]}.`;

  test("a valid one opens the form", async () => {
    expect(await openLink("new-1026", await forged())).toMatchObject({ status: 200 });
  });

  test.each<[string, () => Promise<string>, number]>([
    ["expired", () => forged({ expires: "-1s" }), 410],
    ["altered", async () => altered(await forged()), 403],
    ["without a signature", async () => unsigned(await forged()), 403],
    ["signed with another key", () => forged({ key: new Uint8Array(32).fill(7) }), 403],
    ["meant for cancelling", () => forged({ audience: "link:cancellation" }), 403],
    ["a cancellation link's own", () => tokens.signLinkToken("cancellation", "new-1026"), 403],
    ["of another subscription", () => forged({ subject: "sub-1001" }), 403],
    ["mailed to a former address", () => forged({ to: "someone@example.com" }), 403],
    ["no token at all", async () => "x", 403],
    ["empty", async () => "", 403],
  ])("%s", async (_, make, status) => {
    const token = await make();
    const reason = status === 410 ? "expired" : "invalid";
    expect(await openLink("new-1026", token)).toMatchObject({
      status,
      body: { view: { kind: "refused-link", reason } },
    });
    expect(await create("new-1026", "attacker", token)).toMatchObject({ status, cookie: null });
    expect(account("returning@example.com")?.password).toBe("returning-pass");
    expect(callsTo("/changePassword")).toEqual([]);
  });

  test("one press mails a new link to the subscription's own address", async () => {
    const fields = { ...trap, intent: "send-link" };
    expect(await ask(address("new-1026"), { fields })).toMatchObject({
      status: 303,
      location: "/access-recovery?sent=activation",
    });
    expect(sandbox.world.mails.map(({ to }) => to)).toEqual([["returning@example.com"]]);
  });
});

test("the referrer hides the link's address, and a refusal says how long to wait", async () => {
  const fill = () =>
    visit("/access-recovery", {
      client: "192.0.2.8",
      method: "POST",
      body: new URLSearchParams({ ...trap, email: "nobody@example.com" }),
    });
  for (let times = 0; times < 30; times += 1) await fill();
  const { status, headers } = await fill();
  expect(status).toBe(429);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("referrer-policy")).toBe("strict-origin");
});
