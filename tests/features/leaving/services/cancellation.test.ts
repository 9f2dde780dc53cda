import "#tests/setup/mail";
import { describe, expect, test, vi } from "vitest";
import {
  billingCalls,
  canceledLetter,
  deliverDue,
  effects,
  eventNames,
  faults,
  letters,
  wishFor,
  world,
} from "#tests/setup/cancellations";
import { everyCase } from "#tests/setup/cases";
import { makeDue, newMember } from "#tests/setup/member";
import { cancelOwn } from "~/features/leaving/cancellation.server";
import { keepWish, wishOf } from "~/features/leaving/services/cancellation-wish.server";
import { firestore } from "~/platform/store/firebase.server";
import { backgroundSettled } from "~/platform/work/background.server";

describe("a cancellation that billing confirms", () => {
  const ways = [
    ["subs dialect", "sub-", "ig_weekly_trial", "default", "subs"],
    ["rec dialect", "", "ig_weekly_trial", "default", "rec"],
    ["brand x", "", "ig_x_weekly_trial", "x", "rec"],
    ["brand y", "sub-", "ig_y_weekly_trial", "y", "subs"],
  ] as const;
  test.each(ways.filter(([, , , brand]) => everyCase || brand !== "x"))(
    "%s",
    async (_, idPrefix, planCode, brand, dialect) => {
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
    },
  );
});

describe("the first letter is the receipt", () => {
  const mailsTo = (address: string) => world.mails.filter(({ to }) => to.includes(address));

  test("with content, time to the second, end and a PDF, at the address that the subscription used last", async () => {
    const member = await newMember();
    const subscription = world.subscriptionById(member.id);
    subscription?.emails.push("newer@example.com");
    const pressed = Date.now();
    await cancelOwn(member, "test");
    await backgroundSettled();
    expect(mailsTo(member.email)).toEqual([]);
    const [letter] = mailsTo("newer@example.com");
    const received = /Received: (\w+ \d+, \d{4}, \d\d:\d\d:\d\d) UTC/.exec(letter?.text ?? "")?.[1];
    expect(Math.abs(Date.parse(`${received} UTC`) - pressed)).toBeLessThan(20_000);
    expect(letter?.text).toContain("What: I cancel my contract (ordinary)");
    expect(letter?.text).toContain(`Subscription: ${member.id}`);
    expect(letter?.text).toMatch(/Ends on: \w+ \d+, \d{4}/);
    expect(letter?.attachments).toMatchObject([{ filename: "cancellation-receipt.pdf" }]);
  });

  test("and the letter after it is none", async () => {
    const member = await newMember();
    faults.set("billing", { kind: "status", status: 500 });
    await cancelOwn(member, "test");
    await backgroundSettled();
    faults.clear();
    await makeDue(member.id);
    await deliverDue(member.id);
    const [first, second] = mailsTo(member.email);
    expect(first?.text).toContain(`Subscription: ${member.id}`);
    expect(second?.text).not.toContain(member.id);
    expect([first, second].map((mail) => mail?.attachments.length)).toEqual([1, 0]);
  });
});

describe("concurrent presses and processes", () => {
  test("ten presses at once are one cancellation", async () => {
    const member = await newMember();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => cancelOwn(member, "test")));
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(Array(10).fill("canceled"));
    await backgroundSettled();
    expect(billingCalls(member.id)).toHaveLength(1);
    expect(effects(member.id)).toHaveLength(1);
    expect(letters(member.email)).toEqual([canceledLetter]);
  });

  test("only one of several runners gets a due intent", async () => {
    const member = await newMember();
    faults.set("billing", { kind: "reset" }, 1);
    await cancelOwn(member, "test");
    await backgroundSettled();
    await makeDue(member.id);
    await Promise.all([deliverDue(member.id), deliverDue(member.id), deliverDue(member.id)]);
    expect(billingCalls(member.id)).toHaveLength(2);
    expect(effects(member.id)).toHaveLength(1);
  });

  test("an intent whose lease is held is left to the lease holder", async () => {
    const member = await newMember();
    const first = await keepWish(wishFor(member));
    const second = await keepWish(wishFor(member));
    expect([first.claim?.id, second.claim]).toEqual([member.id, undefined]);
    expect(second.entry.key).toBe(first.entry.key);
  });

  test("a resumed membership can be canceled again, under a new idempotency key", async () => {
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

test("a press replaces a malformed document and keeps its idempotency key", async () => {
  const member = await newMember();
  const document = (await firestore()).doc(`cancellationIntents/${member.id}`);
  await document.set({ key: "kept-key", state: "open", lease: 7, attempts: "many" });
  expect(await cancelOwn(member, "test")).toEqual({ outcome: "canceled", kept: true });
  expect(effects(member.id)).toMatchObject([{ key: "kept-key" }]);
  expect(await wishOf(member.id)).toMatchObject({ lease: 8 });
});

test.each([
  ["US-CA", 1_000, 1_365],
  ["US-CA", 20, 1_095],
  ["DE", 1_000, 1_095],
])(
  "in %s with a term that ends in %i days the proof is kept for %i",
  async (country, ends, kept) => {
    const member = await newMember({ country });
    const subscription = world.subscriptionById(member.id);
    const day = 86_400_000;
    const now = Date.now();
    if (subscription) subscription.renewsAt = new Date(now + ends * day);
    await cancelOwn(member, "test");
    await backgroundSettled();
    const found = await (await firestore())
      .collection("declarations")
      .where("subscription", "==", member.id)
      .get();
    const keepUntil = found.docs[0]?.data().keepUntil.toMillis();
    // Years have 365 or 366 days.
    expect(Math.abs(keepUntil - now - kept * day)).toBeLessThan(2 * day);
  },
);
