import { describe, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { ask } from "#tests/setup/ask";
import { everyCase, few } from "#tests/setup/cases";
import { type Member, newMember } from "#tests/setup/member";
import { live, mailsTo, subjects } from "#tests/setup/noticing";
import { sandbox } from "#tests/setup/outside";
import { visibleText } from "#tests/setup/visible-text";
import { announcePrice, describeAnnouncement } from "~/features/leaving/announce-price.server";
import { declarationsOf } from "~/features/leaving/declarations.server";
import { beginNotices } from "~/features/leaving/notices.server";
import * as cancellationWish from "~/features/leaving/services/cancellation-wish.server";
import { agreeTo, notices } from "~/features/leaving/services/outbox/notice.server";
import { runEntry } from "~/platform/outbox/runner.server";
import { entryAt } from "~/platform/outbox/store/transaction.server";
import { beginSession } from "~/platform/session/session.server";
import { backgroundSettled } from "~/platform/work/background.server";

const day = 86_400_000;

const signedInAgain = async ({ uid, email }: Member) => {
  const { cookie } = await beginSession({ uid, email, validSince: 0 });
  return cookie.split(";", 1)[0] ?? "";
};

test("a Californian is told once a year, from the first sign-in on, whatever else they have turned off", async () => {
  const member = await newMember({ country: "US-CA", days: 300, planCode: "ig_premium_one_month" });
  await beginNotices(member.uid);
  await live(member, 20);
  expect(subjects(member)).toEqual([]);
  await live(member, 30);
  expect(subjects(member)).toEqual(["Your subscription, once a year"]);
  const [mail] = mailsTo(member);
  expect(mail?.text).toContain("Premium Plan");
  expect(mail?.text).toContain("/cancel");
  expect(mail?.headers["list-unsubscribe"]).toBeUndefined();
  await beginNotices(member.uid);
  await live(member, 300);
  expect(subjects(member)).toHaveLength(1);
});

test("who has canceled is told nothing, and a place without a rule asks for nothing", async () => {
  const canceled = await newMember({ country: "US-CA", days: 340, status: "canceled" });
  const german = await newMember({ country: "DE", days: 340 });
  for (const member of [canceled, german]) {
    await beginNotices(member.uid);
    await live(member, 30);
    expect(subjects(member)).toEqual([]);
  }
});

test("a rule that begins is followed from its first day on, however short the time is that is left", async () => {
  // The British rule begins on March 1, 2027; the window of this renewal closes two days later.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2027, 1, 27) });
  const member = await newMember({ country: "GB", days: 50, planCode: "ig_3month" });
  const subscription = sandbox.world.subscriptionById(member.id);
  if (subscription) subscription.renewsAt = new Date(Date.UTC(2027, 2, 7));
  await beginNotices(member.uid);
  await live(member, 1.9);
  expect(subjects(member)).toEqual([]);
  await live(member, 2, Date.now());
  expect(subjects(member)).toEqual(["Your subscription renews soon"]);
});

test("a mail server that is down delays a notice, and it is sent once", async () => {
  const member = await newMember({ country: "US-CA", days: 340 });
  await beginNotices(member.uid);
  sandbox.faults.set("mail", { kind: "status", status: 451 });
  await live(member, everyCase ? 1 : 0.1);
  expect(subjects(member)).toEqual([]);
  sandbox.faults.clear();
  await live(member, 3);
  expect(subjects(member)).toEqual(["Your subscription, once a year"]);
});

test("a new price is announced to whom a rule says so, in time, and counted", async () => {
  const planCode = "ig_gift_one_month";
  const members = await Promise.all(
    ["US-CA", "US-NY", "DE"].map((country) => newMember({ country, planCode })),
  );
  const [californian, newYorker, german] = members as [Member, Member, Member];
  const another = await newMember({ country: "US-CA" });
  for (const member of [...members, another]) {
    await beginNotices(member.uid);
    await runEntry(notices, member.uid);
  }
  const change = { planCode, amount: "2.00", currency: "USD", from: Date.now() + 60 * day };
  const dry = await announcePrice(change, { commit: false, now: Date.now() });
  expect([dry.onPlan, dry.tooLate.size]).toEqual([3, 0]);
  expect(Object.fromEntries(dry.byPlace)).toEqual({
    "US-CA": { mustBeTold: 1, told: 0, refused: 0, mustAgree: 0, agreed: 0 },
    "US-NY": { mustBeTold: 1, told: 0, refused: 0, mustAgree: 1, agreed: 0 },
  });
  await announcePrice(change, { commit: true, now: Date.now() });
  const began = Date.now();
  for (const member of [...members, another]) await live(member, 25, began);
  expect(members.map((member) => subjects(member).length)).toEqual([0, 0, 0]);
  for (const member of [...members, another]) await live(member, 8, began + 25 * day);
  expect(subjects(californian)).toEqual(["Your plan gets a new price"]);
  expect(subjects(newYorker)).toEqual(["Your plan gets a new price"]);
  expect(mailsTo(newYorker)[0]?.text).toContain("I agree to the new price");
  expect([subjects(german), subjects(another)]).toEqual([[], []]);
  const after = await announcePrice(change, { commit: false, now: Date.now() });
  expect(describeAnnouncement(after, false).join("\n")).toContain(
    "US-NY: 1 to be told, 1 told; 1 must agree, 0 have: do not charge the others the new price",
  );
});

test("who is told of a new price hears until when they can cancel and not pay it", async () => {
  const planCode = "ig_gift_one_month";
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2027, 4, 10) });
  const member = await newMember({ country: "US-CA", planCode });
  const found = sandbox.world.subscriptionById(member.id);
  if (found) found.renewsAt = new Date("2027-06-01T03:00Z");
  await beginNotices(member.uid);
  const change = { planCode, amount: "2.00", currency: "USD", from: Date.UTC(2027, 5, 1) };
  await announcePrice(change, { commit: true, now: Date.now() });
  await live(member, 0.1);
  // The term of June 1 can be canceled until May 31, 03:00 UTC: in Los Angeles that is the evening of May 30.
  const sentence = "The last day to cancel and not pay it is May 29, 2027.";
  expect(mailsTo(member)[0]?.text.replaceAll(/\s+/g, " ")).toContain(sentence);
  const cookie = await signedInAgain(member);
  const page = await visit("/dashboard/my-plan", { headers: { cookie } });
  expect(visibleText(await page.text())).toContain(sentence);
});

test("a price is the same however its amount is written", async () => {
  const planCode = "ig_gift_one_month";
  const change = { planCode, amount: "2.00", currency: "USD", from: Date.now() + 20 * day };
  const member = await newMember({ country: "US-CA", planCode });
  await beginNotices(member.uid);
  const announce = (amount: string) =>
    announcePrice({ ...change, amount }, { commit: true, now: Date.now() });
  const { id } = (await announce("2.00")).change;
  await live(member, 0.1);
  for (const amount of ["2", "2.0"]) {
    const found = await announce(amount);
    expect(found.change).toMatchObject({ id, amount: "2.00" });
    expect(found.byPlace.get("US-CA")).toMatchObject({ mustBeTold: 1, told: 1 });
  }
  expect((await announce("2.01")).change.id).not.toBe(id);
});

test("no price is announced for a day that has begun, and one that was is still counted", async () => {
  const from = Math.floor(Date.now() / day) * day;
  const change = { planCode: "ig_past", amount: "2.00", currency: "USD", from };
  const found = await announcePrice(change, { commit: true, now: Date.now() });
  const tomorrow = new Date(from + day).toISOString().slice(0, 10);
  expect(describeAnnouncement(found, true).slice(-2)).toEqual([
    `everywhere: too late to announce it; the earliest day is ${tomorrow}`,
    "nothing is announced",
  ]);
  await announcePrice(change, { commit: true, now: from - day });
  const later = await announcePrice(change, { commit: false, now: Date.now() });
  expect(later.tooLate.size).toBe(0);
});

test("who must agree does so in My Plan, and is counted", async () => {
  const planCode = "ig_gift_one_month";
  const member = await newMember({ country: "US-NY", planCode });
  await beginNotices(member.uid);
  await runEntry(notices, member.uid);
  const change = { planCode, amount: "2.00", currency: "USD", from: Date.now() + 20 * day };
  await announcePrice(change, { commit: true, now: Date.now() });
  await runEntry(notices, member.uid);
  const { cookie } = member;
  const page = async () => (await visit("/dashboard/my-plan", { headers: { cookie } })).text();
  const html = await page();
  expect(visibleText(html)).toContain("$2.00 from");
  const price = /name="price" value="([^"]+)"/.exec(html)?.[1] ?? "";
  const agree = (id: string) =>
    ask("/dashboard/my-plan", { cookie, fields: { press: "agree-to-price", price: id } });
  await agree("another");
  expect(
    (await announcePrice(change, { commit: false, now: Date.now() })).byPlace.get("US-NY")?.agreed,
  ).toBe(0);
  expect(await agree(price)).toMatchObject({ status: 303 });
  expect(visibleText(await page())).toContain("You have agreed to this price");
  expect(
    (await announcePrice(change, { commit: false, now: Date.now() })).byPlace.get("US-NY"),
  ).toEqual({
    mustBeTold: 1,
    told: 1,
    refused: 0,
    mustAgree: 1,
    agreed: 1,
  });
});

test("a price that is lower than what the service says is paid needs no consent", async () => {
  const planCode = "ig_gift_one_month";
  const lowered = await newMember({ country: "US-NY", planCode });
  const raised = await newMember({ country: "US-NY", planCode });
  const members = [lowered, raised];
  const pays = ({ id }: Member, amount: string) => {
    const found = sandbox.world.subscriptionById(id);
    if (found) found.price = { amount, currency: "USD" };
  };
  pays(lowered, "3.00");
  pays(raised, "1.00");
  for (const { uid } of members) {
    await beginNotices(uid);
    await runEntry(notices, uid);
  }
  const change = { planCode, amount: "2.00", currency: "USD", from: Date.now() + 20 * day };
  const announced = await announcePrice(change, { commit: true, now: Date.now() });
  expect(announced.byPlace.get("US-NY")).toMatchObject({ mustBeTold: 2, mustAgree: 1 });
  expect([...announced.consents.keys()]).toEqual([raised.id]);
  for (const { uid } of members) await runEntry(notices, uid);
  const asks = async (member: Member) => {
    const { cookie } = member;
    const page = await visit("/dashboard/my-plan", { headers: { cookie } });
    const shown = visibleText(await page.text());
    expect(shown).toContain("$2.00 from");
    return [mailsTo(member)[0]?.text ?? "", shown].map((text) =>
      text.includes("only if you agree"),
    );
  };
  expect(await asks(lowered)).toEqual([false, false]);
  expect(await asks(raised)).toEqual([true, true]);
  // Once it has begun, the service says that it is paid: who has agreed stays in the list.
  const { id } = announced.change;
  await agreeTo(raised.uid, { plan: { id: raised.id, startedAt: 0 }, change: id, words: "yes" });
  pays(raised, "2.00");
  const later = await announcePrice(change, { commit: false, now: Date.now() });
  expect(later.consents.get(raised.id)).toMatchObject({ isGiven: true });
});

test("of two new prices that were told, each can be agreed to before the first begins", async () => {
  const planCode = "ig_gift_one_month";
  const member = await newMember({ country: "US-NY", planCode });
  await beginNotices(member.uid);
  const begins = [
    { amount: "2.00", from: Date.now() + 20 * day },
    { amount: "3.00", from: Date.now() + 25 * day },
  ];
  for (const one of begins)
    await announcePrice({ planCode, currency: "USD", ...one }, { commit: true, now: Date.now() });
  await live(member, 0.1);
  expect(subjects(member)).toHaveLength(2);
  const cookie = await signedInAgain(member);
  const html = await (await visit("/dashboard/my-plan", { headers: { cookie } })).text();
  const asked = [...html.matchAll(/name="price" value="([^"]+)"/g)].map(([, id = ""]) => id);
  expect(asked).toEqual([expect.stringContaining("2.00-USD"), expect.stringContaining("3.00-USD")]);
  for (const price of asked.toReversed())
    expect(
      await ask("/dashboard/my-plan", {
        cookie,
        fields: { press: "agree-to-price", price, subscription: member.id },
      }),
    ).toMatchObject({ status: 303 });
  const [told] = (await entryAt(notices, member.uid))?.progress.plans ?? [];
  expect(told?.agreed.map(({ id }) => id)).toEqual(asked.toReversed());
});

describe("a trial in Korea", () => {
  const onTrial = () => newMember({ country: "KR", days: 0, planCode: "ig_weekly_3d_trial" });

  test("is asked about as soon as somebody says that they live there", async () => {
    const member = await newMember({ days: 0, planCode: "ig_weekly_3d_trial" });
    await beginNotices(member.uid);
    await live(member, 0.1);
    expect(subjects(member)).toEqual([]);
    vi.useRealTimers();
    const { cookie } = member;
    const body = new URLSearchParams({ place: "KR" });
    const saved = await visit("/dashboard/place", { method: "POST", body, cookie });
    expect(saved.status).toBe(303);
    await live(member, 1.9);
    expect(subjects(member)).toEqual(["Your trial ends soon"]);
  });
  const status = ({ id }: Member) => sandbox.world.subscriptionById(id)?.status;

  test("who does not agree is asked at once, and is not charged: it is canceled a day before it ends", async () => {
    const member = await onTrial();
    await beginNotices(member.uid);
    await live(member, 1.9);
    expect(subjects(member)).toEqual(["Your trial ends soon"]);
    expect(mailsTo(member)[0]?.text).toContain("only if you agree");
    expect(status(member)).toBe("active");
    await live(member, 0.5, Date.now());
    await backgroundSettled();
    expect(status(member)).toBe("canceled");
    expect(subjects(member)).toEqual(["Your trial ends soon", "Your membership has been canceled"]);
    // Nobody has declared anything.
    expect(await declarationsOf(member.id)).toEqual([]);
  });

  test("is said to end, and until when one must agree, by Korea's clock", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2027-01-01T18:00Z") });
    const member = await onTrial();
    await beginNotices(member.uid);
    await live(member, 0.1);
    const cookie = await signedInAgain(member);
    const page = await visit("/dashboard/my-plan", { headers: { cookie } });
    // It ends on January 4, 18:00 UTC. Without consent it is canceled 25 hours before: on January 4, 02:00 in Seoul.
    for (const text of [mailsTo(member)[0]?.text ?? "", visibleText(await page.text())]) {
      expect(text).toContain("Your trial ends on Jan 5, 2027");
      expect(text.replaceAll(/\s+/g, " ")).toMatch(
        /only if you agree.* by Jan 3, 2027\. If you do not/,
      );
    }
  });

  test("who agrees in My Plan goes on", async () => {
    const member = await onTrial();
    await beginNotices(member.uid);
    await runEntry(notices, member.uid);
    const { cookie } = member;
    const page = async () => (await visit("/dashboard/my-plan", { headers: { cookie } })).text();
    const html = await page();
    expect(visibleText(html)).toContain("Your trial ends on");
    const trial = /name="trial" value="([^"]+)"/.exec(html)?.[1] ?? "";
    const agree = (id: string) =>
      ask("/dashboard/my-plan", { cookie, fields: { press: "agree-to-trial", trial: id } });
    await agree("trial-2020-01-01");
    expect(visibleText(await page())).toContain("I agree to go on with my plan");
    expect(await agree(trial)).toMatchObject({ status: 303 });
    expect(visibleText(await page())).toContain("You have agreed to go on");
    await live(member, 4, Date.now());
    await backgroundSettled();
    expect(status(member)).toBe("active");
    expect(subjects(member)).toEqual(["Your trial ends soon"]);
  });

  /** Days since the start. Twelve hours to answer and 25 hours for billing: the last to be asked have 37 hours left. */
  test.each(
    few(
      [
        ["so late that billing charges before an answer is due", 1.5, true],
        ["31 hours before the end", 1.71, true],
        ["after the window has closed", 2.8, false],
      ],
      2,
    ),
  )("who signs in %s is not canceled unheard, and nobody says so", async (_, days, isTold) => {
    const member = await newMember({ country: "KR", days, planCode: "ig_weekly_3d_trial" });
    await beginNotices(member.uid);
    await runEntry(notices, member.uid);
    expect(subjects(member)).toEqual(isTold ? ["Your trial ends soon"] : []);
    if (isTold) {
      expect(mailsTo(member)[0]?.text).toContain("After it your plan is charged");
      expect(mailsTo(member)[0]?.text).not.toContain("only if you agree");
      const last = /pay nothing more is (\w+ \d+, \d+)(?:, (\d\d:\d\d) UTC)?\./;
      const [, on = "", time = "23:59"] = last.exec(mailsTo(member)[0]?.text ?? "") ?? [];
      expect(Date.parse(`${on} ${time} UTC`)).toBeGreaterThan(Date.now());
    }
    const page = await visit("/dashboard/my-plan", { headers: { cookie: member.cookie } });
    expect(visibleText(await page.text())).not.toContain("only if you agree");
    await live(member, 3, Date.now());
    expect(status(member)).toBe("active");
    expect(subjects(member)).toHaveLength(isTold ? 1 : 0);
  });

  test("who is asked with 38 hours left has their twelve to answer", async () => {
    const member = await newMember({ country: "KR", days: 1.41, planCode: "ig_weekly_3d_trial" });
    await beginNotices(member.uid);
    await live(member, 0.5);
    expect(status(member)).toBe("active");
    expect(mailsTo(member)[0]?.text).toContain("only if you agree");
    await live(member, 0.1, Date.now());
    await backgroundSettled();
    expect(status(member)).toBe("canceled");
  });

  test("who agrees while the cancellation is being looked up is not canceled", async () => {
    const member = await onTrial();
    await beginNotices(member.uid);
    await live(member, 1.9);
    const [told] = (await entryAt(notices, member.uid))?.progress.plans ?? [];
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 0.2 * day });
    const { promise, resolve } = Promise.withResolvers<void>();
    sandbox.faults.set("subscriptions", { kind: "held", until: promise });
    const calls = () => sandbox.world.calls.filter(({ system }) => system === "subscriptions");
    const before = calls().length;
    const run = runEntry(notices, member.uid);
    await vi.waitFor(() => expect(calls().length).toBeGreaterThan(before), 20_000);
    const press = {
      plan: { id: member.id, startedAt: 0 },
      change: told?.keys[0] ?? "",
      words: "yes",
    };
    expect(await agreeTo(member.uid, press)).toBe(true);
    resolve();
    await run;
    await backgroundSettled();
    expect(status(member)).toBe("active");
    await live(member, 2, Date.now());
    expect(status(member)).toBe("active");
  });

  test("who agrees once the cancellation is decided comes too late, and hears it", async () => {
    const member = await onTrial();
    await beginNotices(member.uid);
    await live(member, 1.9);
    const [told] = (await entryAt(notices, member.uid))?.progress.plans ?? [];
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 0.2 * day });
    // The process ends between the decision and the wish that billing is asked for.
    const died = vi
      .spyOn(cancellationWish, "keepAndCarryOut")
      .mockRejectedValueOnce(new Error("died"));
    await runEntry(notices, member.uid).catch(() => undefined);
    died.mockRestore();
    const plan = { id: member.id, startedAt: 0 };
    const change = told?.keys[0] ?? "";
    expect(await agreeTo(member.uid, { plan, change, words: "yes" })).toBe(false);
    const page = await visit("/dashboard/my-plan", {
      headers: { cookie: await signedInAgain(member) },
    });
    expect(visibleText(await page.text())).toContain("Your plan is being canceled.");
    await live(member, 0.1, Date.now());
    await backgroundSettled();
    expect(status(member)).toBe("canceled");
  });

  test("who resumes what was canceled for want of consent is asked again, and may agree", async () => {
    const member = await onTrial();
    await beginNotices(member.uid);
    await live(member, 2.1);
    await backgroundSettled();
    expect(status(member)).toBe("canceled");
    const [told] = (await entryAt(notices, member.uid))?.progress.plans ?? [];
    const subscription = sandbox.world.subscriptionById(member.id);
    if (subscription) subscription.status = "active";
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 600_000 });
    const plan = { id: member.id, startedAt: 0 };
    const change = told?.keys[0] ?? "";
    expect(await agreeTo(member.uid, { plan, change, words: "yes" })).toBe(true);
    await live(member, 0.1, Date.now());
    await backgroundSettled();
    expect(status(member)).toBe("active");
  });

  const renewsAt = ({ id }: Member, at: number | undefined) => {
    const found = sandbox.world.subscriptionById(id);
    if (found) found.renewsAt = at === undefined ? undefined : new Date(at);
  };
  const agreeInMyPlan = async ({ cookie, id }: Member) => {
    const html = await (await visit("/dashboard/my-plan", { headers: { cookie } })).text();
    const trial = /name="trial" value="([^"]+)"/.exec(html)?.[1] ?? "none";
    const fields = { press: "agree-to-trial", trial, subscription: id };
    return ask("/dashboard/my-plan", { cookie, fields });
  };

  test("that billing has charged is over, whatever renewal the service shows then", async () => {
    const agreed = await onTrial();
    const late = await onTrial();
    const startedAt = Date.now();
    await beginNotices(agreed.uid);
    await runEntry(notices, agreed.uid);
    await agreeInMyPlan(agreed);
    for (const member of [agreed, late]) {
      await live(member, 2.5, startedAt);
      renewsAt(member, startedAt + 10 * day);
      await beginNotices(member.uid);
      await live(member, 8, Date.now());
      await backgroundSettled();
      expect(status(member)).toBe("active");
    }
    expect(subjects(agreed)).toEqual(["Your trial ends soon"]);
    // Within the last day no letter goes out.
    expect(subjects(late)).toEqual([]);
  });

  test("that is longer than a week has its last call at its end", async () => {
    const member = await onTrial();
    const startedAt = Date.now();
    renewsAt(member, startedAt + 14 * day);
    await beginNotices(member.uid);
    await live(member, 12.9);
    expect([status(member), subjects(member)]).toEqual(["active", ["Your trial ends soon"]]);
    await live(member, 0.2, Date.now());
    await backgroundSettled();
    expect(status(member)).toBe("canceled");
  });

  test.each(few([undefined, 3.9, 4.9], 1))(
    "consent counts where the service says another day then: %s",
    async (days) => {
      const member = await onTrial();
      const startedAt = Date.now();
      if (days === undefined) renewsAt(member, startedAt + 4 * day);
      await beginNotices(member.uid);
      await runEntry(notices, member.uid);
      expect(await agreeInMyPlan(member)).toMatchObject({ status: 303 });
      renewsAt(member, days === undefined ? undefined : startedAt + days * day);
      await live(member, 5, Date.now());
      await backgroundSettled();
      expect([status(member), subjects(member)]).toEqual(["active", ["Your trial ends soon"]]);
    },
  );

  test("that is being canceled is not asked about any more: consent would change nothing", async () => {
    const member = await onTrial();
    await beginNotices(member.uid);
    sandbox.faults.set("billing", { kind: "status", status: 503 });
    await live(member, 2);
    await backgroundSettled();
    const { uid } = member;
    const cookie = await signedInAgain(member);
    const page = await visit("/dashboard/my-plan", { headers: { cookie } });
    const text = visibleText(await page.text());
    expect(text).toContain("Your plan is being canceled.");
    expect(text).not.toContain("I agree to go on with my plan");
    const [told] = (await entryAt(notices, uid))?.progress.plans ?? [];
    const trial = told?.keys[0] ?? "";
    await ask("/dashboard/my-plan", {
      cookie,
      fields: { press: "agree-to-trial", trial, subscription: member.id },
    });
    expect((await entryAt(notices, uid))?.progress.plans[0]?.agreed).toEqual([]);
  });

  test("elsewhere nobody is asked", async () => {
    const member = await newMember({ country: "JP", days: 0, planCode: "ig_weekly_3d_trial" });
    await beginNotices(member.uid);
    await live(member, 4);
    expect([subjects(member), status(member)]).toEqual([[], "active"]);
  });
});

test("a price that begins too soon for a place is not announced", async () => {
  const planCode = "ig_gift_one_month";
  const member = await newMember({ country: "US-CA", planCode });
  await beginNotices(member.uid);
  await runEntry(notices, member.uid);
  const change = { planCode, amount: "2.00", currency: "USD", from: Date.now() + 3 * day };
  const found = await announcePrice(change, { commit: true, now: Date.now() });
  expect(describeAnnouncement(found, true).join("\n")).toMatch(
    /US-CA: too late.*earliest day is \d{4}/,
  );
  await live(member, 2);
  expect(subjects(member)).toEqual([]);
});
