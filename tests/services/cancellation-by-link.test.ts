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
import { makeDue, newMember } from "#tests/setup/member";
import { subscriptionsOf } from "~/clients/subscriptions.server";
import { backgroundSettled } from "~/services/background.server";
import { cancelByLink, cancelOwn } from "~/services/cancellation.server";
import {
  requestCancellationMail,
  requestCancellationMailByEmail,
} from "~/services/cancellation-mail.server";
import { keepWish, wishOf } from "~/services/cancellation-wish.server";
import { signLinkToken } from "~/services/link-token.server";

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
