import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { type Member, newMember } from "#tests/setup/member";
import { live, subjects } from "#tests/setup/noticing";
import { sandbox } from "#tests/setup/outside";
import { beginNotices, wakeSleepingNotices } from "~/features/leaving/notices.server";
import { agreeTo, notices } from "~/features/leaving/services/outbox/notice.server";
import { allTold } from "~/features/leaving/services/outbox/notice-told";
import { runEntry } from "~/platform/outbox/runner.server";
import { entryAt } from "~/platform/outbox/store/transaction.server";
import { firestore } from "~/platform/store/firebase.server";
import { backgroundSettled } from "~/platform/work/background.server";

// When an entry sleeps, what wakes it, and what releases that knew one plan make of it.

const day = 86_400_000;
const yearly = "Your subscription, once a year";
const trialEnds = "Your trial ends soon";

const documentOf = async (uid: string) => (await firestore()).collection("notices").doc(uid);
const dueAt = async ({ uid }: Member) => (await entryAt(notices, uid))?.dueAt ?? null;

/** A trial of a plan besides the main one. @returns the subscription */
function trialBought({ uid, email }: Member) {
  const trial = {
    ...{ id: crypto.randomUUID().replaceAll("-", ""), bundle: "profile-analyzer" },
    ...{ planCode: "ig_weekly_3d_trial", status: "active" as const, mainPlan: false },
    ...{ startedAt: new Date(), emails: [email], uid, country: "KR" },
  };
  sandbox.world.subscriptions.push(trial);
  return trial;
}

describe("a sign-in", () => {
  test("on any day of the sleep wakes who has bought a trial", async () => {
    const member = await newMember({ country: "KR", status: "canceled" });
    await beginNotices(member.uid);
    await live(member, 24);
    const trial = trialBought(member);
    await beginNotices(member.uid);
    await live(member, 2, Date.now());
    await backgroundSettled();
    expect(subjects(member)[0]).toContain(trialEnds);
    expect(trial.status).toBe("canceled");
  });

  test("wakes who has bought one beside a plan that renews, too", async () => {
    const member = await newMember({ country: "KR" });
    await beginNotices(member.uid);
    await live(member, 1);
    trialBought(member);
    await beginNotices(member.uid);
    await live(member, 1, Date.now());
    expect(subjects(member)).toEqual([`${trialEnds}: Weekly Plan`]);
  });

  test.each(["active", "canceled"] as const)(
    "writes nothing where the plans are those of before: %s",
    async (status) => {
      const member = await newMember({ country: "KR", status });
      await beginNotices(member.uid);
      await runEntry(notices, member.uid);
      const before = await entryAt(notices, member.uid);
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + day / 2 });
      await beginNotices(member.uid);
      expect(await entryAt(notices, member.uid)).toEqual(before);
    },
  );
});

describe("an entry that an older release let sleep", () => {
  const asleep = async (status: "active" | "canceled" = "canceled") => {
    const member = await newMember({ country: "US-CA", days: 340, status });
    await beginNotices(member.uid);
    await (await documentOf(member.uid)).update({
      dueAt: null,
      progress: { keys: [], yearAt: null, agreed: [], askedAt: null },
    });
    return member;
  };

  test("gets a time within days, and its plans are told of", async () => {
    const member = await asleep();
    trialBought(member).startedAt = new Date(Date.now() - 340 * day);
    await wakeSleepingNotices();
    const first = await dueAt(member);
    expect(first).toBeGreaterThanOrEqual(Date.now() - 60_000);
    expect(first).toBeLessThan(Date.now() + 3 * day);
    await wakeSleepingNotices();
    expect(await dueAt(member)).toBe(first);
  });

  test("unless it cannot be read", async () => {
    const member = await asleep();
    const document = await documentOf(member.uid);
    await document.update({ payload: {}, setAside: { at: 1, reason: "malformed" } });
    await wakeSleepingNotices();
    expect((await document.get()).get("dueAt")).toBeNull();
  });
});

describe("a release that knew one plan", () => {
  // As it was: it keeps of a document what it knows.
  const payload = z.object({ uid: z.string().min(1), subscriptionId: z.string().nullable() });
  const progress = z.object({
    keys: z.array(z.string()),
    yearAt: z.number().nullable(),
    agreed: z.array(z.string()).default([]),
    askedAt: z.number().nullable().default(null),
  });
  type Progress = z.output<typeof progress>;
  async function runByOlder(uid: string, change: (progress: Progress) => Progress) {
    const document = await documentOf(uid);
    const fields = (await document.get()).data() ?? {};
    const before = {
      payload: payload.parse(fields.payload),
      progress: progress.parse(fields.progress),
    };
    await document.delete();
    await document.set({ ...fields, payload: before.payload, progress: change(before.progress) });
    return before;
  }

  const withTwoPlans = async () => {
    const member = await newMember({ country: "US-CA", days: 340 });
    const other = trialBought(member);
    other.startedAt = new Date(Date.now() - 340 * day);
    other.country = "US-CA";
    await beginNotices(member.uid);
    await live(member, 2);
    expect(subjects(member)).toHaveLength(2);
    const words = "I agree";
    for (const [id, change] of [
      [member.id, "own"],
      [other.id, "others"],
    ] as const)
      await agreeTo(member.uid, { plan: { id, startedAt: 0 }, change, words });
    return { member, other };
  };

  test("reads what this one has written of the main plan", async () => {
    const { member } = await withTwoPlans();
    const read = await runByOlder(member.uid, (same) => same);
    expect(read.payload.subscriptionId).toBe(member.id);
    expect(read.progress.keys).toEqual([expect.stringMatching(/^year-/)]);
    expect(read.progress.yearAt).toBeGreaterThan(0);
    expect(read.progress.agreed).toContain("own");
    expect(read.progress.agreed).not.toContain("others");
  });

  test("loses nothing, and what it adds is known", async () => {
    const { member, other } = await withTwoPlans();
    const read = await entryAt(notices, member.uid);
    const before = read ? allTold(read) : [];
    await runByOlder(member.uid, ({ keys, agreed, ...rest }) => ({
      ...rest,
      keys: [...keys, "price-p"],
      agreed: [...agreed, "p"],
    }));
    await live(member, 10, Date.now());
    expect(subjects(member)).toHaveLength(2);
    const after = await entryAt(notices, member.uid);
    const plans = after ? allTold(after) : [];
    const of = (all: typeof plans, id: string) => all.find((one) => one.subscriptionId === id);
    expect(of(plans, other.id)).toEqual(of(before, other.id));
    expect(of(plans, member.id)).toMatchObject({
      keys: [...(of(before, member.id)?.keys ?? []), "price-p"],
      agreed: [...(of(before, member.id)?.agreed ?? []), { id: "p", at: null, words: null }],
    });
  });

  test("has told nothing twice when it began the entry", async () => {
    const member = await newMember({ country: "US-CA", days: 340 });
    await beginNotices(member.uid);
    await live(member, 2);
    await runByOlder(member.uid, (same) => ({ ...same, agreed: [] }));
    await live(member, 20, Date.now());
    expect(subjects(member)).toEqual([yearly]);
  });
});
