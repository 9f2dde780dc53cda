import { everyCase, few } from "#tests/setup/cases";
import { sendLinksLeft } from "#tests/setup/mailed-links";
import { backgroundSettled } from "~/platform/work/background.server";
import "#tests/setup/mail";
import { describe, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { ask, send } from "#tests/setup/ask";
import { faults, world } from "#tests/setup/cancellations";
import { newMember, sayNoAddress } from "#tests/setup/member";
import type { Outcome } from "#tests/setup/requests";
import { signLinkToken } from "~/platform/tokens/link-token.server";

const billingCalls = () => world.calls.filter(({ system }) => system === "billing");

type SendOptions = Parameters<typeof send>[2];

const json = ({ status, body }: Outcome) => [status, JSON.parse(String(body))];

describe("POST /api/cancel", () => {
  const cancel = (body: string, sent?: SendOptions) => send("/api/cancel", body, sent);

  test.each(few(["application/json", "text/plain"], 1))(
    "cancels for the owner, as %s",
    async (type) => {
      const { id, cookie } = await newMember();
      const answer = await cancel(JSON.stringify({ id }), { cookie, type });
      expect(json(answer)).toEqual([200, { success: true }]);
      expect(world.subscriptionById(id)?.status).toBe("canceled");
    },
  );

  test("takes an id as the subscription service may give it: a number", async () => {
    const { id: text, cookie } = await newMember();
    const id = Number.parseInt(crypto.randomUUID().slice(0, 8), 16);
    const subscription = world.subscriptionById(text);
    if (!subscription) throw new Error("no subscription");
    subscription.id = String(id);
    const answer = await cancel(JSON.stringify({ id }), { cookie });
    expect(json(answer)).toEqual([200, { success: true }]);
    expect(subscription.status).toBe("canceled");
    const other = await cancel(JSON.stringify({ id: id + 1 }), { cookie });
    expect(json(other)).toEqual([404, { error: "No subscriptions" }]);
  });

  const dialects = [
    ["subs", "sub-"],
    ["rec", ""],
  ] as const;
  test.each(few(dialects, 1))(
    "an extra is canceled where the main plan is billed: %s",
    async (dialect, idPrefix) => {
      const main = await newMember({ idPrefix, planCode: "ig_x_weekly_trial" });
      const id = `${idPrefix ? "" : "sub-"}8${Date.now()}`;
      const planCode = "ig_pdf_report_otp";
      const { emails = [] } = world.subscriptionById(main.id) ?? {};
      const extra = { id, planCode, emails, uid: main.uid, mainPlan: false } as const;
      const startedAt = new Date();
      const bundle = "profile-analyzer";
      world.subscriptions.push({ ...extra, bundle, startedAt, status: "active" });
      const answer = await cancel(JSON.stringify({ id }), { cookie: main.cookie });
      expect(json(answer)).toEqual([200, { success: true }]);
      expect(world.effectsOf("cancel")).toMatchObject([
        { brand: "x", dialect, payload: { subscription_id: id } },
      ]);
      expect(world.subscriptionById(main.id)?.status).toBe("active");
    },
  );

  test.each([
    ["none, where the service says none", undefined, undefined],
    ["the service's", new Date("2030-05-05T12:00:00Z"), "Ends on: May 5, 2030"],
  ])("of what is paid once the receipt has no computed end: %s", async (_, endsAt, said) => {
    const main = await newMember();
    const { emails = [] } = world.subscriptionById(main.id) ?? {};
    const id = `sub-9${main.id}`;
    world.subscriptions.push({
      ...{ id, emails, uid: main.uid, mainPlan: false, planCode: "ig_pdf_report_otp" },
      ...{ bundle: "profile-analyzer", startedAt: new Date(), status: "active", endsAt },
    });
    await cancel(JSON.stringify({ id }), { cookie: main.cookie });
    await backgroundSettled();
    const receipts = world.mails.filter(({ text }) => text.includes(`Subscription: ${id}`));
    const ends = receipts.map(({ text }) => text.match(/Ends on: \w+ \d+, \d+/)?.[0]);
    expect(ends).toEqual([said]);
  });

  test("cancels what was resumed or bought since it was last looked up", async () => {
    const resumed = await newMember({ status: "canceled" });
    const { cookie } = resumed;
    expect((await visit("/dashboard/my-plan", { cookie })).status).toBe(200);
    const main = world.subscriptionById(resumed.id);
    if (!main) throw new Error("no subscription");
    main.status = "active";
    const bought = { ...main, id: `${main.id}-2`, planCode: "ig_pdf_report_otp", mainPlan: false };
    world.subscriptions.push(bought);
    for (const { id } of [main, bought])
      expect(json(await cancel(JSON.stringify({ id }), { cookie }))).toEqual([
        200,
        { success: true },
      ]);
    expect([main.status, bought.status]).toEqual(["canceled", "canceled"]);
  });

  test("while the service is down, what is remembered as canceled is not said to be so", async () => {
    const { id, cookie } = await newMember({ status: "canceled" });
    expect((await visit("/dashboard/my-plan", { cookie })).status).toBe(200);
    faults.set("subscriptions", { kind: "status", status: 500 });
    expect(json(await cancel(JSON.stringify({ id }), { cookie }))).toEqual([
      503,
      { error: "Something went wrong" },
    ]);
    faults.clear();
  });

  test("many presses for nothing ask the service ten times in a minute", async () => {
    const { cookie } = await newMember();
    const press = () => cancel(JSON.stringify({ id: "nothing" }), { cookie });
    expect((await press()).status).toBe(404);
    const asked = () => world.calls.filter(({ system }) => system === "subscriptions").length;
    const before = asked();
    const answers = await Promise.all(Array.from({ length: 30 }, press));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    expect(asked() - before).toBeLessThanOrEqual(10);
  });

  test("where it cannot be told who asks, that is not 'sign in'", async () => {
    const { id, cookie } = await newMember();
    faults.set("subscriptions", { kind: "status", status: 403 });
    const answer = await cancel(JSON.stringify({ id }), { cookie });
    expect(json(answer)).toEqual([503, { error: "Something went wrong" }]);
    const copy = await visit("/dashboard/my-data", { cookie, headers: { accept: "*/*" } });
    expect([copy.status, await copy.json()]).toEqual([503, { error: "Something went wrong" }]);
    faults.clear();
  });

  test("refuses visitors and subscriptions of others", async () => {
    const [owner, other] = [await newMember(), await newMember()];
    const body = JSON.stringify({ id: owner.id });
    expect((await cancel(body)).status).toBe(401);
    expect((await cancel(body, { cookie: other.cookie })).status).toBe(404);
    expect(billingCalls()).toEqual([]);
  });

  test.each(["", "{}", "[]", "null", "{", '{"id":{}}', '{"id":""}'])("refuses %j", async (body) => {
    const { cookie } = await newMember();
    expect(json(await cancel(body, { cookie }))).toEqual([400, { error: "id is required" }]);
  });

  test.each(["cancel", "cancel-request", "cancel-subscription/token"])(
    "GET of /api/%s changes nothing",
    async (path) => {
      const answer = await visit(`/api/${path}`);
      expect([answer.status, await answer.json()]).toEqual([405, { error: "Use POST" }]);
    },
  );
});

describe("POST /api/cancel-subscription/{content}", () => {
  const cancel = (content: string) =>
    send(`/api/cancel-subscription/${content}`, "", { type: "text/plain" });

  test("cancels for the bearer of a link; a second time changes nothing", async () => {
    const { id } = await newMember();
    const token = await signLinkToken("cancellation", id);
    expect(json(await cancel(token))).toEqual([200, { success: true }]);
    expect(json(await cancel(token))).toEqual([200, { success: true }]);
    expect(billingCalls()).toHaveLength(1);
  });

  test("any other content is refused, with no call to billing", async () => {
    const { id } = await newMember();
    vi.useFakeTimers({ now: Date.now() - 8 * 86_400_000, toFake: ["Date"] });
    const old = await signLinkToken("cancellation", id);
    vi.useRealTimers();
    const refused = { error: "No subscriptions" };
    expect(json(await cancel(old))).toEqual([410, refused]);
    expect(json(await cancel(await signLinkToken("activation", id)))).toEqual([403, refused]);
    expect(json(await cancel(id))).toEqual([403, refused]);
    expect(json(await cancel(await signLinkToken("cancellation", "sub-gone")))).toEqual([
      404,
      refused,
    ]);
    expect(billingCalls()).toEqual([]);
  });
});

describe("POST /api/cancel-request", () => {
  const request = (email: unknown, more: Record<string, unknown> = {}) =>
    JSON.stringify({
      email,
      code: "profile-analyzer",
      host: "localhost",
      emailing: true,
      inAppUnsubscribe: false,
      ...more,
    });
  /** The answer waits for no letter. */
  async function mailed(body: string, sent?: SendOptions) {
    const answer = await send("/api/cancel-request", body, sent);
    await backgroundSettled();
    return answer;
  }

  test("mails the subscription's latest address, whichever of its addresses is given", async () => {
    const { id, email } = await newMember();
    world.subscriptionById(id)?.emails.unshift(`former-${email}`);
    for (const asking of [email, `former-${email}`])
      expect(json(await mailed(request(asking), { type: "text/plain" }))).toEqual([
        200,
        { success: true },
      ]);
    expect(world.mails.map(({ to }) => to)).toEqual([[email], [email]]);
  });

  test("requests of strangers do not use up the subscriber's own limit", async () => {
    const { email, cookie } = await newMember();
    const form = { email, password: "member-pass" };
    const signedIn = await ask("/sign-in", { fields: form });
    const device = /device=[^;]+/.exec(signedIn.cookie ?? "")?.[0] ?? "";
    for (let times = 0; times < 11; times += 1)
      await mailed(request(email), { client: "192.0.2.1" });
    expect((await mailed(request(email), { client: "192.0.2.2" })).status).toBe(429);
    world.mails.length = 0;

    const known = { cookie, client: "192.0.2.1", fields: {} };
    expect(await ask("/dashboard/my-plan/cancel", known)).toMatchObject({
      location: "/dashboard/my-plan/cancel?sent",
    });
    const asKnown = { cookie: device, client: "192.0.2.1" };
    for (let times = 0; times < 3; times += 1)
      expect((await mailed(request(email), asKnown)).status).toBe(200);
    expect(world.mails.map(({ to }) => to)).toEqual(Array(4).fill([email]));
    expect((await mailed(request(email), asKnown)).status).toBe(429);
  });

  test("all known browsers of an email share a limit of three mails", async () => {
    const { email } = await newMember();
    const statuses: number[] = [];
    for (let times = 0; times < 4; times += 1) {
      const signedIn = await ask("/sign-in", { fields: { email, password: "member-pass" } });
      const cookie = /device=[^;]+/.exec(signedIn.cookie ?? "")?.[0] ?? "";
      statuses.push((await mailed(request(email), { cookie })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test("My Plan: without an address no mail can be sent, and the plan is not said to be none", async () => {
    const asked = async (status: "active" | "canceled") => {
      const member = await newMember({ status });
      sayNoAddress(member);
      return ask("/dashboard/my-plan/cancel", { cookie: member.cookie, fields: {} });
    };
    expect(await asked("active")).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^Your subscription has no email address/) },
    });
    expect(await asked("canceled")).toMatchObject({ location: "/dashboard/my-plan" });
  });

  test("an unknown address gets the same response, and no mail", async () => {
    expect(json(await mailed(request("nobody@example.com")))).toEqual([200, { success: true }]);
    expect(world.mails).toEqual([]);
  });

  test("a subscription with two addresses in one field gets the same response, and no mail", async () => {
    const { id, email } = await newMember();
    world.subscriptionById(id)?.emails.push(`${email}, evil@evil.example`);
    expect(json(await mailed(request(email)))).toEqual([200, { success: true }]);
    expect(world.mails).toEqual([]);
  });

  test.each([
    ["", "Wrong email format"],
    ["{", "Wrong email format"],
    [request("nobody"), "Wrong email format"],
    [request(["a@example.com"]), "Wrong email format"],
    [request("a@example.com", { code: "other" }), "Unknown bundle"],
  ])("refuses %s", async (body, error) => {
    expect(json(await mailed(body))).toEqual([400, { error }]);
  });

  test("mail is down: the response is the same for everybody, and the mail comes later", async () => {
    const { email } = await newMember();
    faults.set("mail", { kind: "status", status: 421 });
    for (const address of [email, "nobody@example.com"])
      expect(json(await mailed(request(address)))).toEqual([200, { success: true }]);
    await backgroundSettled();
    faults.clear();
    await sendLinksLeft();
    expect(world.mails.map(({ to }) => to)).toEqual([[email]]);
  });

  test("a client that sends too many requests learns when to try again", async () => {
    const client = "198.51.100.7";
    const asked = (email: string) => mailed(request(email), { client });
    for (let count = 0; count < 20; count += 1) {
      // What is refused uses nothing up.
      if (everyCase || count < 2) expect((await asked("nobody")).status).toBe(400);
      expect((await asked(`nobody-${count}@example.com`)).status).toBe(200);
    }
    const body = request("nobody@example.com");
    const last = await visit("/api/cancel-request", { method: "POST", body, client });
    expect(last.status).toBe(429);
    expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(3_000);
    expect(await last.json()).toEqual({ error: "Too many requests. Try again in 1 hour." });
  });
});

// Last, because these tests leave the breaker of the subscription service open.
describe("outages", () => {
  test("POST /api/cancel: 202 while unconfirmed, billing's message if it refuses, 503 in an outage", async () => {
    const [first, second, third] = [await newMember(), await newMember(), await newMember()];
    const cancel = ({ id, cookie }: typeof first) =>
      send("/api/cancel", JSON.stringify({ id }), { cookie });
    faults.set("billing", { kind: "reset" });
    expect(json(await cancel(first))).toEqual([202, { success: true }]);
    faults.set("billing", { kind: "status", status: 500 });
    expect(json(await cancel(second))).toEqual([502, { error: "The sandbox answers 500" }]);
    faults.set("subscriptions", { kind: "reset" });
    expect(json(await cancel(third))).toEqual([503, { error: "Something went wrong" }]);
  });
});
