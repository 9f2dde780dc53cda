import { describe, expect, test, vi } from "vitest";
import { effects, world } from "#tests/setup/cancellations";
import { everyCase, few } from "#tests/setup/cases";
import { declare, hours, later, mailsTo, moneyLetters, subjectsTo } from "#tests/setup/declaring";
import { newMember } from "#tests/setup/member";
import { cancelOwn } from "~/features/leaving/cancellation.server";
import { declarationsOf } from "~/features/leaving/declarations.server";
import { objectTo } from "~/features/leaving/services/objecting.server";
import { openDeclarations } from "~/features/leaving/services/outbox/open-declaration/kind.server";
import { entryAt } from "~/platform/outbox/store/transaction.server";
import { firestore } from "~/platform/store/firebase.server";

const days = 24 * hours;

const withdraw = (email: string) => declare({ email, press: "confirm" }, "/withdraw");

describe("withdrawing from a plan that has ended", () => {
  /** A weekly plan that was canceled on its first day, and has ended. */
  async function ended(daysAgo: number) {
    const member = await newMember({ status: "expired", days: daysAgo });
    const subscription = world.subscriptionById(member.id);
    if (!subscription) throw new Error("no subscription");
    subscription.price = { amount: "1.00", currency: "USD" };
    subscription.endsAt = new Date(subscription.startedAt.getTime() + 7 * days);
    return member;
  }

  test("within 14 days counts, and the one term that was paid for is paid back", async () => {
    const member = await ended(10);
    await withdraw(member.email);
    expect(subjectsTo(member.email)).toEqual(["We have your withdrawal"]);
    await later(25 * hours, member);
    expect(moneyLetters(member)).toHaveLength(1);
    expect(moneyLetters(member)[0]?.text).toContain("Pay back 1.00 USD by");
    expect(await declarationsOf(member.id)).toMatchObject([
      { kind: "withdraw", state: "carried-out", refund: "1.00 USD" },
    ]);
    expect(effects(member.id)).toEqual([]);
  });

  test("later than that no subscription is found, as for a cancellation", async () => {
    const [late, canceler] = [await ended(30), await ended(10)];
    await withdraw(late.email);
    await declare({ email: canceler.email });
    for (const { email } of [late, canceler])
      expect(subjectsTo(email)).toEqual(["We found no subscription for this address"]);
  });
});

test("of a free first month nothing was charged", async () => {
  const member = await newMember({ planCode: "ig_gift_one_month", days: 5 });
  const subscription = world.subscriptionById(member.id);
  if (subscription) subscription.price = { amount: "19.99", currency: "USD" };
  await withdraw(member.email);
  await later(25 * hours, member);
  expect(moneyLetters(member)).toHaveLength(1);
  expect(moneyLetters(member)[0]?.text).toContain("Pay back 0.00 USD by");
});

test("of one that was canceled here before, and ended nobody says when, only the terms until then", async () => {
  const member = await newMember({ days: 3 });
  const subscription = world.subscriptionById(member.id);
  if (!subscription) throw new Error("no subscription");
  subscription.price = { amount: "1.00", currency: "USD" };
  await cancelOwn(member, "test");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11.2 * days });
  subscription.status = "expired";
  await withdraw(member.email);
  await later(25 * hours, member);
  const [letter] = moneyLetters(member);
  expect(letter?.text).toContain("Pay back 1.00 USD by");
  expect(letter?.text).not.toContain("at most");
});

test("in Britain the weeks of all renewals are paid back whose periods run, also where the plan is over by then, nobody says when", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2027, 5, 20, 12) });
  // It has renewed twice, and both times are within 14 days.
  const member = await newMember({ country: "GB", days: 19.5 });
  const subscription = world.subscriptionById(member.id);
  if (!subscription) throw new Error("no subscription");
  subscription.price = { amount: "7.99", currency: "GBP" };
  await withdraw(member.email);
  expect(mailsTo(member.email)[0]?.text).toContain(
    "What you have paid for the time from Jun 8, 2027 on is paid back within 14 days",
  );
  subscription.status = "expired";
  await later(25 * hours, member);
  expect(moneyLetters(member)).toHaveLength(1);
  expect(moneyLetters(member)[0]?.text).toContain("Pay back 15.98 GBP by");
  expect(await declarationsOf(member.id)).toMatchObject([
    { kind: "withdraw", state: "carried-out", refund: "15.98 GBP" },
  ]);
});

describe("a withdrawal that came in a flood", () => {
  /** Others' declarations beside this one. Other files declare at other times. */
  async function flood(nth: number): Promise<void> {
    const now = Date.UTC(2051, 0, 1, 10, 30) + nth * 100 * days;
    vi.useFakeTimers({ toFake: ["Date"], now });
    const database = await firestore();
    const batch = database.batch();
    for (let other = 0; other < 60; other += 1)
      batch.set(database.collection("declarations").doc(crypto.randomUUID()), {
        publicAt: new Date(now + other),
        state: "no-subscription",
      });
    await batch.commit();
  }

  test.each(
    few(
      [
        ["12 weeks", { planCode: "ig_3month", status: "active" }, 1],
        ["a plan that is canceled", { planCode: "ig_3month", status: "canceled" }, 0],
      ],
      1,
    ),
  )(
    "%s: it waits for a person, and the operator knows what is due before its 14 days are over",
    async (_, plan, canceled) => {
      await flood(canceled);
      const member = await newMember({ ...plan, days: 3 });
      const declaredAt = Date.now();
      await withdraw(member.email);
      await later(18.1 * hours, member);
      await later(6 * hours, member);
      const entry = await entryAt(openDeclarations, member.id);
      expect(entry).toMatchObject({
        state: "open",
        needsPerson: { reason: expect.stringContaining("more declarations") },
      });
      const [{ dueAt = 0 } = {}] = await declarationsOf(member.id);
      expect((dueAt ?? 0) - declaredAt).toBeGreaterThan(9 * days);
      expect((dueAt ?? 0) - declaredAt).toBeLessThan(13 * days);
      const soon = /is carried out soon/;
      const seconds = () => mailsTo(member.email).filter(({ subject }) => soon.test(subject));
      expect(seconds()).toHaveLength(1);
      await later((dueAt ?? 0) - 7 * hours - Date.now(), member);
      expect([effects(member.id).length, seconds().length]).toEqual([0, 1]);
      await later(1.1 * hours, member);
      expect([effects(member.id).length, seconds().length]).toEqual([0, 2]);
      expect(new Set(seconds().map(({ headers }) => headers["message-id"])).size).toBe(2);
      const hour = new Date(dueAt ?? 0).toISOString().slice(11, 19);
      expect(seconds()[1]?.text).toContain(`${hour} UTC`);
      expect(await entryAt(openDeclarations, member.id)).toMatchObject({
        needsPerson: { reason: expect.any(String) },
      });
      await later(6 * hours, member);
      expect(effects(member.id)).toHaveLength(canceled);
      expect(moneyLetters(member)).toHaveLength(1);
    },
  );
});

test.each([
  "https://evil.example/login?u=1@x.example",
  "a@b@x.example",
  "“a”@x.example",
  "a,b@x.example",
])("%j is no address, and is told nobody", async (email) => {
  const before = world.mails.length;
  const answer = await declare({ email, kind: "extraordinary", reason: "x" });
  expect([answer.status, world.mails.length]).toEqual([422, before]);
});

test("the address that was typed is quoted in the operator's letter, and makes no link", async () => {
  const email = `${crypto.randomUUID()}@evil.example`;
  await declare({ email, kind: "extraordinary", reason: "x" });
  const told = world.mails.find(({ subject }) => subject === "An extraordinary cancellation");
  const text = `${told?.text}${told?.html}`;
  expect(text).toContain(`“${email.split("@")[0]}`);
  expect(text).not.toContain("@evil");
  expect(text).not.toContain("evil.example");
});

test.runIf(everyCase)(
  "what was typed does not keep the receipt from its owner where a filter refuses it",
  async () => {
    const member = await newMember({ planCode: "ig_premium_one_month" });
    const take = world.addMail;
    vi.spyOn(world, "addMail").mockImplementation((mail) => {
      if (mail.text.includes("Winner"))
        throw Object.assign(new Error("5.7.1 This is spam"), { responseCode: 554 });
      return take(mail);
    });
    for (const _ of ["once", "twice", "three times", "four times"]) {
      await declare({ email: member.email, name: "Winner" });
      const open = (await declarationsOf(member.id)).find(({ state }) => state === "open");
      await objectTo({ subscriptionId: member.id, declaration: open?.id ?? "" });
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hours });
    }
    vi.restoreAllMocks();
    expect(subjectsTo(member.email)).toEqual(Array(4).fill("We have your cancellation"));
    expect(mailsTo(member.email)[0]?.text).toContain("/cancel/not-me");
  },
);
