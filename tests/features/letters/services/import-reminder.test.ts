import "#tests/setup/mail";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { everyCase } from "#tests/setup/cases";
import { exportOf, importInto, press, withExports } from "#tests/setup/imports";
import { mailsTo, makeLetterDue, stopLinkIn, storedLetter } from "#tests/setup/letters";
import { type Member, newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { turnOffLetter, turnOnImportReminder } from "~/features/account/letter-choices.server";
import { removeRotten } from "~/features/imports/services/remove-rotten.server";
import { importReminders } from "~/features/letters/services/outbox/import-reminder.server";
import { runEntry } from "~/platform/outbox/runner.server";
import { firestore } from "~/platform/store/firebase.server";
import { formatDate } from "~/platform/values/dates";

withExports();

const letter = "importReminder";
const day = 86_400_000;
let member: Member;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  member = await newMember();
});
afterEach(() => {
  sandbox.faults.clear();
  vi.useRealTimers();
});

const mails = () => mailsTo(member);
const dueAt = async () => (await storedLetter(letter, member))?.dueAt as unknown as number | null;
/** Waits until it is due, and lets it run. */
async function whenDue() {
  vi.setSystemTime((await dueAt()) ?? 0);
  await runEntry(importReminders, member.uid);
}
/** Lets so many days pass, running it whenever it is due. */
async function pass(days: number) {
  const end = Date.now() + days * day;
  for (let due = await dueAt(); due !== null && due <= end; due = await dueAt()) await whenDue();
  vi.setSystemTime(end);
}

test("it comes once, when the last import is a month old, with a link that turns it off", async () => {
  const { takenAt } = await importInto(member, await exportOf(0));
  await turnOnImportReminder(member.uid);
  await pass(29);
  expect(mails()).toEqual([]);
  await pass(everyCase ? 60 : 10);
  expect(mails().map(({ subject }) => subject)).toEqual(["Your last import is a month old"]);
  const [mail] = mails();
  expect(mail?.text).toContain(
    `The newest export in your analysis is of ${formatDate(Date.parse(takenAt))}.`,
  );
  expect(mail?.text).toContain("/dashboard/import");
  expect(mail?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
  expect(stopLinkIn(mail)).toMatch(/^\/letters\/stop\?t=[\w.-]+$/);
});

// tests/features/letters/rules/reminder.test.ts tries the rule.
test.runIf(everyCase)(
  "without an import, or after it was discarded, there is nothing to remind of",
  async () => {
    const { id } = await importInto(member, await exportOf(0));
    await press(member, id, "discard");
    await turnOnImportReminder(member.uid);
    await pass(everyCase ? 60 : 35);
    expect(mails()).toEqual([]);
    expect(await dueAt()).toBeGreaterThan(Date.now());
  },
);

test("while an import cannot be read nobody is reminded; afterwards it goes on", async () => {
  await importInto(member, await exportOf(30));
  const { id } = await importInto(member, await exportOf(0));
  await turnOnImportReminder(member.uid);
  await (await firestore()).doc(`imports/${id}`).update({ counts: "many" });
  await pass(everyCase ? 60 : 35);
  expect(mails()).toEqual([]);
  // By now nobody is signed in any more.
  expect(await removeRotten(member.uid, id)).toBe("done");
  await pass(8);
  expect(mails()).toHaveLength(1);
});

test("turned off it goes to nobody; a mail server that fails delays it", async () => {
  await importInto(member, await exportOf(0));
  await turnOnImportReminder(member.uid);
  await pass(29);
  sandbox.faults.set("mail", { kind: "status", status: 451 });
  // It is tried some twenty times in two days.
  if (everyCase) await pass(2);
  else for (let tries = 0; tries < 3; tries += 1) await whenDue();
  expect(mails()).toEqual([]);
  sandbox.faults.clear();
  await turnOffLetter(member.uid, letter);
  expect(await dueAt()).toBeNull();
  await turnOnImportReminder(member.uid);
  await makeLetterDue(letter, member);
  await runEntry(importReminders, member.uid);
  expect(mails()).toHaveLength(1);
});

test("who has no plan any more gets none, and none for that import later", async () => {
  await importInto(member, await exportOf(0));
  await turnOnImportReminder(member.uid);
  for (const one of sandbox.world.subscriptions) if (one.id === member.id) one.status = "expired";
  await pass(40);
  expect(mails()).toEqual([]);
});
