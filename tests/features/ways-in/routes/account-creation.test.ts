import { HttpResponse, http } from "msw";
import { afterEach, describe, expect, test } from "vitest";
import { account, callsTo, create, dashboard, signed } from "#tests/setup/access-recovery";
import { visit } from "#tests/setup/app";
import { ask } from "#tests/setup/ask";
import { few } from "#tests/setup/cases";
import { sandbox, server } from "#tests/setup/outside";
import { trap } from "#tests/setup/requests";
import { stopwatch } from "#tests/setup/stopwatch";
import { visibleText } from "#tests/setup/visible-text";
import { backgroundSettled } from "~/platform/work/background.server";

// A sign-in looks at legal notices afterwards: its calls are not the next test's.
afterEach(() => backgroundSettled());

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
    // The mail has proved the address: signing in with Google later leaves the password as it is.
    expect(account("buyer@example.com")).toMatchObject({ password: "secret", isUnproven: false });
  });

  test.each(few([{}, { users: [] }, { users: null }, { kind: "x", users: null }], 2))(
    "a lookup that answers %j knows no account: it is created",
    async (answered) => {
      server.use(
        http.post(/accounts:lookup/, async ({ request }) => {
          const asked = (await request.clone().json()) as object;
          return "email" in asked ? HttpResponse.json(answered) : undefined;
        }),
      );
      expect(await create("new-1027", "secret")).toMatchObject(dashboard);
      expect(account("buyer@example.com")).toMatchObject({ password: "secret" });
    },
  );

  test("changePassword says with status 500 that there is no account: it is created", async () => {
    const error = { code: "auth/user-not-found", message: null };
    server.use(http.post("*/changePassword", () => HttpResponse.json({ error }, { status: 500 })));
    const token = await signed("new-1027", "buyer@example.com");
    expect(await create("new-1027", "secret", token)).toMatchObject(dashboard);
  });

  test("changePassword is down: nothing of what its host says is shown", async () => {
    const error = "Internal Server Error";
    server.use(http.post("*/changePassword", () => HttpResponse.json({ error }, { status: 500 })));
    const token = await signed("new-1027", "buyer@example.com");
    expect(await create("new-1027", "secret", token)).toMatchObject({
      status: 503,
      body: { message: "Something went wrong" },
    });
    expect(account("buyer@example.com")).toBeUndefined();
  });

  test("five characters are too few", async () => {
    expect(await create("new-1027", "12345", undefined, "buyer@example.com")).toMatchObject({
      status: 400,
      body: { email: "buyer@example.com", error: "At least 6 symbols" },
    });
    expect(await create("new-1027", "x".repeat(4_097))).toMatchObject({
      status: 400,
      body: { error: "Too long" },
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
    for (const path of ["/access-recovery", "/access-recovery?id="]) {
      const page = await visit(path, { method: "POST", body: new URLSearchParams(fields) });
      expect(visibleText(await page.text())).toContain("No subscription id for finalize");
    }
  });

  test("billing refuses to finalize: the form stays, and the title is its own", async () => {
    const error = "This plan belongs to nobody.";
    server.use(http.post("*/subs/finalize", () => HttpResponse.json({ error }, { status: 409 })));
    const body = new URLSearchParams({ ...trap, password: "secret" });
    const page = await visit("/access-recovery?id=new-1027", { method: "POST", body });
    const html = await page.text();
    expect(page.status).toBe(409);
    expect(html).toContain("<title>Error · Create Your Account · Profile Analyzer</title>");
    expect(visibleText(html)).toContain(error);
    expect(html).toContain('name="password"');
  });

  test.each(["nowhere", "sub-1007"])("'%s': No subscription", async (id) => {
    expect(await create(id, "secret")).toMatchObject({
      status: 404,
      body: { message: "No subscription" },
    });
  });

  const raw = "The mail box is locked ".repeat(20);
  const refusals: [unknown, string][] = [
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
  ];
  test.each(few(refusals, 5))("changePassword refuses with %o", async (error, message) => {
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

  test("changePassword says email-already-in-use: the message and the link, too", async () => {
    server.use(
      http.post("*/changePassword", () =>
        HttpResponse.json({ error: { code: "auth/email-already-in-use", message: "taken" } }),
      ),
    );
    const token = await signed("new-1026", "returning@example.com");
    expect(await create("new-1026", "another-one", token)).toMatchObject({
      status: 400,
      body: { message: "The email address is already in use by another account.", restore: true },
    });
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
    const waited = stopwatch();
    expect(await create("new-1027", "secret")).toMatchObject({
      status: 303,
      location: "/access-recovery?ready",
      cookie: null,
    });
    expect(waited()).toBeLessThan(5_000);
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
