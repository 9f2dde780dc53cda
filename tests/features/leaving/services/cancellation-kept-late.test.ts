import "#tests/setup/mail";
import { describe, expect, test, vi } from "vitest";
import {
  billingCalls,
  canceledLetter,
  deliverDue,
  effects,
  faults,
  letters,
  world,
} from "#tests/setup/cancellations";
import { everyCase } from "#tests/setup/cases";
import { type Member, makeDue, newMember } from "#tests/setup/member";
import { cancelSubscription } from "~/features/account/billing.server";
import { cancelByLink, cancelOwn } from "~/features/leaving/cancellation.server";
import { declarationsOf, keepUnkept, shownWords } from "~/features/leaving/declarations.server";
import { keyAfter } from "~/features/leaving/services/cancellation-key.server";
import { wishOf } from "~/features/leaving/services/cancellation-wish.server";
import { cancellations } from "~/features/leaving/services/outbox/cancellation.server";
import { markGivenUp } from "~/platform/outbox/store/operations.server";
import { signLinkToken } from "~/platform/tokens/link-token.server";
import { backgroundSettled, setStoppingSoon } from "~/platform/work/background.server";

const keysOf = (id: string) =>
  new Set(billingCalls(id).map(({ headers }) => headers["idempotency-key"]));

describe("a cancellation that Firestore stores late", () => {
  /** Delivering what is still due adds no idempotency key, no effect and no mail. */
  async function expectOneCancellation({ id, email }: Member) {
    await backgroundSettled();
    await makeDue(id);
    await deliverDue(id);
    expect(keysOf(id).size).toBe(1);
    expect(effects(id)).toHaveLength(1);
    expect(letters(email)).toEqual([canceledLetter]);
  }

  /**
   * Firestore answers in 1.3 s: the read before the deadline of 2.5 s, the write only after it. The connection is opened
   * first, because its handshake would be slow, too, and the read would then come too late for a write.
   */
  async function makeFirestoreLate({ id }: Member) {
    await wishOf(id);
    faults.set("firestore", { kind: "slow", ms: 650 });
  }

  test.runIf(everyCase)(
    "500 ms late: billing gets one idempotency key, and one mail is sent",
    async () => {
      const member = await newMember();
      await wishOf(member.id);
      // The request and the answer are each delayed.
      faults.set("firestore", { kind: "slow", ms: 250 });
      expect((await cancelOwn(member, "test")).outcome).toMatch(/received|canceled/);
      faults.clear();
      await expectOneCancellation(member);
    },
  );

  test("after the app stopped waiting, while billing fails: the outcome is unknown, not failed", async () => {
    const member = await newMember();
    await makeFirestoreLate(member);
    faults.set("billing", { kind: "reset" });
    expect(await cancelOwn(member, "test")).toEqual({ outcome: "unknown" });
    faults.clear();
    await vi.waitFor(async () => expect(await wishOf(member.id)).toBeDefined(), 20_000);
    await expectOneCancellation(member);
  });

  test.runIf(everyCase)(
    "after billing has confirmed it: the entry is closed without another call or mail",
    async () => {
      const member = await newMember();
      await makeFirestoreLate(member);
      expect(await cancelOwn(member, "test")).toEqual({ outcome: "canceled", kept: false });
      faults.set("billing", { kind: "reset" });
      faults.clear("firestore");
      await backgroundSettled();
      expect(await wishOf(member.id)).toMatchObject({ state: "done" });
      expect(letters(member.email)).toEqual([canceledLetter]);
      expect(billingCalls(member.id)).toHaveLength(1);
    },
  );

  test("after midnight: it keeps the idempotency key of the day before", async () => {
    const member = await newMember();
    const midnight = new Date().setUTCHours(24, 0, 0, 0);
    vi.useFakeTimers({ now: midnight - 60_000, toFake: ["Date"] });
    // So slow that billing is called directly before the stored entry has been read.
    await makeFirestoreLate(member);
    faults.set("billing", { kind: "reset" });
    const pressed = cancelOwn(member, "test");
    await vi.waitFor(() => expect(billingCalls(member.id)).toHaveLength(1), 20_000);
    vi.setSystemTime(midnight + 1);
    await pressed;
    faults.clear();
    await vi.waitFor(async () => expect(await wishOf(member.id)).toBeDefined(), 20_000);
    await backgroundSettled();
    await makeDue(member.id);
    await deliverDue(member.id);
    expect(effects(member.id)).toHaveLength(1);
    expect(keysOf(member.id).size).toBe(1);
  });

  test("while Firestore hangs, billing's repeated answer to a used key does not count as confirmed", async () => {
    const member = await newMember();
    // Another process canceled it earlier today, and then the membership was resumed.
    const { id: mainSubscriptionId, email, uid } = member;
    const order = { brand: "default", mainSubscriptionId, email, uid } as const;
    const idempotencyKey = keyAfter(member.id, undefined, Date.now());
    await cancelSubscription({ ...order, idempotencyKey });
    const subscription = world.subscriptionById(member.id);
    if (subscription) subscription.status = "active";
    faults.set("firestore", { kind: "hang" });
    expect(await cancelOwn(member, "test")).toEqual({ outcome: "unknown" });
    expect(effects(member.id)).toMatchObject([{ repeats: 1 }]);
    expect(letters(member.email)).toEqual([]);
    // Once it answers, the wish is kept, and is carried out under a key of its own where the old one was stored.
    faults.clear();
    await backgroundSettled();
    expect(await wishOf(member.id)).toMatchObject({ state: "open" });
  });

  test("neither stored nor sent to billing: it fails, and nothing happens later", async () => {
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

  test("refused by billing and not stored: it is declined, without a retry", async () => {
    const member = await newMember();
    faults.set("firestore", { kind: "hang" });
    faults.set("billing", { kind: "status", status: 400 });
    expect(await cancelOwn(member, "test")).toMatchObject({ outcome: "declined", kept: false });
  });

  test.runIf(everyCase)("a second press uses the same idempotency key", async () => {
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

  test("a resumed membership is canceled under a new idempotency key even while Firestore hangs", async () => {
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

describe("billing has confirmed it while Firestore is down", () => {
  const declarationsIn = async ({ id }: Member) => {
    await backgroundSettled();
    return declarationsOf(id);
  };

  test("the declaration is written once it answers, once", async () => {
    const member = await newMember();
    faults.set("firestore", { kind: "hang" });
    const pressedAt = Date.now();
    expect(await cancelOwn(member, "test")).toEqual({ outcome: "canceled", kept: false });
    const answeredAt = Date.now();
    await vi.waitFor(() => expect(letters(member.email)).toEqual([canceledLetter]), 20_000);
    faults.clear();
    expect(await declarationsIn(member)).toMatchObject([
      { kind: "cancel", how: "signed-in", state: "carried-out" },
    ]);
    const [{ declaredAt = 0, words = "" } = {}] = await declarationsIn(member);
    expect(declaredAt).toBeGreaterThanOrEqual(pressedAt);
    expect(declaredAt).toBeLessThanOrEqual(answeredAt);
    expect(await shownWords(words)).toContain("[Cancel membership]");
    expect(await wishOf(member.id)).toMatchObject({ state: "done" });
    expect(await cancelOwn(member, "test")).toEqual({ outcome: "canceled", kept: true });
    expect(await declarationsIn(member)).toHaveLength(1);
    expect(effects(member.id)).toHaveLength(1);
    expect(letters(member.email)).toEqual([canceledLetter]);
  });

  test.runIf(everyCase)(
    "by a link, with the mail server down as well: declaration and letter, each once",
    async () => {
      const member = await newMember();
      const token = await signLinkToken("cancellation", member.id);
      faults.set("firestore", { kind: "hang" });
      faults.set("mail", { kind: "status", status: 451 });
      expect(await cancelByLink(token, "test", "one-click")).toMatchObject({ kept: false });
      faults.clear("firestore");
      await vi.waitFor(
        async () =>
          expect(await declarationsOf(member.id)).toMatchObject([
            { how: "one-click", state: "carried-out" },
          ]),
        20_000,
      );
      expect(letters(member.email)).toEqual([]);
      faults.clear();
      await backgroundSettled();
      await makeDue(member.id);
      await deliverDue(member.id);
      expect(letters(member.email)).toEqual([canceledLetter]);
      expect(await declarationsIn(member)).toHaveLength(1);
    },
  );

  /** The operator's letters about a declaration that was not kept. */
  const notesOf = ({ id }: Member) =>
    world.mails.filter(
      ({ subject, text }) =>
        subject === "A declaration could not be kept" && text.includes(`Subscription: ${id}\n`),
    );
  const tokenOf = (member: Member) =>
    /--keep (\S+)/.exec(notesOf(member)[0]?.text.replaceAll("=\n", "") ?? "")?.[1] ?? "";

  test("the operator has a letter of it before anybody is told, and one press more sends no other", async () => {
    const member = await newMember();
    faults.set("firestore", { kind: "hang" });
    faults.set("billing", { kind: "reset" });
    await cancelOwn(member, "test");
    expect(notesOf(member)).toHaveLength(1);
    await cancelOwn(member, "test");
    expect(notesOf(member)).toHaveLength(1);
    faults.clear("billing");
    expect(await cancelOwn(member, "test")).toEqual({ outcome: "canceled", kept: false });
    expect(notesOf(member)).toHaveLength(1);
    expect(keysOf(member.id).size).toBe(1);
    expect(effects(member.id)).toHaveLength(1);
  });

  test.runIf(everyCase)(
    "a process that stopped before: its letter writes the declaration down, once, as it was",
    async () => {
      const member = await newMember();
      const token = await signLinkToken("cancellation", member.id);
      faults.set("firestore", { kind: "hang" });
      const pressedAt = Date.now();
      expect(await cancelByLink(token, "test")).toMatchObject({ kept: false });
      const answeredAt = Date.now();
      setStoppingSoon(true);
      await backgroundSettled();
      setStoppingSoon(false);
      faults.clear();
      expect(await declarationsIn(member)).toEqual([]);
      vi.useFakeTimers({ now: Date.now() + 3 * 86_400_000, toFake: ["Date"] });
      expect(await keepUnkept(tokenOf(member))).toBe("kept");
      expect(await keepUnkept(tokenOf(member))).toBe("was-kept");
      await deliverDue(member.id);
      const [kept, ...more] = await declarationsIn(member);
      expect([kept, more]).toMatchObject([{ how: "link", state: "carried-out" }, []]);
      expect(kept?.declaredAt).toBeGreaterThanOrEqual(pressedAt);
      expect(kept?.declaredAt).toBeLessThanOrEqual(answeredAt);
      expect(effects(member.id)).toHaveLength(1);
    },
  );

  test("with the mail server down as well, the proof is in the subscriber's hands: a kill loses nothing", async () => {
    const member = await newMember();
    faults.set("firestore", { kind: "hang" });
    faults.set("mail", { kind: "status", status: 451 });
    const pressedAt = Date.now();
    const answer = await cancelOwn(member, "test");
    const answeredAt = Date.now();
    expect(answer).toEqual({ outcome: "canceled", kept: false, proof: expect.any(String) });
    setStoppingSoon(true);
    await backgroundSettled();
    setStoppingSoon(false);
    faults.clear();
    expect([await declarationsIn(member), notesOf(member)]).toEqual([[], []]);
    const { proof = "" } = answer as { proof?: string };
    expect(await keepUnkept(proof)).toBe("kept");
    expect(await keepUnkept(proof)).toBe("was-kept");
    await makeDue(member.id);
    await deliverDue(member.id);
    const [kept, ...more] = await declarationsIn(member);
    expect([kept, more]).toMatchObject([{ how: "signed-in", state: "carried-out" }, []]);
    expect(kept?.declaredAt).toBeGreaterThanOrEqual(pressedAt);
    expect(kept?.declaredAt).toBeLessThanOrEqual(answeredAt);
    expect(letters(member.email)).toEqual([canceledLetter]);
    expect(effects(member.id)).toHaveLength(1);
  });

  test.runIf(everyCase)(
    "where billing does not answer either, it is kept once both do",
    async () => {
      const member = await newMember();
      faults.set("firestore", { kind: "hang" });
      faults.set("billing", { kind: "reset" });
      expect(await cancelOwn(member, "test")).toEqual({ outcome: "unknown" });
      faults.clear();
      await backgroundSettled();
      await makeDue(member.id);
      await deliverDue(member.id);
      expect(await declarationsIn(member)).toMatchObject([
        { how: "signed-in", state: "carried-out" },
      ]);
      expect(effects(member.id)).toHaveLength(1);
    },
  );

  test("where billing was not reached either, the letter has it canceled under the same key", async () => {
    const member = await newMember();
    faults.set("firestore", { kind: "hang" });
    faults.set("billing", { kind: "lost-answer" });
    expect(await cancelOwn(member, "test")).toEqual({ outcome: "unknown" });
    setStoppingSoon(true);
    await backgroundSettled();
    setStoppingSoon(false);
    const subscription = world.subscriptionById(member.id);
    if (subscription) subscription.status = "active";
    faults.clear();
    expect(await keepUnkept(tokenOf(member))).toBe("open");
    vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ["Date"] });
    await deliverDue(member.id);
    expect(await declarationsIn(member)).toMatchObject([{ state: "carried-out" }]);
    expect(effects(member.id)).toMatchObject([{ repeats: 1 }]);
    expect(await keepUnkept(tokenOf(member))).toBe("was-kept");
  });

  test("nothing but the letter's own token does so", async () => {
    const member = await newMember();
    expect(await keepUnkept(await signLinkToken("cancellation", member.id))).toBe("unreadable");
    expect(await keepUnkept("nonsense")).toBe("unreadable");
  });
});

describe("a process that finishes after its entry was settled elsewhere", () => {
  test("does not overwrite the result, and does not mail 'not confirmed yet' after 'canceled'", async () => {
    const member = await newMember();
    faults.set("billing", { kind: "hang" }, 1);
    const late = cancelOwn(member, "test");
    await vi.waitFor(() => expect(billingCalls(member.id)).toHaveLength(1), 20_000);
    await makeDue(member.id);
    await deliverDue(member.id);
    const done = await wishOf(member.id);
    expect(done).toMatchObject({ state: "done", dueAt: null });
    expect((await late).outcome).toMatch(/received|canceled/);
    await backgroundSettled();
    expect(await wishOf(member.id)).toEqual(done);
    expect(letters(member.email)).toEqual([canceledLetter]);
  });

  test("does not reopen an entry that an operator gave up, and sends no mail", async () => {
    const member = await newMember();
    faults.set("billing", { kind: "hang" }, 1);
    const pressed = cancelOwn(member, "test");
    await vi.waitFor(() => expect(billingCalls(member.id)).toHaveLength(1), 20_000);
    await markGivenUp(cancellations, member.id, "settled by phone");
    await pressed;
    await backgroundSettled();
    expect(await wishOf(member.id)).toMatchObject({ state: "given-up", dueAt: null });
    expect(letters(member.email)).toEqual([]);
  });
});
