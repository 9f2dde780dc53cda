import { Transaction } from "firebase-admin/firestore";
import { expect, test, vi } from "vitest";
import { ask } from "#tests/setup/ask";
import { few } from "#tests/setup/cases";
import { declare, lastLink, later, pressIn } from "#tests/setup/declaring";
import { type Member, newMember } from "#tests/setup/member";
import { lookUpAgain, objector, pass, statesOf } from "#tests/setup/objecting";
import { declarationsOf } from "~/features/leaving/declarations.server";
import { objectTo } from "~/features/leaving/services/objecting.server";
import { firestore } from "~/platform/store/firebase.server";
import { backgroundSettled } from "~/platform/work/background.server";

/**
 * Acts, and as soon as the entry of the member's open declaration is written, Firestore writes nothing more: so it is where the
 * process dies. Afterwards what is due is tried again.
 */
async function dyingAfterTheEntry(member: Member, act: () => Promise<unknown>): Promise<void> {
  const database = await firestore();
  const run = database.runTransaction.bind(database);
  const set = vi.spyOn(Transaction.prototype, "set");
  let isDead = false;
  const failing = vi.spyOn(database, "runTransaction").mockImplementation(async (...work) => {
    if (isDead) throw Object.assign(new Error("unavailable"), { code: 14 });
    const result = await run(...work);
    isDead = set.mock.calls.some(([document]) => document.path === `openDeclarations/${member.id}`);
    return result;
  });
  await act().catch(() => {});
  await backgroundSettled();
  expect(isDead).toBe(true);
  failing.mockRestore();
  set.mockRestore();
  await (await firestore()).doc(`openDeclarations/${member.id}`).update({ leaseUntil: 0 });
  await lookUpAgain(member);
}

const withdraw = ({ email }: Member) => declare({ email, press: "confirm" }, "/withdraw");

const replacing: [string, (member: Member) => Promise<unknown>, string][] = [
  ["in public", withdraw, "withdraw open"],
  [
    "signed in",
    (member) => ask("/dashboard/unsubscribe/withdraw", { ...member, fields: {} }),
    "withdraw carried-out",
  ],
];
test.each(few(replacing, 1))(
  "a process that dies as a withdrawal %s replaces an open cancellation leaves no two open",
  async (_, replace, state) => {
    const member = await newMember({ country: "DE", days: 3, planCode: "ig_premium_one_month" });
    await declare({ email: member.email });
    await dyingAfterTheEntry(member, () => replace(member));
    await later(1_000, member);
    expect(await statesOf(member)).toEqual(["cancel same", state]);
  },
);

test("a process that dies as a letter confirms one of two leaves the other closed", async () => {
  const member = await objector();
  await withdraw(member);
  const own = lastLink(member);
  pass(7_200_000);
  await declare({ email: member.email });
  expect(await statesOf(member)).toEqual(["cancel stopped", "withdraw same", "cancel open"]);
  await dyingAfterTheEntry(member, () => pressIn(own));
  await later(1_000, member);
  expect(await statesOf(member)).toEqual(["cancel stopped", "withdraw carried-out", "cancel same"]);
});

test("a process that dies at an objection has stopped all that it stops", async () => {
  const member = await objector();
  await declare({ email: member.email, name: "A stranger" });
  await declare({ email: member.email, name: "Another" });
  expect(await statesOf(member)).toEqual(["cancel stopped", "cancel same", "cancel open"]);
  const { id: declaration = "" } = (await declarationsOf(member.id)).at(-1) ?? {};
  await dyingAfterTheEntry(member, () => objectTo({ subscriptionId: member.id, declaration }));
  expect(await statesOf(member)).toEqual(["cancel stopped", "cancel stopped", "cancel stopped"]);
});
