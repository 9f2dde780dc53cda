import "#tests/setup/mail";
import { afterEach, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { ask } from "#tests/setup/ask";
import { deliverDue, effects, faults, world } from "#tests/setup/cancellations";
import { type Member, newMember } from "#tests/setup/member";
import { press, saveAnswers } from "#tests/setup/unsubscribe";
import { declarationsOf } from "~/features/leaving/declarations.server";
import { openDeclarations } from "~/features/leaving/services/outbox/open-declaration/kind.server";
import { runEntry } from "~/platform/outbox/runner.server";
import { markGivenUp } from "~/platform/outbox/store/operations.server";
import { entryAt } from "~/platform/outbox/store/transaction.server";
import { firestore } from "~/platform/store/firebase.server";
import { backgroundSettled } from "~/platform/work/background.server";

const typst = vi.hoisted(() => ({ fails: true }));
vi.mock("~/features/report/plain-document.server", () => ({
  setPlainDocument: async () => (typst.fails ? undefined : new Uint8Array([37, 80, 68, 70])),
}));

afterEach(() => vi.useRealTimers());

const receipts = ({ email }: Member) =>
  world.mails.filter(
    ({ to, subject }) => to.includes(email) && subject === "We have your cancellation",
  );

async function declare({ email }: Member): Promise<void> {
  await visit("/cancel", {
    method: "POST",
    body: new URLSearchParams({ email }),
    redirect: "manual",
  });
  await backgroundSettled();
}

async function again({ id }: Member): Promise<void> {
  const open = (await firestore()).collection("openDeclarations").doc(id);
  await open.update({ dueAt: 1, leaseUntil: 0 });
  await runEntry(openDeclarations, id);
  await backgroundSettled();
}

test("the receipt waits for its PDF while Typst fails, and comes once with it", async () => {
  typst.fails = true;
  const member = await newMember({ planCode: "ig_premium_one_month" });
  await declare(member);
  await again(member);
  expect(receipts(member)).toEqual([]);
  typst.fails = false;
  await again(member);
  await again(member);
  expect(receipts(member)).toHaveLength(1);
  expect(receipts(member)[0]?.attachments).toHaveLength(1);
});

test("after ten minutes it goes out without", async () => {
  typst.fails = true;
  const member = await newMember({ planCode: "ig_premium_one_month" });
  await declare(member);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 601_000 });
  await again(member);
  expect(receipts(member)).toHaveLength(1);
  expect(receipts(member)[0]?.attachments ?? []).toEqual([]);
});

test("so does the receipt of a cancellation that is carried out at once", async () => {
  typst.fails = true;
  const member = await newMember({ planCode: "ig_premium_one_month" });
  const letters = () =>
    world.mails.filter(({ to, attachments }) => to.includes(member.email) && attachments);
  await saveAnswers(member, 8);
  await press(member, 8, "cancel");
  await backgroundSettled();
  expect(effects(member.id)).toHaveLength(1);
  expect(world.mails.filter(({ to }) => to.includes(member.email))).toEqual([]);
  typst.fails = false;
  for (let runs = 0; runs < 2; runs += 1) {
    await (await firestore())
      .collection("cancellationIntents")
      .doc(member.id)
      .update({ dueAt: 1, leaseUntil: 0 });
    await deliverDue(member.id);
  }
  expect(letters()).toHaveLength(1);
  expect(letters()[0]?.attachments).toHaveLength(1);
});

test("nothing that is due waits for it", async () => {
  typst.fails = true;
  // Its week ends within a day.
  const member = await newMember({ days: 41.5 });
  await declare(member);
  expect(effects(member.id)).toHaveLength(1);
});

const wordsToOperator = ({ id }: Member) =>
  world.mails.filter(
    ({ subject, text }) => subject === "A withdrawal: money is due" && text.includes(id),
  );
const withdraw = async () => {
  const member = await newMember({ country: "DE", days: 3, planCode: "ig_premium_one_month" });
  await ask("/dashboard/unsubscribe/withdraw", { cookie: member.cookie, fields: {} });
  await backgroundSettled();
  return member;
};

test("the operator is told of a withdrawal's money without waiting for its receipt, once", async () => {
  typst.fails = true;
  const member = await withdraw();
  expect(wordsToOperator(member)).toHaveLength(1);
  await again(member);
  expect(wordsToOperator(member)).toHaveLength(1);
});

test("a withdrawal whose subscription is not known any more waits until the operator was told", async () => {
  typst.fails = false;
  faults.set("mail", { kind: "status", status: 451 });
  const member = await withdraw();
  expect(effects(member.id)).toHaveLength(1);
  const known = world.subscriptions.splice(
    world.subscriptions.findIndex(({ id }) => id === member.id),
    1,
  );
  faults.clear();
  await again(member);
  expect(await entryAt(openDeclarations, member.id)).toMatchObject({ state: "open" });
  world.subscriptions.push(...known);
  await again(member);
  expect(wordsToOperator(member)).toHaveLength(1);
  expect(await entryAt(openDeclarations, member.id)).toMatchObject({ state: "done" });
});

test("one that an operator gives up after it was carried out stays carried out", async () => {
  faults.set("mail", { kind: "status", status: 451 });
  const member = await withdraw();
  await markGivenUp(openDeclarations, member.id, "told by phone");
  await openDeclarations.afterGiveUp?.(member.id);
  expect(await declarationsOf(member.id)).toMatchObject([{ state: "carried-out" }]);
});
