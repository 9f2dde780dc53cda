import "#tests/setup/mail";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import {
  canceledLetter,
  deliverDue,
  effects,
  faults,
  receivedLetter,
  world,
} from "#tests/setup/cancellations";
import { everyCase } from "#tests/setup/cases";
import { type Member, makeDue, newMember } from "#tests/setup/member";
import { subscriptionById } from "~/features/account/subscriptions.server";
import { cancelOwn } from "~/features/leaving/cancellation.server";
import { declarationsOf, keepUnkept } from "~/features/leaving/declarations.server";
import { cancellationKeyOf } from "~/features/leaving/services/cancellation-key.server";
import { keepWish } from "~/features/leaving/services/cancellation-wish.server";
import { cancellations, orderFor } from "~/features/leaving/services/outbox/cancellation.server";
import { carryOut } from "~/platform/outbox/runner.server";
import { firestore } from "~/platform/store/firebase.server";
import { backgroundSettled, setStoppingSoon } from "~/platform/work/background.server";

const mailsTo = ({ email }: Member) => world.mails.filter(({ to }) => to.includes(email));

/** The letters to a member, and which of them say what was declared and when, and have the PDF. */
const told = (member: Member) =>
  mailsTo(member).map(({ subject, text, attachments }) => [
    subject,
    /What was declared[\s\S]*Received: \w+ \d+, \d{4}, \d\d:\d\d:\d\d UTC/.test(text),
    attachments.length,
  ]);

async function goOn({ id }: Member): Promise<void> {
  await backgroundSettled();
  await makeDue(id);
  await deliverDue(id);
}

describe("the receipt of a cancellation that Firestore did not take", () => {
  test("with billing down: the first letter is it, and the second is none", async () => {
    const member = await newMember();
    faults.set("firestore", { kind: "hang" });
    faults.set("billing", { kind: "reset" });
    expect(await cancelOwn(member, "test")).toEqual({ outcome: "unknown" });
    faults.clear("firestore");
    await backgroundSettled();
    await goOn(member);
    faults.clear();
    await goOn(member);
    expect(effects(member.id)).toHaveLength(1);
    expect(told(member)).toEqual([
      [receivedLetter, true, 1],
      [canceledLetter, false, 0],
    ]);
  });

  test("with the mail server down, Firestore back first: the letter is it", async () => {
    const member = await newMember();
    faults.set("firestore", { kind: "hang" });
    faults.set("mail", { kind: "status", status: 451 });
    expect(await cancelOwn(member, "test")).toMatchObject({ outcome: "canceled", kept: false });
    // Until the attempt to store the wish has failed.
    await pause(3_500);
    faults.clear("firestore");
    await vi.waitFor(
      async () => expect(await declarationsOf(member.id)).toMatchObject([{ state: "carried-out" }]),
      20_000,
    );
    faults.clear();
    await goOn(member);
    expect(told(member)).toEqual([[canceledLetter, true, 1]]);
  });

  test.runIf(everyCase)(
    "written down by the operator's command: the letter is it, with the time of the press",
    async () => {
      const member = await newMember();
      faults.set("firestore", { kind: "hang" });
      faults.set("mail", { kind: "status", status: 451 });
      vi.useFakeTimers({ toFake: ["Date"] });
      const pressedAt = Date.now();
      const answer = await cancelOwn(member, "test");
      setStoppingSoon(true);
      await backgroundSettled();
      setStoppingSoon(false);
      faults.clear();
      vi.setSystemTime(pressedAt + 3 * 86_400_000);
      expect(await keepUnkept((answer as { proof?: string }).proof ?? "")).toBe("kept");
      await goOn(member);
      expect(told(member)).toEqual([[canceledLetter, true, 1]]);
      const time = new Date(pressedAt).toISOString().slice(11, 16);
      expect(mailsTo(member)[0]?.text).toContain(`, ${time}`);
      expect(effects(member.id)).toHaveLength(1);
    },
  );

  test("of an entry that an older version has begun comes once", async () => {
    const member = await newMember();
    faults.set("billing", { kind: "reset" });
    await cancelOwn(member, "test");
    await backgroundSettled();
    const database = await firestore();
    const { FieldValue } = await import("firebase-admin/firestore");
    await database
      .collection(cancellations.collection)
      .doc(member.id)
      .update({ "progress.receipt": FieldValue.delete() });
    faults.clear();
    await goOn(member);
    expect(told(member)).toEqual([
      [receivedLetter, true, 1],
      [canceledLetter, false, 0],
    ]);
  });
});

test.each([true, false])(
  "where nobody has declared, nothing is said to be declared (billing down: %s)",
  async (isDown) => {
    const member = await newMember();
    const subscription = await subscriptionById(member.id);
    if (!subscription) throw new Error("no subscription");
    if (isDown) faults.set("billing", { kind: "reset" });
    const pressedAt = Date.now();
    const { claim } = await keepWish({
      subscriptionId: member.id,
      order: { ...orderFor(subscription), uid: member.uid },
      pressedAt,
      key: cancellationKeyOf(member.id, pressedAt),
    });
    if (claim) await carryOut(cancellations, claim).finished;
    faults.clear();
    await goOn(member);
    expect(told(member)).toEqual([
      ...(isDown ? [[receivedLetter, false, 0]] : []),
      [canceledLetter, false, 0],
    ]);
  },
);
