import "#tests/setup/mail";
import { afterEach, expect, test, vi } from "vitest";
import { mailsTo } from "#tests/setup/letters";
import { sendLinksLeft } from "#tests/setup/mailed-links";
import { type Member, newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { askForLink } from "#tests/setup/sign-in-links";
import { tellOfChange } from "~/features/ways-in/services/outbox/access-letter.server";
import { outboxKinds } from "~/outbox-kinds.server";
import { log } from "~/platform/monitoring/log.server";
import { mailboxName, refusalsOf } from "~/platform/outbox/mail-refusals.server";
import { carryOutOrder, outboxReport } from "~/platform/outbox/operations.server";
import { firestore } from "~/platform/store/firebase.server";
import { backgroundSettled } from "~/platform/work/background.server";

const { world, faults } = sandbox;
const day = 86_400_000;

afterEach(async () => {
  faults.clear();
  await backgroundSettled();
  vi.useRealTimers();
});

const isGone = ({ email }: Member) =>
  void world.mailRefusals.set(email, `550 5.1.1 <${email}> No such user`);
const isBack = ({ email }: Member) => void world.mailRefusals.delete(email);
async function tell(member: Member) {
  await tellOfChange(member, "passkey-added");
  await backgroundSettled();
}
const refusedBy = async ({ email }: Member) => refusalsOf(mailboxName(email));
const lineOf = async (member: Member) =>
  (await outboxReport(outboxKinds, Date.now())).find((line) =>
    line.includes(mailboxName(member.email)),
  );

test("a letter that a mailbox refuses for good is not sent again, and the operator sees it without an address", async () => {
  const warn = vi.spyOn(log, "warn");
  const member = await newMember();
  isGone(member);
  await tell(member);
  const letters = (await firestore()).collection("accessLetters");
  const { docs } = await letters.where("payload.uid", "==", member.uid).get();
  expect(docs.map((document) => document.data())).toMatchObject([
    { state: "declined", dueAt: null, needsPerson: null, progress: { sentAt: null } },
  ]);
  expect(await refusedBy(member)).toMatchObject({
    "access-letter": { count: 1, reason: "mail: 550 5.1.1" },
  });
  const line = await lineOf(member);
  expect(line).toMatch(
    /^ {2}mailbox-[\da-f]{16} {2}access-letter refused once, \d+ s ago: mail: 550 5\.1\.1$/,
  );
  for (const words of [line, JSON.stringify(warn.mock.calls)])
    expect(words).not.toContain(member.email);
});

test("the third refusal switches the letter's kind off for the mailbox, and no other kind", async () => {
  const member = await newMember();
  isGone(member);
  for (let times = 0; times < 3; times += 1) await tell(member);
  isBack(member);
  await tell(member);
  expect(mailsTo(member)).toEqual([]);
  expect(await lineOf(member)).toMatch(/access-letter refused 3 times, \d+ s ago, switched off/);
  await askForLink(member.email);
  await backgroundSettled();
  expect(mailsTo(member).map(({ subject }) => subject)).toEqual([
    "Your sign-in link for Profile Analyzer",
  ]);
});

test("after 30 days one letter is tried again; one that is taken ends the count", async () => {
  const member = await newMember();
  isGone(member);
  for (let times = 0; times < 3; times += 1) await tell(member);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31 * day });
  await tell(member);
  isBack(member);
  await tell(member);
  expect(mailsTo(member)).toEqual([]);
  vi.setSystemTime(Date.now() + 31 * day);
  await tell(member);
  expect(mailsTo(member)).toHaveLength(1);
  expect(await refusedBy(member)).toEqual({});
});

test("at an operator's word letters go to the mailbox again", async () => {
  const member = await newMember();
  isGone(member);
  for (let times = 0; times < 3; times += 1) await tell(member);
  isBack(member);
  const name = mailboxName(member.email);
  expect(await carryOutOrder(outboxKinds, { word: "allow", name })).toBe(
    `letters go to ${name} again`,
  );
  expect(await carryOutOrder(outboxKinds, { word: "allow", name })).toBeUndefined();
  await tell(member);
  expect(mailsTo(member)).toHaveLength(1);
  expect(await lineOf(member)).toBeUndefined();
});

test("a mailbox that is gone stops nobody else's letters; a greylisted one gets its letter later", async () => {
  const [gone, grey, other] = [await newMember(), await newMember(), await newMember()];
  isGone(gone);
  for (let times = 0; times < 3; times += 1) await tell(gone);
  for (let times = 0; times < 3; times += 1) {
    const another = await newMember();
    isGone(another);
    await tell(another);
  }
  world.mailRefusals.set(grey.email, "450 4.2.0 Greylisted");
  await askForLink(grey.email);
  await backgroundSettled();
  await tell(other);
  expect(mailsTo(other)).toHaveLength(1);
  isBack(grey);
  await sendLinksLeft();
  expect(mailsTo(grey)).toHaveLength(1);
  expect(await refusedBy(grey)).toEqual({});
});

test("a server that refuses by policy switches nothing off, and loses no letter", async () => {
  const warn = vi.spyOn(log, "warn");
  const member = await newMember();
  world.mailRefusals.set(member.email, `554 5.7.1 <${member.email}>: Relay access denied`);
  for (let times = 0; times < 3; times += 1) await askForLink(member.email);
  await backgroundSettled();
  expect(await refusedBy(member)).toEqual({});
  expect(warn).toHaveBeenCalledWith(
    { kind: "sign-in-link", mailbox: mailboxName(member.email), reason: "mail: 554 5.7.1" },
    "a letter waits: refused by policy",
  );
  isBack(member);
  await sendLinksLeft();
  expect(mailsTo(member)).toHaveLength(1);
});
