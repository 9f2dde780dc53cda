import { describe, expect, test } from "vitest";
import { effects, faults, world } from "#tests/setup/cancellations";
import { everyCase, few } from "#tests/setup/cases";
import {
  declare,
  hours,
  lastLink,
  later,
  linkIn,
  mailsTo,
  moneyLetters,
  pressIn,
} from "#tests/setup/declaring";
import type { Member } from "#tests/setup/member";
import { days, giveUp, lookUpAgain, objector, pass, statesOf } from "#tests/setup/objecting";
import { visibleText } from "#tests/setup/visible-text";
import { cancelOwn } from "~/features/leaving/cancellation.server";
import { declarationsOf } from "~/features/leaving/declarations.server";
import { objectTo } from "~/features/leaving/services/objecting.server";
import { confirmOpenDeclaration } from "~/features/leaving/services/outbox/open-declaration/change.server";
import { openDeclarationOf } from "~/features/leaving/services/outbox/open-declaration/kind.server";
import { firestore } from "~/platform/store/firebase.server";
import { backgroundSettled } from "~/platform/work/background.server";

const ways = { cancel: "/cancel", withdraw: "/withdraw" } as const;

/** Declares, and returns the link of its letter. */
async function letterOf(member: Member, kind: keyof typeof ways, more = {}): Promise<string> {
  const before = mailsTo(member.email).length;
  await declare({ email: member.email, press: "confirm", ...more }, ways[kind]);
  expect(mailsTo(member.email)).toHaveLength(before + 1);
  return lastLink(member);
}

const linkOf = (text: string): string =>
  new URLSearchParams(linkIn(text, "/unsubscription").split("?")[1]).get("from") ?? "";

const dayAfter = (count: number) => ({
  when: "date",
  date: new Date(Date.now() + count * days).toISOString().slice(0, 10),
});

/** One that its owner has confirmed for a later day. */
async function confirmedFor(member: Member, count: number): Promise<void> {
  const link = await letterOf(member, "cancel", dayAfter(count));
  expect((await pressIn(link)).status).toBe(202);
}

async function confirmInMyPlan({ id }: Member): Promise<void> {
  const open = await openDeclarationOf(id);
  await confirmOpenDeclaration(id, open?.payload.declaration ?? "", "my plan");
}

const refundsTold = ({ id, email }: Member) =>
  world.mails.filter(
    ({ to, subject, text }) => /charge/i.test(subject) && (to.includes(email) || text.includes(id)),
  );

describe("two letters that both ask for a press", () => {
  test.each(
    few(
      [
        ["cancel", "withdraw"],
        ["withdraw", "cancel"],
      ],
      1,
    ),
  )(
    "%s, then %s: a cancellation that is pressed first takes no withdrawal away",
    async (...kinds) => {
      const member = await objector();
      const links = { cancel: "", withdraw: "" };
      for (const kind of kinds) links[kind] = await letterOf(member, kind);
      await pressIn(links.cancel);
      await later(1_000, member);
      expect(effects(member.id)).toHaveLength(1);
      const pressed = await pressIn(links.withdraw);
      expect(visibleText(await pressed.text())).toContain("We have your withdrawal");
      await later(1_000, member);
      expect(moneyLetters(member)).toHaveLength(1);
      expect(effects(member.id)).toHaveLength(1);
      expect((await statesOf(member)).toSorted()).toEqual([
        "cancel carried-out",
        "cancel stopped",
        "withdraw carried-out",
      ]);
      // Pressed once more, nothing is paid back twice.
      await pressIn(links.withdraw);
      await later(1_000, member);
      expect(moneyLetters(member)).toHaveLength(1);
    },
  );

  test("a withdrawal in time is not swallowed by one that comes too late, and so only cancels", async () => {
    const member = await objector({ days: 14.5 });
    const inTime = await letterOf(member, "withdraw");
    pass(days);
    const late = await letterOf(member, "withdraw");
    await pressIn(late);
    await later(1_000, member);
    expect([effects(member.id).length, moneyLetters(member).length]).toEqual([1, 0]);
    const pressed = await pressIn(inTime);
    expect(visibleText(await pressed.text())).toContain("We have your withdrawal");
    await later(1_000, member);
    expect([effects(member.id).length, moneyLetters(member).length]).toEqual([1, 1]);
    await pressIn(inTime);
    await pressIn(late);
    await later(1_000, member);
    expect([effects(member.id).length, moneyLetters(member).length]).toEqual([1, 1]);
    expect(await statesOf(member)).toEqual([
      "cancel stopped",
      "withdraw carried-out",
      "withdraw carried-out",
    ]);
  });

  test.runIf(everyCase)(
    "nor where another way has canceled before the late one is pressed",
    async () => {
      const member = await objector({ days: 14.5 });
      const inTime = await letterOf(member, "withdraw");
      pass(days);
      const late = await letterOf(member, "withdraw");
      await cancelOwn(member, "test");
      await backgroundSettled();
      await pressIn(late);
      await later(1_000, member);
      await pressIn(inTime);
      await later(1_000, member);
      expect([effects(member.id).length, moneyLetters(member).length]).toEqual([1, 1]);
    },
  );

  test.runIf(everyCase)(
    "'Cancel now' for a stranger's cancellation takes the owner's withdrawal not away",
    async () => {
      const member = await objector();
      const withdrawal = await letterOf(member, "withdraw");
      await letterOf(member, "cancel");
      await confirmInMyPlan(member);
      await backgroundSettled();
      await later(1_000, member);
      expect(effects(member.id)).toHaveLength(1);
      await pressIn(withdrawal);
      await later(1_000, member);
      expect(moneyLetters(member)).toHaveLength(1);
    },
  );

  test("a withdrawal that is being carried out is never called not carried out", async () => {
    const member = await objector();
    const link = await letterOf(member, "withdraw");
    faults.set("billing", { kind: "status", status: 503 });
    await pressIn(link);
    await backgroundSettled();
    expect(moneyLetters(member)).toHaveLength(1);
    const again = await pressIn(link);
    expect(again.status).toBe(202);
    expect(visibleText(await again.text())).toContain("We have your withdrawal");
    expect(moneyLetters(member)).toHaveLength(1);
  });

  test.runIf(everyCase)(
    "what is declared while another waits for its letter comes after it, and has a letter, too",
    async () => {
      const member = await objector();
      for (const name of ["One", "Two", "Three"]) await declare({ email: member.email, name });
      await declare({ email: member.email, name: "The owner" });
      await declare({ email: member.email, press: "confirm", name: "A stranger" }, "/withdraw");
      const named = (name: string) =>
        mailsTo(member.email).filter(({ text }) => text.includes(name)).length;
      expect([named("The owner"), named("A stranger")]).toEqual([0, 0]);
      await later(1.1 * hours, member);
      await lookUpAgain(member);
      expect([named("The owner"), named("A stranger")]).toEqual([1, 1]);
    },
  );

  test("a withdrawal that still waits for its letter gets it after a cancellation was pressed for", async () => {
    const member = await objector();
    await letterOf(member, "cancel");
    const cancellation = await letterOf(member, "cancel");
    await declare({ email: member.email, press: "confirm" }, "/withdraw");
    expect(lastLink(member)).toBe(cancellation);
    await pressIn(cancellation);
    await later(1_000, member);
    expect(effects(member.id)).toHaveLength(1);
    await later(1.1 * hours, member);
    const asks = mailsTo(member.email).findLast(({ text }) => text.includes("/unsubscription?"));
    expect(asks?.text).toContain("withdraw");
    await pressIn(linkOf(asks?.text ?? ""));
    await later(1_000, member);
    expect(moneyLetters(member)).toHaveLength(1);
  });

  test.runIf(everyCase)(
    "nor does a later day that is pressed for hold up the letter of another",
    async () => {
      const member = await objector();
      const link = await letterOf(member, "cancel", dayAfter(60));
      await letterOf(member, "cancel");
      await declare({ email: member.email, press: "confirm" }, "/withdraw");
      expect((await pressIn(link)).status).toBe(202);
      await later(1.1 * hours, member);
      await pressIn(lastLink(member));
      await later(1_000, member);
      expect(moneyLetters(member)).toHaveLength(1);
    },
  );

  test("a press of somebody signed in that could not be carried out yet is not displaced", async () => {
    const member = await objector();
    await letterOf(member, "cancel");
    faults.set("subscriptions", { kind: "status", status: 503 });
    await confirmInMyPlan(member);
    await backgroundSettled();
    faults.clear();
    await declare({ email: member.email, press: "confirm" }, "/withdraw");
    await later(hours, member);
    expect(effects(member.id)).toHaveLength(1);
    await lookUpAgain(member);
    expect(await statesOf(member)).toEqual([
      "cancel stopped",
      "cancel carried-out",
      "withdraw open",
    ]);
  });

  test("a cancellation that nobody has pressed for owes nothing, and was not carried out", async () => {
    // Its week ends in three days.
    const member = await objector({ planCode: "ig_weekly_trial", days: 4 });
    await letterOf(member, "cancel");
    pass(5 * days);
    await cancelOwn(member, "test");
    await backgroundSettled();
    await later(3 * days, member);
    expect(refundsTold(member)).toEqual([]);
    expect(await statesOf(member)).toEqual(["cancel stopped", "cancel same", "cancel carried-out"]);
  });
});

test("a charge before both are pressed is told once", async () => {
  // Its week ends in three days.
  const member = await objector({ planCode: "ig_weekly_trial", days: 4 });
  const cancellation = await letterOf(member, "cancel");
  const withdrawal = await letterOf(member, "withdraw");
  pass(4 * days);
  for (const link of [cancellation, withdrawal]) {
    await pressIn(link);
    await later(1_000, member);
  }
  expect([effects(member.id).length, moneyLetters(member).length]).toEqual([1, 1]);
  expect(refundsTold(member)).toHaveLength(2);
});

test("the days of the term are paid back that ran when it was declared, though it has renewed since", async () => {
  const member = await objector({ planCode: "ig_weekly_trial", days: 4.5 });
  const subscription = world.subscriptionById(member.id);
  if (!subscription) throw new Error("no subscription");
  subscription.price = { amount: "7.00", currency: "USD" };
  subscription.earlyStart = true;
  const withdrawal = await letterOf(member, "withdraw");
  pass(4 * days);
  subscription.renewsAt = new Date(subscription.startedAt.getTime() + 14 * days);
  await pressIn(withdrawal);
  await later(1_000, member);
  expect(moneyLetters(member)[0]?.text).toContain("Pay back 2.00 USD by");
});

test.runIf(everyCase)(
  "'This was not me' in a letter that works no more stops what has taken its place",
  async () => {
    const member = await objector();
    await letterOf(member, "cancel");
    for (const wait of [6, 2]) {
      pass(wait * days);
      await letterOf(member, "cancel");
    }
    const [, first] = await declarationsOf(member.id);
    const objected = { subscriptionId: member.id, declaration: first?.id ?? "" };
    expect(await objectTo(objected)).toBe("stopped");
    const [, , ...others] = await statesOf(member);
    expect(others).toEqual(["cancel stopped", "cancel stopped"]);
  },
);

describe("what its owner has confirmed for a later day", () => {
  test.runIf(everyCase)(
    "is carried out on it, though the letter about a stranger's cannot be sent",
    async () => {
      const member = await objector();
      await confirmedFor(member, 35);
      // A month may have 28 days, three of which are over.
      await later(24 * days, member);
      faults.set("mail", { kind: "status", status: 451 });
      await declare({ email: member.email });
      expect(effects(member.id)).toEqual([]);
      await later(5 * days, member);
      await later(0, member);
      expect(effects(member.id)).toHaveLength(1);
    },
  );

  test("and before this release, outlives a stranger's, too", async () => {
    const member = await objector();
    await confirmedFor(member, 60);
    const { FieldValue } = await import("firebase-admin/firestore");
    const database = await firestore();
    const entry = database.collection("openDeclarations").doc(member.id);
    await entry.update({ "progress.isConfirmed": FieldValue.delete() });
    await letterOf(member, "cancel");
    await later(8 * days, member);
    expect(await statesOf(member)).toEqual(["cancel stopped", "cancel open", "cancel stopped"]);
  });

  test.runIf(everyCase)("goes on where the operator gives a stranger's up", async () => {
    const member = await objector();
    await confirmedFor(member, 60);
    await letterOf(member, "cancel");
    await giveUp(member);
    expect(await statesOf(member)).toEqual(["cancel stopped", "cancel open", "cancel stopped"]);
    await later(93 * days, member);
    expect(effects(member.id)).toHaveLength(1);
  });

  test("is stopped with a stranger's by an objection, and so are letters that were not pressed in", async () => {
    const member = await objector();
    await confirmedFor(member, 60);
    await letterOf(member, "withdraw");
    pass(2 * hours);
    await letterOf(member, "cancel");
    const last = (await declarationsOf(member.id)).at(-1);
    await objectTo({ subscriptionId: member.id, declaration: last?.id ?? "" });
    expect(await statesOf(member)).toEqual([
      "cancel stopped",
      "cancel stopped",
      "withdraw stopped",
      "cancel stopped",
    ]);
  });

  test("and confirmed anew for another day, counts for that", async () => {
    const member = await objector();
    await confirmedFor(member, 60);
    pass(2 * hours);
    const link = await letterOf(member, "cancel", dayAfter(35));
    expect((await pressIn(link)).status).toBe(202);
    expect(await statesOf(member)).toEqual(["cancel stopped", "cancel same", "cancel open"]);
  });
});
