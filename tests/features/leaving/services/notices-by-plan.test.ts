import { describe, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { ask } from "#tests/setup/ask";
import { everyCase } from "#tests/setup/cases";
import { declare, form, linkIn } from "#tests/setup/declaring";
import { type Member, newMember, sayNoAddress } from "#tests/setup/member";
import { live, mailsTo, subjects } from "#tests/setup/noticing";
import { sandbox } from "#tests/setup/outside";
import { visibleText } from "#tests/setup/visible-text";
import {
  announcePrice,
  describeAnnouncement,
  listConsents,
} from "~/features/leaving/announce-price.server";
import { cancelOwn } from "~/features/leaving/cancellation.server";
import { beginNotices } from "~/features/leaving/notices.server";
import { notices } from "~/features/leaving/services/outbox/notice.server";
import { runEntry } from "~/platform/outbox/runner.server";
import { entryAt } from "~/platform/outbox/store/transaction.server";
import { firestore } from "~/platform/store/firebase.server";
import { backgroundSettled } from "~/platform/work/background.server";

// Each plan that renews has notices of its own, and who is leaving gets none.

const day = 86_400_000;
const yearly = "Your subscription, once a year";
const newPrice = "Your plan gets a new price";

/** A plan besides the main one. @returns its id */
function bought(
  { uid, email }: Member,
  planCode: string,
  { days, country }: { days: number; country?: string },
): string {
  const id = crypto.randomUUID().replaceAll("-", "");
  sandbox.world.subscriptions.push({
    ...{ id, bundle: "profile-analyzer", planCode, status: "active", mainPlan: false },
    ...{ startedAt: new Date(Date.now() - days * day), emails: [email], uid },
    ...(country !== undefined && { country }),
  });
  return id;
}

const setStatus = (id: string, status: "active" | "canceled") => {
  const found = sandbox.world.subscriptionById(id);
  if (found) found.status = status;
};

const entry = async ({ uid }: Member) => (await firestore()).collection("notices").doc(uid);

/** The entry as older releases wrote it: of the main subscription only. */
async function asOlderReleasesKeptIt(
  member: Member,
  progress: { keys: string[]; yearAt: number | null; agreed: string[] },
): Promise<void> {
  await beginNotices(member.uid);
  await (await entry(member)).update({
    payload: { uid: member.uid, subscriptionId: member.id },
    progress: { ...progress, askedAt: null },
  });
}

test("a year whose code says nothing of it has its notice before it renews, also if nobody looked until its last week", async () => {
  const member = await newMember({ country: "GB", days: 300, planCode: "ig_1year" });
  const found = sandbox.world.subscriptionById(member.id);
  if (!found) throw new Error("no subscription");
  const start = Date.UTC(2027, 5, 1, 10);
  found.startedAt = new Date(start);
  found.renewsAt = new Date(start + 366 * day);
  vi.useFakeTimers({ toFake: ["Date"], now: start + 330 * day });
  await beginNotices(member.uid);
  await live(member, 1);
  expect(subjects(member)).toEqual([]);
  // Its last week: by its code it would have renewed meanwhile.
  await live(member, 1, start + 360 * day);
  expect(subjects(member)).toHaveLength(1);
  expect((await (await entry(member)).get()).get("progress.plans")[0].keys).toEqual([
    "renewal-2028-06-01",
  ]);
});

test("where the service says no address, a notice goes to the account's", async () => {
  const member = await newMember({ country: "US-CA", days: 340 });
  sayNoAddress(member);
  await beginNotices(member.uid);
  await live(member, 2);
  expect(subjects(member)).toEqual([yearly]);
});

describe("a plan besides the main one", () => {
  test("has a yearly notice of its own, which names it and leads to the page that cancels it", async () => {
    const member = await newMember({ country: "US-CA", days: 340 });
    // Its place is that of the main plan.
    const premium = bought(member, "ig_premium_one_month", { days: 338 });
    const course = bought(member, "ig_boost_engagement_otp", { days: 338 });
    await beginNotices(member.uid);
    await live(member, 60);
    expect(subjects(member).sort()).toEqual([yearly, `${yearly}: Premium Plan`]);
    const text = mailsTo(member).find(({ subject }) => subject.endsWith("Premium Plan"))?.text;
    expect(text).toContain(`/dashboard/my-plan/cancel/${premium}`);
    expect(text).toContain(`Subscription ${premium}`);
    const ids = mailsTo(member).map(({ headers }) => headers["message-id"]);
    expect(new Set(ids).size).toBe(2);
    expect(mailsTo(member).some(({ text }) => text.includes(course))).toBe(false);
  });

  test.runIf(everyCase)("is told of, too, where the main one has been canceled", async () => {
    const member = await newMember({ days: 340, status: "canceled" });
    bought(member, "ig_premium_one_month", { days: 340, country: "US-MN" });
    await beginNotices(member.uid);
    await live(member, 30);
    expect(subjects(member)).toEqual([`${yearly}: Premium Plan`]);
  });

  test("whose owner cannot sign in any more, as the main one has ended, is canceled without", async () => {
    const member = await newMember({ days: 340, status: "expired" });
    const premium = bought(member, "ig_premium_one_month", { days: 340, country: "US-MN" });
    await beginNotices(member.uid);
    await live(member, 30);
    const [mail] = mailsTo(member);
    expect(mail?.subject).toBe(`${yearly}: Premium Plan`);
    expect(mail?.text).toContain(`under 'Contract' the number of this subscription, ${premium}`);
    expect(mail?.text).not.toContain("my-plan");
  });

  test("what an older release has sent of the main one is not sent again", async () => {
    const member = await newMember({ country: "US-CA", days: 345 });
    bought(member, "ig_premium_one_month", { days: 345 });
    const sentAt = Date.now() - 5 * day;
    const closes = new Date(Date.now() + 20 * day).toISOString().slice(0, 10);
    await asOlderReleasesKeptIt(member, {
      keys: [`year-${closes}`],
      yearAt: sentAt,
      agreed: ["p"],
    });
    await live(member, 60);
    expect(subjects(member)).toEqual([`${yearly}: Premium Plan`]);
    const kept = (await entryAt(notices, member.uid))?.progress.plans ?? [];
    expect(kept.find(({ subscriptionId }) => subscriptionId === member.id)).toMatchObject({
      yearAt: sentAt,
      agreed: [{ id: "p", at: null, words: null }],
    });
  });

  test("gets a new price, to which its owner agrees in My Plan, in the words that are kept", async () => {
    const planCode = "ig_gift_one_month";
    const member = await newMember({ country: "US-NY" });
    const gift = bought(member, planCode, { days: 40 });
    const another = bought(member, planCode, { days: 50 });
    await beginNotices(member.uid);
    await runEntry(notices, member.uid);
    const change = { planCode, amount: "2.00", currency: "USD", from: Date.now() + 20 * day };
    expect((await announcePrice(change, { commit: true, now: Date.now() })).onPlan).toBe(2);
    await live(member, 0.1);
    vi.useRealTimers();
    expect(subjects(member)).toEqual([`${newPrice}: Gift Plan`, `${newPrice}: Gift Plan`]);
    const { cookie } = member;
    const page = async () => (await visit("/dashboard/my-plan", { headers: { cookie } })).text();
    const html = await page();
    expect(visibleText(html)).toContain("Gift Plan: $2.00 from");
    expect(visibleText(html).split("I agree to the new price")).toHaveLength(3);
    const price = /name="price" value="([^"]+)"/.exec(html)?.[1] ?? "";
    const agree = (subscription: string) =>
      ask("/dashboard/my-plan", {
        cookie,
        fields: { press: "agree-to-price", price, subscription },
      });
    await agree(member.id);
    const found = () => announcePrice(change, { commit: false, now: Date.now() });
    expect((await found()).byPlace.get("US-NY")).toMatchObject({ mustAgree: 2, agreed: 0 });
    const pressedAt = Date.now();
    expect(await agree(gift)).toMatchObject({ status: 303 });
    expect(visibleText(await page()).split("I agree to the new price")).toHaveLength(2);
    const list = listConsents(await found()).map((line) => JSON.parse(line));
    expect(list.find(({ subscription }) => subscription === gift)).toMatchObject({
      ...{ place: "US-NY", agreed: true, at: expect.stringMatching(/^\d{4}-.*Z$/) },
    });
    expect(list.find(({ subscription }) => subscription === another)).toEqual({
      ...{ subscription: another, place: "US-NY", agreed: false },
    });
    const kept = (await entryAt(notices, member.uid))?.progress.plans ?? [];
    const [consent] = kept.find(({ subscriptionId }) => subscriptionId === gift)?.agreed ?? [];
    expect(consent?.at).toBeGreaterThanOrEqual(pressedAt - 5_000);
    expect(consent?.words).toMatch(
      /^Gift Plan: \$2\.00 from .* on\nIt holds for you only .*\nI agree to the new price$/,
    );
  });

  test("a plan that no run has seen yet is counted, and its owner is looked up at once", async () => {
    const planCode = "ig_gift_one_month";
    const member = await newMember({ country: "US-NY" });
    await beginNotices(member.uid);
    await runEntry(notices, member.uid);
    const gift = bought(member, planCode, { days: 0 });
    const change = { planCode, amount: "2.00", currency: "USD", from: Date.now() + 20 * day };
    const found = await announcePrice(change, { commit: true, now: Date.now() });
    expect(found).toMatchObject({ onPlan: 1 });
    expect(found.byPlace.get("US-NY")).toMatchObject({ mustBeTold: 1, mustAgree: 1 });
    expect(listConsents(found)).toEqual([
      JSON.stringify({ subscription: gift, place: "US-NY", agreed: false }),
    ]);
    expect((await entryAt(notices, member.uid))?.dueAt).toBeLessThanOrEqual(Date.now());
  });

  test("what cannot be read of one person keeps nobody else from being counted", async () => {
    const planCode = "ig_gift_one_month";
    const members = await Promise.all([
      newMember({ country: "US-NY", planCode }),
      newMember({ country: "US-NY", planCode }),
    ]);
    for (const { uid } of members) {
      await beginNotices(uid);
      await runEntry(notices, uid);
    }
    sandbox.faults.set("subscriptions", { kind: "wrong-shape" }, 1);
    const change = { planCode, amount: "2.00", currency: "USD", from: Date.now() + 20 * day };
    const announced = await announcePrice(change, { commit: false, now: Date.now() });
    expect(announced.onPlan).toBe(2);
    expect(announced.unread.size).toBe(1);
    expect(describeAnnouncement(announced, false).join("\n")).toContain("of 1 people, plans");
  });

  test("consent that an older release has kept still counts", async () => {
    const planCode = "ig_gift_one_month";
    const member = await newMember({ country: "US-NY", planCode });
    const change = { planCode, amount: "2.00", currency: "USD", from: Date.now() + 20 * day };
    const { id } = (await announcePrice(change, { commit: true, now: Date.now() })).change;
    await asOlderReleasesKeptIt(member, { keys: [`price-${id}`], yearAt: null, agreed: [id] });
    const found = await announcePrice(change, { commit: false, now: Date.now() });
    expect(found.byPlace.get("US-NY")).toMatchObject({ told: 1, mustAgree: 1, agreed: 1 });
    expect(listConsents(found)).toEqual([
      JSON.stringify({ subscription: member.id, place: "US-NY", agreed: true }),
    ]);
  });
});

test("whose mailbox refuses the letter is counted apart", async () => {
  const planCode = "ig_gift_one_month";
  const member = await newMember({ country: "US-CA", planCode });
  await beginNotices(member.uid);
  await runEntry(notices, member.uid);
  const change = { planCode, amount: "2.00", currency: "USD", from: Date.now() + 20 * day };
  await announcePrice(change, { commit: true, now: Date.now() });
  sandbox.faults.set("mail", { kind: "status", status: 550 });
  await live(member, 1);
  const found = await announcePrice(change, { commit: false, now: Date.now() });
  expect(describeAnnouncement(found, false).join("\n")).toContain(
    "US-CA: 1 to be told, 0 told, 1 whose mailbox refused the letter",
  );
});

describe("who is leaving", () => {
  const toBeRenewed = async () => {
    const member = await newMember({ country: "US-MA", days: 50, planCode: "ig_3month" });
    const subscription = sandbox.world.subscriptionById(member.id);
    if (subscription) subscription.renewsAt = new Date(Date.now() + 25 * day);
    return member;
  };
  const renewal = "Your subscription renews soon";
  const toldOfRenewal = (member: Member) => subjects(member).filter((one) => one === renewal);

  test("is not told of a renewal while billing is asked to cancel", async () => {
    const member = await toBeRenewed();
    sandbox.faults.set("billing", { kind: "status", status: 503 });
    await cancelOwn(member, "test");
    await backgroundSettled();
    await beginNotices(member.uid);
    await live(member, 2);
    expect(toldOfRenewal(member)).toEqual([]);
  });

  test("nor while a declaration without signing in is open; it is told once that is stopped", async () => {
    const member = await toBeRenewed();
    await declare({ email: member.email });
    await beginNotices(member.uid);
    await live(member, 0.5);
    expect(toldOfRenewal(member)).toEqual([]);
    const link = linkIn(mailsTo(member).at(-1)?.text ?? "", "/cancel/not-me");
    const t = new URLSearchParams(link.split("?")[1]).get("t") ?? "";
    await visit("/cancel/not-me", { method: "POST", body: form({ t }) });
    await live(member, 1, Date.now());
    expect(toldOfRenewal(member)).toEqual([renewal]);
  });

  test("is told of the renewals before the day that was wished", async () => {
    const member = await toBeRenewed();
    const date = new Date(Date.now() + 60 * day).toISOString().slice(0, 10);
    await declare({ email: member.email, when: "date", date });
    await beginNotices(member.uid);
    await live(member, 2);
    expect(toldOfRenewal(member)).toEqual([renewal]);
  });
});

test("a plan that billing resumes without a sign-in is told of again", async () => {
  const member = await newMember({ country: "US-CA", days: 300, status: "canceled" });
  await beginNotices(member.uid);
  await live(member, 10);
  setStatus(member.id, "active");
  await live(member, 60, Date.now());
  expect(subjects(member)).toEqual([yearly]);
});

test("a sign-in wakes who had nothing that renews", async () => {
  const member = await newMember({ country: "US-CA", days: 340, status: "canceled" });
  await beginNotices(member.uid);
  await live(member, 1);
  setStatus(member.id, "active");
  await beginNotices(member.uid);
  await live(member, 2, Date.now());
  expect(subjects(member)).toEqual([yearly]);
});

test("a mailbox that takes nothing now keeps no other plan's notice waiting", async () => {
  const member = await newMember({ country: "US-CA", days: 340 });
  bought(member, "ig_premium_one_month", { days: 340 });
  await beginNotices(member.uid);
  sandbox.faults.set("mail", { kind: "status", status: 451 }, 1);
  await runEntry(notices, member.uid);
  expect(subjects(member)).toEqual([`${yearly}: Premium Plan`]);
  await live(member, 1);
  expect(subjects(member)).toEqual([`${yearly}: Premium Plan`, yearly]);
});

test("a subscription that two accounts see is one line of the list, agreed if either has", async () => {
  const planCode = "ig_gift_one_month";
  const member = await newMember({ country: "US-NY", planCode });
  const another = await newMember({ country: "US-NY", planCode, status: "expired" });
  const from = Date.now() + 20 * day;
  const change = { planCode, amount: "2.00", currency: "USD", from };
  const { id } = (await announcePrice(change, { commit: true, now: Date.now() })).change;
  for (const { uid } of [member, another]) {
    await beginNotices(uid);
    const agreed = uid === member.uid ? [id] : [];
    await (await entry({ uid } as Member)).update({
      payload: { uid, subscriptionId: member.id },
      progress: { keys: [`price-${id}`], yearAt: null, agreed, askedAt: null },
    });
  }
  const found = await announcePrice(change, { commit: false, now: Date.now() });
  expect(listConsents(found)).toEqual([
    JSON.stringify({ subscription: member.id, place: "US-NY", agreed: true }),
  ]);
  expect(found.byPlace.get("US-NY")).toMatchObject({ mustAgree: 1, agreed: 1 });
});

test("the end of a Korean trial is the service's day", async () => {
  const member = await newMember({ country: "KR", days: 0, planCode: "ig_weekly_3d_trial" });
  const subscription = sandbox.world.subscriptionById(member.id);
  const endsAt = Date.now() + 5 * day;
  if (subscription) subscription.renewsAt = new Date(endsAt);
  await beginNotices(member.uid);
  await live(member, 3.9);
  expect(subjects(member)).toEqual(["Your trial ends soon"]);
  expect(sandbox.world.subscriptionById(member.id)?.status).toBe("active");
  await live(member, 0.5, Date.now());
  await backgroundSettled();
  expect(sandbox.world.subscriptionById(member.id)?.status).toBe("canceled");
});
