import "#tests/setup/mail";
import { describe, expect, test, vi } from "vitest";
import {
  billingCalls,
  canceledLetter,
  deliverDue,
  effects,
  faults,
  letters,
  receivedLetter,
  wishFor,
  world,
} from "#tests/setup/cancellations";
import { everyCase, few } from "#tests/setup/cases";
import { makeDue, newMember } from "#tests/setup/member";
import { subscriptionsOf } from "~/features/account/subscriptions.server";
import { cancelByLink, cancelOwn } from "~/features/leaving/cancellation.server";
import {
  requestCancellationMail,
  requestCancellationMailByEmail,
} from "~/features/leaving/services/cancellation-mail.server";
import { keepWish, wishOf } from "~/features/leaving/services/cancellation-wish.server";
import { signLinkToken } from "~/platform/tokens/link-token.server";
import { backgroundSettled } from "~/platform/work/background.server";

describe("the account that billing gets for a link", () => {
  test("billing is called with the owner's account once the identity provider answers, never without", async () => {
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
    // The outage opened the circuit breaker, which tries again after 5 s.
    vi.useFakeTimers({ now: Date.now() + 6_000, toFake: ["Date", "performance"] });
    await deliverDue(member.id);
    vi.useRealTimers();
    expect(effects(member.id)).toMatchObject([{ payload: { firebase_id: member.uid } }]);
    expect(await wishOf(member.id)).toMatchObject({ payload: { order: { uid: member.uid } } });
    expect(letters(member.email)).toEqual([receivedLetter, canceledLetter]);
  });

  test("a signed-in owner's account and e-mail complete the cancellation that a link has stored", async () => {
    const member = await newMember();
    // The account has another e-mail address, and the process that handled the link has died.
    const order = { brand: "default", email: member.email, uid: null } as const;
    await keepWish({ ...wishFor(member), order });
    await makeDue(member.id);
    const owner = { uid: member.uid, email: `other-${member.email}` };
    expect(await cancelOwn(owner, "test")).toEqual({ outcome: "canceled", kept: true });
    expect(effects(member.id)).toMatchObject([
      { payload: { firebase_id: owner.uid, email: owner.email } },
    ]);
  });

  test.each(
    few(["cancels", "has stored its wish, as the provider was down, and cancels later"], 1),
  )(
    "an account with an earlier address of the subscription is the owner's: a link %s",
    async (how) => {
      const member = await newMember();
      const latest = `latest-${member.email}`;
      world.subscriptionById(member.id)?.emails.push(latest);
      const token = await signLinkToken("cancellation", member.id);
      if (how === "cancels") await cancelByLink(token, "test");
      else {
        const order = { brand: "default", email: latest, uid: null } as const;
        await keepWish({ ...wishFor(member), order });
        await makeDue(member.id);
        await deliverDue(member.id);
      }
      expect(effects(member.id)).toMatchObject([
        { payload: { firebase_id: member.uid, email: latest } },
      ]);
    },
  );

  test.each([
    ["the address used last has", "", 1],
    ["an earlier address may have", "latest-", 0],
  ])(
    "the subscription service is down, and the account is that which %s",
    async (_, more, calls) => {
      const member = await newMember();
      const order = { brand: "default", email: more + member.email, uid: null } as const;
      await keepWish({ ...wishFor(member), order });
      await makeDue(member.id);
      faults.set("subscriptions", { kind: "reset" });
      await deliverDue(member.id);
      faults.clear();
      expect(billingCalls(member.id)).toHaveLength(calls);
    },
  );

  test("billing gets an empty account id if the owner has no account", async () => {
    const member = await newMember();
    world.accounts.delete(member.uid);
    const token = await signLinkToken("cancellation", member.id);
    expect(await cancelByLink(token, "test")).toEqual({ outcome: "canceled", kept: true });
    expect(effects(member.id)).toMatchObject([{ payload: { firebase_id: "" } }]);
  });
});

describe("by a mailed link", () => {
  test("twenty presses at once are one call to billing, however slow Firestore is", async () => {
    const member = await newMember();
    const token = await signLinkToken("cancellation", member.id);
    faults.set("firestore", { kind: "slow", ms: everyCase ? 300 : 100 });
    const presses = Array.from({ length: everyCase ? 20 : 5 }, () => cancelByLink(token, "test"));
    for (const outcome of await Promise.all(presses))
      expect(outcome).toMatchObject({ outcome: "canceled" });
    await backgroundSettled();
    expect(billingCalls(member.id)).toHaveLength(1);
    expect(effects(member.id)).toHaveLength(1);
    expect(letters(member.email)).toEqual([canceledLetter]);
  });

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

  test("a link that is used twice cancels once; once the membership was resumed, it cancels again", async () => {
    const member = await newMember();
    const token = await signLinkToken("cancellation", member.id);
    const press = async () => {
      expect(await cancelByLink(token, "test")).toEqual({ outcome: "canceled", kept: true });
      await backgroundSettled();
    };
    await press();
    const canceled = await wishOf(member.id);
    await press();
    expect(billingCalls(member.id)).toHaveLength(1);
    const subscription = world.subscriptionById(member.id);
    if (subscription) subscription.status = "active";
    await press();
    expect(effects(member.id)).toHaveLength(2);
    expect(subscription?.status).toBe("canceled");
    expect((await wishOf(member.id))?.key).not.toBe(canceled?.key);
  });

  test("two presses at once on what was resumed cancel it once", async () => {
    const member = await newMember();
    await cancelOwn(member, "test");
    await backgroundSettled();
    const subscription = world.subscriptionById(member.id);
    if (subscription) subscription.status = "active";
    const token = await signLinkToken("cancellation", member.id);
    const presses = [cancelByLink(token, "test"), cancelOwn(member, "test")];
    for (const outcome of await Promise.all(presses))
      expect(outcome).toEqual({ outcome: "canceled", kept: true });
    await backgroundSettled();
    expect(effects(member.id)).toHaveLength(2);
  });

  test("a service that shows a cancellation late does not have it made twice", async () => {
    const member = await newMember();
    const token = await signLinkToken("cancellation", member.id);
    const shown = { get: () => "active", set: () => undefined };
    Object.defineProperty(world.subscriptionById(member.id), "status", shown);
    await cancelByLink(token, "test");
    await backgroundSettled();
    expect(await cancelByLink(token, "test")).toEqual({ outcome: "canceled", kept: true });
    await backgroundSettled();
    expect(billingCalls(member.id)).toHaveLength(1);
  });

  test("billing's refusal is heard by a second press, too, while the first one's letter is written", async () => {
    const member = await newMember();
    faults.set("billing", { kind: "status", status: 400 });
    faults.set("mail", { kind: "slow", ms: 500 });
    const refusal = { outcome: "declined", message: "The sandbox answers 400", kept: true };
    expect(await cancelOwn(member, "test")).toEqual(refusal);
    expect(await cancelOwn(member, "test")).toEqual(refusal);
    await backgroundSettled();
  });

  test("a link's cancellation is stored while the subscription service is down, and delivered later", async () => {
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

  test("invalid, expired and empty links cause no call to an outside system", async () => {
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

  test("an unknown or expired subscription is not found", async () => {
    const member = await newMember({ status: "expired" });
    for (const id of [member.id, "sub-nobody"])
      expect(await cancelByLink(await signLinkToken("cancellation", id), "test")).toEqual({
        outcome: "not-found",
      });
    expect(billingCalls(member.id)).toEqual([]);
  });

  test("a recent visitor can cancel from cached data while the subscription service is down", async () => {
    const member = await newMember();
    await subscriptionsOf(member);
    faults.set("subscriptions", { kind: "reset" });
    vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ["Date", "performance"] });
    expect(await requestCancellationMail(member)).toEqual({ outcome: "sent" });
    expect(await cancelOwn(member, "test")).toEqual({ outcome: "canceled", kept: true });
    vi.useRealTimers();
    expect(effects(member.id)).toHaveLength(1);
  });

  test("an e-mail address can ask for three mails in 15 minutes, whether it is known or not", async () => {
    const member = await newMember();
    for (const email of [member.email, `not-${member.email}`]) {
      for (let mail = 0; mail < 3; mail += 1) {
        await requestCancellationMailByEmail(email);
        await backgroundSettled();
      }
      expect(await requestCancellationMailByEmail(email)).toMatchObject({ outcome: "limited" });
    }
    expect(world.mails).toHaveLength(3);
  });

  test("a subscription without an address: no mail, and none is counted", async () => {
    const member = await newMember();
    const stored = world.subscriptions.find(({ id }) => id === member.id);
    if (stored) stored.emails = [];
    for (let times = 0; times < 4; times += 1)
      expect(await requestCancellationMail(member)).toEqual({ outcome: "no-address" });
  });

  test("the subscription service is down: the mail is reported as unavailable", async () => {
    const member = await newMember();
    faults.set("subscriptions", { kind: "reset" });
    expect(await requestCancellationMail(member)).toEqual({ outcome: "unavailable" });
    expect(world.mails).toEqual([]);
  });
});

// Last, because it leaves circuit breakers open.
test("while Firestore is down as well, billing is not called without the account", async () => {
  const member = await newMember();
  faults.set("identity", { kind: "reset" });
  faults.set("firestore", { kind: "hang" });
  const token = await signLinkToken("cancellation", member.id);
  expect(await cancelByLink(token, "test")).toEqual({ outcome: "failed" });
  expect(billingCalls(member.id)).toEqual([]);
});
