import "#tests/setup/mail";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Fault } from "#sandbox/faults.ts";
import { type Member, makeDue, newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { cancelSubscription } from "~/clients/billing.server";
import { flushEvents } from "~/clients/events.server";
import { firestore } from "~/clients/firebase.server";
import { giveUp } from "~/clients/outbox/operations.server";
import { subscriptionsOf } from "~/clients/subscriptions.server";
import { backgroundSettled } from "~/services/background.server";
import { cancelByLink, cancellationOf, cancelOwn } from "~/services/cancellation.server";
import { keyAfter, keyOf } from "~/services/cancellation-key.server";
import {
  requestCancellationMail,
  requestCancellationMailByEmail,
} from "~/services/cancellation-mail.server";
import { type CancellationWish, keepWish, wishOf } from "~/services/cancellation-wish.server";
import { signLinkToken } from "~/services/link-token.server";
import { cancellations } from "~/services/outbox/cancellation.server";
import { runEntry } from "~/services/outbox/runner.server";

const { world, faults } = sandbox;

afterEach(async () => {
  faults.clear();
  await backgroundSettled();
  vi.useRealTimers();
});

function wishFor({ id, email, uid }: Member): CancellationWish {
  const pressedAt = Date.now();
  const order = { brand: "default", email, uid } as const;
  return { subscriptionId: id, order, pressedAt, key: keyOf(id, pressedAt) };
}

/** Other files share the database, so each delivers its own only. */
const deliverDue = (id: string) => runEntry(cancellations, id);

const effects = (id: string) =>
  world.effectsOf("cancel").filter(({ payload }) => payload.subscription_id === id);
const billingCalls = (id: string) =>
  world.calls.filter(({ system, body }) => system === "billing" && body.includes(id));
const letters = (to: string) =>
  world.mails.filter((mail) => mail.to.includes(to)).map(({ subject }) => subject);
async function eventNames() {
  await flushEvents();
  return world.events.map(({ body }) => (body as { event: string }).event);
}

const canceledLetter = "Your membership has been canceled";
const receivedLetter = "We have your cancellation";

describe("a cancellation that billing confirms", () => {
  test.each([
    ["subs dialect", "sub-", "ig_weekly_trial", "default", "subs"],
    ["rec dialect", "", "ig_weekly_trial", "default", "rec"],
    ["brand x", "", "ig_x_weekly_trial", "x", "rec"],
    ["brand y", "sub-", "ig_y_weekly_trial", "y", "subs"],
  ])("%s", async (_, idPrefix, planCode, brand, dialect) => {
    const member = await newMember({ idPrefix, planCode });
    expect(await cancelOwn(member, "test")).toEqual({ outcome: "canceled", kept: true });
    expect(effects(member.id)).toMatchObject([
      {
        brand,
        dialect,
        payload: { subscription_id: member.id, email: member.email, firebase_id: member.uid },
      },
    ]);
    expect(world.subscriptionById(member.id)?.status).toBe("canceled");
    await backgroundSettled();
    expect(letters(member.email)).toEqual([canceledLetter]);
    expect(await wishOf(member.id)).toMatchObject({
      state: "done",
      dueAt: null,
      progress: { letters: { canceled: true } },
    });
    expect(await eventNames()).toEqual(["cancel_click", "cancel_success"]);
  });
});

describe("billing fails, and the wish is kept until it does not", () => {
  const unanswered: [string, Fault, string][] = [
    ["hangs", { kind: "hang" }, "cancel_request_error"],
    ["breaks the connection", { kind: "reset" }, "cancel_request_error"],
    ["loses its answer", { kind: "lost-answer" }, "cancel_request_error"],
    ["answers half a JSON", { kind: "malformed" }, "cancel_unknown_response"],
    ["answers another shape", { kind: "wrong-shape" }, "cancel_unknown_response"],
    ["redirects", { kind: "redirect" }, "cancel_request_error"],
  ];
  test.each(unanswered)("billing %s", async (_, fault, event) => {
    const member = await newMember();
    faults.set("billing", fault);
    const started = Date.now();
    expect(await cancelOwn(member, "test")).toEqual({ outcome: "received" });
    expect(Date.now() - started).toBeLessThan(4_000);
    expect(await cancellationOf(member.id)).toBe("waiting");
    await backgroundSettled();
    expect(letters(member.email)).toEqual([receivedLetter]);
    expect(await eventNames()).toEqual(["cancel_click", event]);

    faults.clear();
    await makeDue(member.id);
    await deliverDue(member.id);
    expect(effects(member.id)).toHaveLength(1);
    expect(letters(member.email)).toEqual([receivedLetter, canceledLetter]);
    expect(await cancellationOf(member.id)).toBe("just-confirmed");
    expect(world.trapped).toEqual([]);
  });

  test.each([400, 429, 500])("billing answers an error with status %i", async (status) => {
    const member = await newMember();
    faults.set("billing", { kind: "status", status });
    expect(await cancelOwn(member, "test")).toEqual({
      outcome: "declined",
      message: `The sandbox answers ${status}`,
      kept: true,
    });
    expect(await eventNames()).toEqual(["cancel_click", "cancel_error"]);
    faults.clear();
    await backgroundSettled();
    await makeDue(member.id);
    await deliverDue(member.id);
    expect(effects(member.id)).toHaveLength(1);
  });

  test("a refusal is no loss where the subscription has ended by another way", async () => {
    const member = await newMember();
    await keepWish(wishFor(member));
    const subscription = world.subscriptionById(member.id);
    if (subscription) subscription.status = "expired";
    await makeDue(member.id);
    await deliverDue(member.id);
    expect(await wishOf(member.id)).toMatchObject({
      progress: { confirmedAt: expect.any(Number) },
    });
    expect(effects(member.id)).toEqual([]);
  });

  test("every repeat carries the same key and payload", async () => {
    const member = await newMember();
    faults.set("billing", { kind: "lost-answer" }, 1);
    await cancelOwn(member, "test");
    await backgroundSettled();
    await makeDue(member.id);
    await deliverDue(member.id);
    const calls = billingCalls(member.id);
    expect(calls).toHaveLength(2);
    expect(new Set(calls.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    expect(new Set(calls.map(({ body }) => body)).size).toBe(1);
    expect(effects(member.id)).toMatchObject([{ repeats: 1 }]);
  });

  test("a letter that could not be sent goes out later, once", async () => {
    const member = await newMember();
    faults.set("mail", { kind: "status", status: 500 });
    await cancelOwn(member, "test");
    await backgroundSettled();
    expect(letters(member.email)).toEqual([]);
    faults.clear();
    await makeDue(member.id);
    await deliverDue(member.id);
    await makeDue(member.id);
    await deliverDue(member.id);
    expect(letters(member.email)).toEqual([canceledLetter]);
    expect(billingCalls(member.id)).toHaveLength(1);
  });
});

describe("presses and processes that meet", () => {
  test("ten presses at once are one cancellation", async () => {
    const member = await newMember();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => cancelOwn(member, "test")));
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(Array(10).fill("canceled"));
    await backgroundSettled();
    expect(billingCalls(member.id)).toHaveLength(1);
    expect(letters(member.email)).toEqual([canceledLetter]);
  });

  test("a due intent goes to one of several that look for it", async () => {
    const member = await newMember();
    faults.set("billing", { kind: "reset" }, 1);
    await cancelOwn(member, "test");
    await backgroundSettled();
    await makeDue(member.id);
    await Promise.all([deliverDue(member.id), deliverDue(member.id), deliverDue(member.id)]);
    expect(billingCalls(member.id)).toHaveLength(2);
    expect(effects(member.id)).toHaveLength(1);
  });

  test("an intent under way is left to the process that has it", async () => {
    const member = await newMember();
    const first = await keepWish(wishFor(member));
    const second = await keepWish(wishFor(member));
    expect([first.claim?.id, second.claim]).toEqual([member.id, undefined]);
    expect(second.entry.key).toBe(first.entry.key);
  });

  test("a membership that was resumed can be canceled again, under another key", async () => {
    const member = await newMember();
    await cancelOwn(member, "test");
    await backgroundSettled();
    const subscription = world.subscriptionById(member.id);
    if (subscription) subscription.status = "active";
    const first = await wishOf(member.id);
    vi.useFakeTimers({ now: Date.now() + 120_000, toFake: ["Date"] });
    expect(await cancelOwn(member, "test")).toEqual({ outcome: "canceled", kept: true });
    expect((await wishOf(member.id))?.key).not.toBe(first?.key);
    expect(effects(member.id)).toHaveLength(2);
  });
});

describe("a wish that Firestore keeps late", () => {
  const keysOf = (id: string) =>
    new Set(billingCalls(id).map(({ headers }) => headers["idempotency-key"]));

  test("by 700 ms an answer: billing meets one key, and one letter goes out", async () => {
    const member = await newMember();
    // Half of it on the way there, half on the way back.
    faults.set("firestore", { kind: "slow", ms: 350 });
    expect(await cancelOwn(member, "test")).toMatchObject({ outcome: "canceled" });
    faults.clear();
    await backgroundSettled();
    await makeDue(member.id);
    await deliverDue(member.id);
    expect(keysOf(member.id).size).toBe(1);
    expect(effects(member.id)).toHaveLength(1);
    expect(letters(member.email)).toEqual([canceledLetter]);
  });

  test("after it was given up on, while billing fails: nobody says that nothing has changed", async () => {
    const member = await newMember();
    faults.set("firestore", { kind: "slow", ms: 900 });
    faults.set("billing", { kind: "reset" });
    expect(await cancelOwn(member, "test")).toEqual({ outcome: "unknown" });
    faults.clear();
    await vi.waitFor(async () => expect(await wishOf(member.id)).toBeDefined(), 5_000);
    await backgroundSettled();
    await makeDue(member.id);
    await deliverDue(member.id);
    expect(keysOf(member.id).size).toBe(1);
    expect(effects(member.id)).toHaveLength(1);
    expect(letters(member.email)).toEqual([canceledLetter]);
  });

  test("and that billing has confirmed meanwhile is only closed: no letter says otherwise", async () => {
    const member = await newMember();
    faults.set("firestore", { kind: "slow", ms: 900 });
    expect(await cancelOwn(member, "test")).toEqual({ outcome: "canceled", kept: false });
    faults.set("billing", { kind: "reset" });
    faults.clear("firestore");
    await backgroundSettled();
    expect(await wishOf(member.id)).toMatchObject({ state: "done" });
    expect(letters(member.email)).toEqual([canceledLetter]);
    expect(billingCalls(member.id)).toHaveLength(1);
  });

  test("over midnight has the key of its press", async () => {
    const member = await newMember();
    const midnight = new Date().setUTCHours(24, 0, 0, 0);
    vi.useFakeTimers({ now: midnight - 60_000, toFake: ["Date"] });
    // What stands there is read later than billing is asked directly.
    faults.set("firestore", { kind: "slow", ms: 900 });
    faults.set("billing", { kind: "reset" });
    const pressed = cancelOwn(member, "test");
    await vi.waitFor(() => expect(billingCalls(member.id)).toHaveLength(1), 5_000);
    vi.setSystemTime(midnight + 1);
    await pressed;
    faults.clear();
    await vi.waitFor(async () => expect(await wishOf(member.id)).toBeDefined(), 5_000);
    await backgroundSettled();
    await makeDue(member.id);
    await deliverDue(member.id);
    expect(effects(member.id)).toHaveLength(1);
    expect(keysOf(member.id).size).toBe(1);
  });

  test("past Firestore, billing's old answer to a used key is not taken for a confirmation", async () => {
    const member = await newMember();
    // Another process had it canceled today, and the membership was resumed.
    const { id: mainSubscriptionId, email, uid } = member;
    const order = { brand: "default", mainSubscriptionId, email, uid } as const;
    const idempotencyKey = keyAfter(member.id, undefined, Date.now());
    await cancelSubscription({ ...order, idempotencyKey });
    const subscription = world.subscriptionById(member.id);
    if (subscription) subscription.status = "active";
    faults.set("firestore", { kind: "hang" });
    expect(await cancelOwn(member, "test")).toEqual({ outcome: "unknown" });
    await backgroundSettled();
    expect(effects(member.id)).toMatchObject([{ repeats: 1 }]);
    expect(letters(member.email)).toEqual([]);
  });

  test("neither kept nor asked of billing: nothing has changed, then or later", async () => {
    const member = await newMember();
    const token = await signLinkToken("cancellation", member.id);
    faults.set("firestore", { kind: "hang" });
    faults.set("subscriptions", { kind: "reset" });
    expect(await cancelByLink(token, "test")).toEqual({ outcome: "failed" });
    await backgroundSettled();
    faults.clear();
    await deliverDue(member.id);
    expect(await wishOf(member.id)).toBeUndefined();
  });

  test("refused by billing and not kept: billing's words, and nothing is tried again", async () => {
    const member = await newMember();
    faults.set("firestore", { kind: "hang" });
    faults.set("billing", { kind: "status", status: 400 });
    expect(await cancelOwn(member, "test")).toMatchObject({ outcome: "declined", kept: false });
  });

  test("a second press names the same wish", async () => {
    const member = await newMember();
    faults.set("firestore", { kind: "hang" });
    faults.set("billing", { kind: "lost-answer" });
    for (let press = 0; press < 2; press += 1)
      expect(await cancelOwn(member, "test")).toEqual({ outcome: "unknown" });
    faults.clear();
    await backgroundSettled();
    expect(await cancelOwn(member, "test")).toEqual({ outcome: "canceled", kept: true });
    expect(keysOf(member.id).size).toBe(1);
    expect(effects(member.id)).toHaveLength(1);
  });

  test("a membership that was resumed is canceled under another key, on the way past Firestore, too", async () => {
    const member = await newMember();
    await cancelOwn(member, "test");
    await backgroundSettled();
    const subscription = world.subscriptionById(member.id);
    if (subscription) subscription.status = "active";
    faults.set("firestore", { kind: "hang" });
    vi.useFakeTimers({ now: Date.now() + 120_000, toFake: ["Date"] });
    expect(await cancelOwn(member, "test")).toEqual({ outcome: "canceled", kept: false });
    expect(subscription?.status).toBe("canceled");
    expect(keysOf(member.id).size).toBe(2);
  });
});

describe("a holder that is late", () => {
  test("neither overwrites what another has done nor mails 'not confirmed yet' after 'canceled'", async () => {
    const member = await newMember();
    faults.set("billing", { kind: "hang" }, 1);
    const late = cancelOwn(member, "test");
    await vi.waitFor(() => expect(billingCalls(member.id)).toHaveLength(1));
    await makeDue(member.id);
    await deliverDue(member.id);
    const done = await wishOf(member.id);
    expect(done).toMatchObject({ state: "done", dueAt: null });
    expect((await late).outcome).toMatch(/received|canceled/);
    await backgroundSettled();
    expect(await wishOf(member.id)).toEqual(done);
    expect(letters(member.email)).toEqual([canceledLetter]);
  });

  test("who gave an entry up is heard by the process that has it", async () => {
    const member = await newMember();
    faults.set("billing", { kind: "hang" }, 1);
    const pressed = cancelOwn(member, "test");
    await vi.waitFor(() => expect(billingCalls(member.id)).toHaveLength(1));
    await giveUp(cancellations, member.id, "settled by phone");
    await pressed;
    await backgroundSettled();
    expect(await wishOf(member.id)).toMatchObject({ state: "given-up", dueAt: null });
    expect(letters(member.email)).toEqual([]);
  });
});

describe("the identity provider is away", () => {
  test("billing is told an owner's account once the provider answers, and never that there is none", async () => {
    const member = await newMember();
    faults.set("identity", { kind: "reset" });
    const token = await signLinkToken("cancellation", member.id);
    expect(await cancelByLink(token, "test")).toEqual({ outcome: "received" });
    await backgroundSettled();
    await makeDue(member.id);
    await deliverDue(member.id);
    expect(billingCalls(member.id)).toEqual([]);
    expect(letters(member.email)).toEqual([receivedLetter]);
    faults.clear();
    await makeDue(member.id);
    // The breaker that the outage has opened tries again after 5 s.
    vi.useFakeTimers({ now: Date.now() + 6_000, toFake: ["Date", "performance"] });
    await deliverDue(member.id);
    vi.useRealTimers();
    expect(effects(member.id)).toMatchObject([{ payload: { firebase_id: member.uid } }]);
    expect(await wishOf(member.id)).toMatchObject({ payload: { order: { uid: member.uid } } });
    expect(letters(member.email)).toEqual([receivedLetter, canceledLetter]);
  });

  test("the order of a signed-in owner completes the one of a link, whatever address that knew", async () => {
    const member = await newMember();
    // The account has another address, and the process that took the link's wish has died.
    const order = { brand: "default", email: member.email, uid: null } as const;
    await keepWish({ ...wishFor(member), order });
    await makeDue(member.id);
    const owner = { uid: member.uid, email: `other-${member.email}` };
    expect(await cancelOwn(owner, "test")).toEqual({ outcome: "canceled", kept: true });
    expect(effects(member.id)).toMatchObject([
      { payload: { firebase_id: owner.uid, email: owner.email } },
    ]);
  });

  test("nothing is asked of billing for an unknown account while Firestore is away, too", async () => {
    const member = await newMember();
    faults.set("identity", { kind: "reset" });
    faults.set("firestore", { kind: "hang" });
    const token = await signLinkToken("cancellation", member.id);
    expect(await cancelByLink(token, "test")).toEqual({ outcome: "failed" });
    expect(billingCalls(member.id)).toEqual([]);
  });

  test("who has no account is canceled as having none", async () => {
    const member = await newMember();
    world.accounts.delete(member.uid);
    const token = await signLinkToken("cancellation", member.id);
    expect(await cancelByLink(token, "test")).toEqual({ outcome: "canceled", kept: true });
    expect(effects(member.id)).toMatchObject([{ payload: { firebase_id: "" } }]);
  });
});

test("a press over a malformed document begins anew under its key", async () => {
  const member = await newMember();
  const document = (await firestore()).doc(`cancellationIntents/${member.id}`);
  await document.set({ key: "kept-key", state: "open", lease: 7, attempts: "many" });
  expect(await cancelOwn(member, "test")).toEqual({ outcome: "canceled", kept: true });
  expect(effects(member.id)).toMatchObject([{ key: "kept-key" }]);
  expect(await wishOf(member.id)).toMatchObject({ lease: 8 });
});

describe("by a mailed link", () => {
  test("the mail goes to the subscription's own address, with one-click headers", async () => {
    const member = await newMember();
    expect(await requestCancellationMail(member)).toEqual({ outcome: "sent" });
    const [mail] = world.mails;
    const link = /http:\S+\/unsubscription\?from=\S+/.exec(mail?.text ?? "")?.[0] ?? "";
    expect(mail?.to).toEqual([member.email]);
    expect(mail?.headers["list-unsubscribe"]?.replace(/\s/g, "")).toBe(`<${link}>`);
    expect(mail?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");

    const token = new URL(link).searchParams.get("from") ?? "";
    expect(await cancelByLink(token, "test")).toEqual({ outcome: "canceled", kept: true });
    expect(effects(member.id)).toMatchObject([{ payload: { firebase_id: member.uid } }]);
  });

  test("a link that is used twice cancels once, even where the membership was resumed", async () => {
    const member = await newMember();
    const token = await signLinkToken("cancellation", member.id);
    await cancelByLink(token, "test");
    const subscription = world.subscriptionById(member.id);
    if (subscription) subscription.status = "active";
    vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ["Date"] });
    expect(await cancelByLink(token, "test")).toEqual({ outcome: "canceled", kept: true });
    expect(billingCalls(member.id)).toHaveLength(1);
    expect(subscription?.status).toBe("active");
  });

  test("a link's wish is kept while nobody can say whose subscription it is", async () => {
    const member = await newMember();
    const token = await signLinkToken("cancellation", member.id);
    faults.set("subscriptions", { kind: "reset" });
    expect(await cancelByLink(token, "test")).toEqual({ outcome: "received" });
    await backgroundSettled();
    expect(billingCalls(member.id)).toEqual([]);
    faults.clear();
    await makeDue(member.id);
    await deliverDue(member.id);
    expect(effects(member.id)).toHaveLength(1);
    expect(letters(member.email)).toEqual([canceledLetter]);
  });

  test("refused and empty links reach nobody outside", async () => {
    const member = await newMember();
    const good = await signLinkToken("cancellation", member.id);
    const activation = await signLinkToken("activation", member.id);
    vi.useFakeTimers({ now: Date.now() - 8 * 86_400_000, toFake: ["Date"] });
    const old = await signLinkToken("cancellation", member.id);
    vi.useRealTimers();
    const [head, payload, signature] = good.split(".");
    const altered = [head, payload?.replace(/.$/, (end) => (end === "A" ? "B" : "A")), signature];
    const none = Buffer.from('{"alg":"none"}').toString("base64url");
    for (const [token, reason] of [
      [altered.join("."), "invalid"],
      [`${none}.${payload}.`, "invalid"],
      [activation, "invalid"],
      [old, "expired"],
      ["", "invalid"],
    ] as const)
      expect(await cancelByLink(token, "test")).toEqual({ outcome: "refused", reason });
    expect(world.calls.filter(({ system }) => system !== "events")).toEqual([]);
  });

  test("a subscription that is gone or expired has nothing to cancel", async () => {
    const member = await newMember({ status: "expired" });
    for (const id of [member.id, "sub-nobody"])
      expect(await cancelByLink(await signLinkToken("cancellation", id), "test")).toEqual({
        outcome: "not-found",
      });
    expect(billingCalls(member.id)).toEqual([]);
  });

  test("who was here lately can cancel while the subscription service is down", async () => {
    const member = await newMember();
    await subscriptionsOf(member);
    faults.set("subscriptions", { kind: "reset" });
    vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ["Date", "performance"] });
    expect(await requestCancellationMail(member)).toEqual({ outcome: "sent" });
    expect(await cancelOwn(member, "test")).toEqual({ outcome: "canceled", kept: true });
    vi.useRealTimers();
    expect(effects(member.id)).toHaveLength(1);
  });

  test.each([
    ["mail", "mail", { kind: "status", status: 500 }],
    ["the subscription service", "subscriptions", { kind: "reset" }],
  ] as const)("%s is down: no mail is claimed", async (_, system, fault) => {
    const member = await newMember();
    faults.set(system, fault);
    expect(await requestCancellationMail(member)).toEqual({ outcome: "unavailable" });
    expect(world.mails).toEqual([]);
  });

  test("an address gets three mails in a quarter of an hour, known or not", async () => {
    const member = await newMember();
    for (const email of [member.email, `not-${member.email}`]) {
      for (let mail = 0; mail < 3; mail += 1) await requestCancellationMailByEmail(email);
      expect(await requestCancellationMailByEmail(email)).toMatchObject({ outcome: "limited" });
    }
    expect(world.mails).toHaveLength(3);
  });
});
