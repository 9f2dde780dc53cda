import { HttpResponse, http } from "msw";
import { describe, expect, test, vi } from "vitest";
import type { Fault, SystemName } from "#sandbox/faults";
import {
  account,
  address,
  callsTo,
  create,
  dashboard,
  openLink,
  signed,
} from "#tests/setup/access-recovery";
import { visit } from "#tests/setup/app";
import { ask } from "#tests/setup/ask";
import { everyCase } from "#tests/setup/cases";
import { sandbox, server } from "#tests/setup/outside";
import { trap } from "#tests/setup/requests";
import { resetApp } from "#tests/setup/reset-app";
import { stopwatch } from "#tests/setup/stopwatch";

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
      .filter(
        ({ kind }, at) =>
          everyCase ||
          ["lost-answer", system === "identity" ? "hang" : ""].includes(kind) ||
          (at === 0 && system !== "identity"),
      )
      .map((fault): [SystemName, Fault] => [system, fault]),
  );

  test.each(failures)("%s: %o", async (system, fault) => {
    // A breaker that one failure has opened lets the next one's second attempt wait.
    resetApp();
    // Only the mailed link needs changePassword.
    const token =
      system === "functions" ? await signed("new-1027", "buyer@example.com") : undefined;
    sandbox.faults.set(system, fault);
    const waited = stopwatch();
    expect(await create("new-1027", "secret", token, "buyer@example.com")).toMatchObject({
      status: 503,
      cookie: null,
      body: { email: "buyer@example.com", message: "Something went wrong" },
    });
    expect(waited()).toBeLessThan(5_000);

    sandbox.faults.clear();
    expect(await create("new-1027", "secret")).toMatchObject(dashboard);
    expect(sandbox.world.effectsOf("finalize")).toHaveLength(1);
  });

  test("after a change of plan it is another order, with a key of its own", async () => {
    resetApp();
    const link = () => signed("new-1027", "buyer@example.com");
    expect(await create("new-1027", "secret", await link())).toMatchObject(dashboard);
    const bought = sandbox.world.subscriptionById("new-1027");
    if (bought) bought.planCode = "ig_3month";
    expect(await create("new-1027", "secret-2", await link())).toMatchObject(dashboard);
    const keys = callsTo("finalize").map(({ headers }) => headers["idempotency-key"]);
    expect(new Set(keys).size).toBe(2);
  });

  test("the second attempt finalizes with the same key and payload, however the address is spelled", async () => {
    const subscription = sandbox.world.subscriptionById("new-1027");
    if (subscription) subscription.emails = ["Buyer@Example.com"];
    sandbox.faults.set("billing", { kind: "lost-answer" });
    await create("new-1027", "secret");
    sandbox.faults.clear();
    expect(await create("new-1027", "secret")).toMatchObject(dashboard);
    const asked = callsTo("finalize").map(({ headers, body }) => [
      headers["idempotency-key"],
      body,
    ]);
    expect(asked).toHaveLength(2);
    expect(asked[1]).toEqual(asked[0]);
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

  test.each([
    ["b…r@example.com", "text", "off"],
    ["buyer@example.com", "email", "username"],
  ])("the form stays as it was: %s", async (email, type, autocomplete) => {
    sandbox.faults.set("billing", { kind: "status", status: 409 });
    const body = new URLSearchParams({ ...trap, email, password: "secret" });
    const answer = await visit(address("new-1027"), { method: "POST", body });
    const html = await answer.text();
    expect(answer.status).toBe(409);
    const field = /<input[^>]*name="email"[^>]*>/.exec(html)?.[0];
    for (const attribute of [`value="${email}"`, `type="${type}"`, `="${autocomplete}"`])
      expect(field).toContain(attribute);
    expect(html.includes("We show only part of your email")).toBe(type === "text");
    // It would be answered that the account is activated.
    expect(html).not.toContain("Is this my address?");
    expect(html).toMatch(/<h1[^>]*>Create Your Account</);
    expect(html).not.toContain("has already been activated");
  });

  test("a forgotten password of a half-created account is reset by the mailed link", async () => {
    resetApp();
    sandbox.faults.set("billing", { kind: "reset" });
    await create("new-1027", "secret");
    sandbox.faults.clear();
    expect(
      await ask(address("new-1027"), { fields: { ...trap, intent: "send-link" } }),
    ).toMatchObject({ status: 303, location: "/access-recovery?sent=activation" });
    // It may come after the answer, and after a letter of an earlier test.
    const token = await vi.waitFor(() => {
      const texts = sandbox.world.mails.map(({ text }) => text).join("\n");
      const [, found] = /&t=([\w.-]+)/.exec(texts) ?? [];
      if (found === undefined) throw new Error(`no link in ${sandbox.world.mails.length} mails`);
      return found;
    }, 20_000);
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

  test.each([[], { unexpected: "shape" }, { users: "none" }, { users: [{}] }, { error: "No" }])(
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
    const before = account("returning@example.com");
    if (before) before.isUnproven = true;
    const token = await signed("new-1026", "returning@example.com");
    expect(await openLink("new-1026", token)).toMatchObject({
      status: 200,
      body: { view: { kind: "create", email: "returning@example.com" } },
    });
    expect(await create("new-1026", "brand-new", token)).toMatchObject(dashboard);
    const changed = account("returning@example.com");
    // The mail has proved the address.
    expect(changed).toMatchObject({ password: "brand-new", isUnproven: false });
    expect(changed?.validSince).toBeGreaterThan(0);
    expect(sandbox.world.effectsOf("finalize")).toMatchObject([
      { payload: { firebase_id: "uid-returning" } },
    ]);
    const { backgroundSettled } = await import("~/platform/work/background.server");
    await backgroundSettled();
    expect(sandbox.world.mails.map(({ to, subject }) => [...to, subject])).toEqual([
      ["returning@example.com", expect.stringMatching(/password was changed/i)],
    ]);
  });

  test("gets its new password though the provider does not take that the address is proven", async () => {
    server.use(
      http.post(/accounts:update/, async ({ request }) => {
        const { emailVerified } = (await request.clone().json()) as { emailVerified?: boolean };
        return emailVerified === undefined
          ? undefined
          : HttpResponse.json({ error: { code: 500, message: "INTERNAL" } }, { status: 500 });
      }),
    );
    const before = account("returning@example.com");
    if (before) before.isUnproven = true;
    const token = await signed("new-1026", "returning@example.com");
    expect(await create("new-1026", "brand-new", token)).toMatchObject(dashboard);
    expect(account("returning@example.com")).toMatchObject({ password: "brand-new" });
  });

  test("created through an unsigned link after the mailed one was opened: its session ends, too", async () => {
    let made = 0;
    server.use(
      http.post(/accounts:lookup/, async ({ request }) => {
        const { email } = (await request.clone().json()) as { email?: string[] };
        if (!email) return undefined;
        const answer = HttpResponse.json({ kind: "identitytoolkit#GetAccountInfoResponse" });
        // A lookup that was too slow is asked for again: the account was made once.
        if (made > 0) return answer;
        made = Math.floor(Date.now() / 1_000);
        sandbox.world.accounts.set("uid-early", {
          uid: "uid-early",
          email: "buyer@example.com",
          password: "a-strangers-own",
          disabled: false,
          isUnproven: true,
          createdAt: Date.now(),
          validSince: made,
        });
        return answer;
      }),
    );
    const token = await signed("new-1027", "buyer@example.com");
    expect(await create("new-1027", "brand-new", token)).toMatchObject(dashboard);
    expect(account("buyer@example.com")).toMatchObject({
      uid: "uid-early",
      password: "brand-new",
      isUnproven: false,
    });
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
