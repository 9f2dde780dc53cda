import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { world } from "#tests/setup/cancellations";
import { declare, hours, later, moneyLetters, subjectsTo } from "#tests/setup/declaring";
import { newMember } from "#tests/setup/member";
import { pass } from "#tests/setup/objecting";
import { env } from "~/env.server";
import { declarationsOf } from "~/features/leaving/declarations.server";
import { log } from "~/platform/monitoring/log.server";
import { forgetRefusals, mailboxName } from "~/platform/outbox/mail-refusals.server";

// A refusal of one letter concerns that letter. Each test has hours of its own, as the operator gets three letters an hour.
let hour = 0;
beforeEach(async () => {
  hour += 100;
  pass(hour * hours);
  await forgetRefusals(mailboxName(env.SUPPORT_EMAIL));
});

afterEach(() => {
  world.mailRefusals.clear();
  vi.restoreAllMocks();
});

const monthly = { planCode: "ig_premium_one_month" };
const take = world.addMail;

/** A filter reads each letter. @param judge the code of its reply where it does not take one */
function filter(judge: (text: string, to: string) => number | false): void {
  vi.spyOn(world, "addMail").mockImplementation((mail) => {
    const responseCode = judge(mail.text, mail.to.join());
    if (responseCode) throw Object.assign(new Error("Not liked"), { responseCode });
    return take(mail);
  });
}
const toOperator = (_: string, to: string) => to.includes(env.SUPPORT_EMAIL) && 554;

const declareFor = (email: string, reason: string) =>
  declare({ email, kind: "extraordinary", name: "Ada", reason });
const stranger = () => `${crypto.randomUUID()}@example.com`;
const told = () => world.mails.filter(({ subject }) => subject === "An extraordinary cancellation");
const textFor = (email: string) =>
  told().find(({ text }) => text.includes(email.split("@", 1)[0] ?? ""))?.text;

test("what three strangers typed, and a filter refused, keeps no other's reason from the operator, nor theirs quite", async () => {
  filter((text) => text.includes("Winner") && 554);
  const strangers = [stranger(), stranger(), stranger()];
  for (const email of strangers) await declareFor(email, "Winner");
  for (const email of strangers) {
    expect(textFor(email)).toContain("Somebody cancels for a reason");
    expect(textFor(email)).not.toMatch(/Winner|Ada/);
  }
  pass(2 * hours);
  const owner = await newMember(monthly);
  await declareFor(owner.email, "It does not work");
  expect(textFor(owner.email)).toContain("Reason: “It does not work”");
});

test("nor where the filter refuses all of the letter: the log says each time that the operator does not have it", async () => {
  const error = vi.spyOn(log, "error");
  const missed = () => error.mock.calls.filter(([, words]) => /to the operator/.test(`${words}`));
  filter(toOperator);
  for (const _ of ["once", "twice", "three times"]) await declareFor(stranger(), "x");
  expect(missed()).toHaveLength(3);
  vi.restoreAllMocks();
  pass(2 * hours);
  const owner = await newMember(monthly);
  await declareFor(owner.email, "It does not work");
  expect(textFor(owner.email)).toContain("It does not work");
});

test("three refused letters about money keep no fourth from the operator", async () => {
  const members = await Promise.all([1, 2, 3, 4].map(() => newMember({ ...monthly, days: 3 })));
  const [last] = members.splice(3);
  if (!last) throw new Error("no member");
  for (const { email } of [...members, last])
    await declare({ email, press: "confirm" }, "/withdraw");
  filter(toOperator);
  await later(25 * hours, members[0] ?? last);
  for (const member of members.slice(1)) await later(0, member);
  vi.restoreAllMocks();
  await later(0, last);
  expect(members.flatMap(moneyLetters)).toEqual([]);
  expect(moneyLetters(last)).toHaveLength(1);
});

test("an operator's mailbox that is gone is left alone after three letters, and the log goes on saying so", async () => {
  const error = vi.spyOn(log, "error");
  world.mailRefusals.set(env.SUPPORT_EMAIL, "550 5.1.1 No such user");
  for (const _ of ["once", "twice", "three times"]) await declareFor(stranger(), "x");
  world.mailRefusals.clear();
  pass(2 * hours);
  const owner = stranger();
  await declareFor(owner, "x");
  expect(textFor(owner)).toBeUndefined();
  const reasons = error.mock.calls
    .map(([said]) => said)
    .filter((said) => "mailbox" in Object(said));
  expect(reasons).toEqual(Array(4).fill(expect.objectContaining({ reason: "mail: 550 5.1.1" })));
});

test("what a stranger typed and a filter refused does not switch the owner's receipts off, though the ones without it come late", async () => {
  const member = await newMember(monthly);
  filter((text, to) => to.includes(member.email) && (text.includes("Winner") ? 554 : 451));
  await declare({ email: member.email, name: "Winner" });
  for (const _ of ["twice", "three times", "four times"]) await later(hours, member);
  expect(subjectsTo(member.email)).toEqual([]);
  vi.restoreAllMocks();
  await later(hours, member);
  expect(subjectsTo(member.email)).toEqual(["We have your cancellation"]);
  expect(await declarationsOf(member.id)).toMatchObject([{ state: "open" }]);
});
