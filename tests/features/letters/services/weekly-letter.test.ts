import "#tests/setup/mail";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { counted, exportsOf, growth, post } from "#tests/features/letters/rules/known.ts";
import { everyCase, few } from "#tests/setup/cases";
import { keepGrowth } from "#tests/setup/keep-growth";
import {
  changeLetter,
  mailsTo,
  makeLetterDue,
  stopLinkIn,
  storedLetter,
  storedSettings,
} from "#tests/setup/letters";
import { type Member, newMember } from "#tests/setup/member";
import { sandbox, server } from "#tests/setup/outside";
import {
  saveTimeZone,
  turnOffLetter,
  turnOnWeeklyLetter,
} from "~/features/account/letter-choices.server";
import { weeklyLetters } from "~/features/letters/services/outbox/weekly-letter.server";
import { runEntry } from "~/platform/outbox/runner.server";
import { firestore } from "~/platform/store/firebase.server";

const { faults, world } = sandbox;
const letter = "weeklyLetter";
const hour = 3_600_000;
const zone = "Europe/Berlin";

let member: Member;
let now: number;
const goTo = (time: string) => {
  now = Date.parse(time);
  vi.setSystemTime(now);
};
const later = (milliseconds: number) => goTo(new Date(now + milliseconds).toISOString());

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  goTo("2026-11-20T12:00Z");
  member = await newMember();
  await turnOnWeeklyLetter(member.uid, zone);
});
afterEach(() => {
  faults.clear();
  vi.useRealTimers();
});

const run = () => runEntry(weeklyLetters, member.uid);
const mails = () => mailsTo(member);
const dueAt = async () => (await storedLetter(letter, member))?.dueAt as unknown as number | null;
/** Waits until the letter is due, and lets it run. */
async function nextMonday() {
  goTo(new Date((await dueAt()) ?? 0).toISOString());
  await run();
}
let followers = 100;
/** A reading that has found another follower. */
const keepNews = () => {
  followers += 1;
  const known = growth({
    exports: exportsOf(["2026-10-01", 80], ["2026-11-18", 95]),
    instagramCounts: [counted("2026-11-10T00:00Z", 90), counted("2026-11-19T00:00Z", followers)],
    posts: [
      // The next day in the subscriber's time zone: pages and report write days of UTC, and so does the letter.
      post("2026-11-15T23:30Z", 1_200, {
        comments: 1,
        permalink: "https://www.instagram.com/p/x/",
      }),
    ],
  });
  const came = ["a.one", "b.two", "c.three", "d.four", "e.five", "f.six"];
  return keepGrowth(member, {
    growth: known,
    came,
    left: ["<b>odd"],
    recommendations: ["Post reels."],
  });
};

test.each([
  ["nobody is said to have stayed", "2026-09-30", 1],
  ["nor that nobody came while no export shows it", "2026-11-01", 0],
])("by an export of part of the time, %s", async (_, from, nobody) => {
  const { imports, ...rest } = exportsOf(["2026-10-01", 80], ["2026-11-18", 95]);
  const covers = { from: Date.parse(from) / 1_000, to: Date.parse("2026-11-15") / 1_000 };
  const part = imports.map((one, index) =>
    index === 1 ? { ...one, covers, isPart: true as const } : one,
  );
  const known = growth({ exports: { ...rest, imports: part } });
  await keepGrowth(member, { growth: known, came: [], left: [] });
  await nextMonday();
  const [mail] = mails();
  expect(mail?.text).toContain("tells only who left of those who had followed within it");
  expect(mail?.text.match(/Nobody\./g) ?? []).toHaveLength(nobody);
  const words = "Whoever followed at a time that these exports do not show is missing here.";
  expect(mail?.text.includes(words)).toBe(nobody === 0);
});

test("it comes on the Monday morning of the time zone, and says what is new", async () => {
  await keepNews();
  const due = (await dueAt()) ?? 0;
  expect(due).toBeGreaterThanOrEqual(Date.parse("2026-11-23T05:00Z"));
  expect(due).toBeLessThan(Date.parse("2026-11-23T09:00Z"));
  await run();
  expect(mails()).toEqual([]);
  await nextMonday();
  const [mail, ...more] = mails();
  expect(more).toEqual([]);
  expect(mail?.subject).toBe(`Your week: ${followers} followers, ${followers - 90} more`);
  const words = [
    `${followers - 90} more`,
    "Who came: 6",
    "a.\u2060one",
    "e.\u2060five",
    "and 1 other",
    "Who left: 1",
    "Between your exports of Oct 1, 2026 and Nov 18, 2026",
    "The post of Nov 15, 2026: 1,200 likes, 1 comment.",
    "https://www.instagram.com/p/x/",
    "Post reels.",
    "/letters/stop?t=",
  ];
  for (const part of [mail?.text, mail?.html]) {
    for (const word of words) expect(part).toContain(word);
    expect(part).not.toContain("f.six");
  }
  expect(mail?.html).not.toContain("<b>odd");
  expect(mail?.text).toContain("<b>odd");
  expect(mail?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
  expect(stopLinkIn(mail)).toMatch(/^\/letters\/stop\?t=[\w.-]+$/);
  expect(await dueAt()).toBe(due + 7 * 24 * hour);
});

test("whom the subscriber has hidden are counted as hidden, not as others", async () => {
  const known = growth({ exports: exportsOf(["2026-10-01", 80], ["2026-11-18", 95]) });
  const came = ["a", "b", "c", "d", "e", "f"];
  await keepGrowth(member, { growth: known, came, left: [], hidden: { came: 2, left: 1 } });
  await nextMonday();
  const text = mails()[0]?.text ?? "";
  for (const words of ["Who came: 8", "and 1 other\n", "2 hidden", "Who left: 1", "1 hidden"])
    expect(text).toContain(words);
  expect(text.match(/other/g)).toHaveLength(1);
});

test("a number typed with an export stands in no place of the known list's", async () => {
  const { imports, ...rest } = exportsOf(["2026-10-20", 100], ["2026-11-18", 95]);
  const typed = imports.map((one, index) => (index === 1 ? { ...one, shown: 101 } : one));
  await keepGrowth(member, { growth: growth({ exports: { ...rest, imports: typed } }) });
  await nextMonday();
  const [mail] = mails();
  expect(mail?.subject).toBe("Your week: 95 followers, 5 fewer");
  expect(mail?.text).toContain("100 on Oct 20, 2026: 5 fewer.");
  expect(mail?.text).not.toContain("101");
});

test("only when there is something new since the last letter", async () => {
  const weeks: [isNew: boolean, letters: number][] = [
    [false, 0],
    [true, 1],
    [false, 1],
    [true, 2],
  ];
  for (const [isNew, letters] of weeks) {
    if (isNew) await keepNews();
    await nextMonday();
    expect(mails()).toHaveLength(letters);
  }
  expect(mails().at(-1)?.text).not.toContain("Who came");
});

describe("once each for a week", () => {
  beforeEach(keepNews);

  const happenings: [string, () => Promise<unknown>][] = [
    ["asked for again at once", () => makeLetterDue(letter, member)],
    [
      "turned off and on",
      async () => {
        await turnOffLetter(member.uid, letter);
        await turnOnWeeklyLetter(member.uid, zone);
        await makeLetterDue(letter, member);
      },
    ],
    [
      "in a time zone where it is not Monday yet",
      async () => {
        await saveTimeZone(member.uid, "America/Los_Angeles");
        expect(await dueAt()).toBeGreaterThan(now + 6 * 24 * hour);
        await makeLetterDue(letter, member);
        later(14 * hour);
      },
    ],
  ];
  test.each(few(happenings, 2))("%s", async (_, happen) => {
    await nextMonday();
    await keepNews();
    await happen();
    await run();
    expect(mails()).toHaveLength(1);
  });

  test("also where the morning of its Monday is over in the time zone that is saved on it", async () => {
    await saveTimeZone(member.uid, "America/Los_Angeles");
    goTo("2026-11-23T12:00Z");
    expect(await dueAt()).toBeGreaterThanOrEqual(Date.parse("2026-11-23T14:00Z"));
    await saveTimeZone(member.uid, zone);
    await run();
    expect(mails()).toHaveLength(1);
    expect((await storedLetter(letter, member))?.progress?.monday).toBe("2026-11-23");
    await keepNews();
    await run();
    await saveTimeZone(member.uid, "Asia/Tokyo");
    await run();
    expect(mails()).toHaveLength(1);
    expect(await dueAt()).toBeGreaterThan(now + 6 * 24 * hour);
  });

  // fleet.test.ts tries the same with many.
  test.runIf(everyCase)("by several processes at once", async () => {
    goTo(new Date((await dueAt()) ?? 0).toISOString());
    await Promise.all([run(), run(), run()]);
    expect(mails()).toHaveLength(1);
  });

  test("after a death between the letter and its note, it is the same letter", async () => {
    await nextMonday();
    await changeLetter(letter, member, { "progress.isSettled": false, "progress.told": null });
    await makeLetterDue(letter, member);
    await run();
    const ids = mails().map(({ headers }) => headers["message-id"]);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(mails()[0]?.text.replace(/t=\S+/g, "")).toBe(mails()[1]?.text.replace(/t=\S+/g, ""));
  });

  test("a letter that no server took comes later on the same day, and the next one in its week", async () => {
    faults.set("mail", { kind: "status", status: 451 });
    await nextMonday();
    expect(mails()).toEqual([]);
    faults.clear();
    later(2 * hour);
    await run();
    expect(mails()).toHaveLength(1);
    await keepNews();
    await nextMonday();
    expect(mails()).toHaveLength(2);
  });

  test("one that could not be sent for a day waits for the next Monday", async () => {
    later(4 * 24 * hour + 12 * hour);
    await run();
    expect(mails()).toEqual([]);
    await nextMonday();
    expect(mails()).toHaveLength(1);
  });
});

describe("no letter goes out", () => {
  beforeEach(keepNews);

  const reasons: [string, () => Promise<unknown> | unknown][] = [
    ["once it is turned off", () => turnOffLetter(member.uid, letter)],
    [
      "once it is turned off in the settings alone",
      async () => (await firestore()).doc(`settings/${member.uid}`).update({ weeklyLetter: false }),
    ],
    [
      "once the settings are erased",
      async () => (await firestore()).doc(`settings/${member.uid}`).delete(),
    ],
    [
      "once the plan has ended",
      () => {
        for (const one of world.subscriptions) if (one.id === member.id) one.status = "expired";
      },
    ],
    ["without an account", () => world.accounts.delete(member.uid)],
    [
      "where the outside system has the profile",
      async () => (await firestore()).doc(`profiles/${member.uid}`).set({ _updatedAt: new Date() }),
    ],
  ];
  test.each(few(reasons, 4))("%s", async (_, happen) => {
    const due = (await dueAt()) ?? 0;
    await happen();
    goTo(new Date(due).toISOString());
    await run();
    await makeLetterDue(letter, member);
    await run();
    expect(mails()).toEqual([]);
  });

  test("when it is turned off while it is being written", async () => {
    goTo(new Date((await dueAt()) ?? 0).toISOString());
    // The subscription service is asked after the first look at the settings.
    server.use(
      http.post(
        "*/rec/subscriptions/:token",
        async () => {
          await turnOffLetter(member.uid, letter);
          const { id, bundle, planCode, startedAt, emails } =
            world.subscriptionById(member.id) ?? expect.fail();
          const one = { id, bundle, status: "active", main_plan: true, emails };
          const dated = { ...one, plan_code: planCode, started_at: startedAt.toISOString() };
          return HttpResponse.json({ subscriptions: [dated] });
        },
        { once: true },
      ),
    );
    await run();
    expect((await storedSettings(member))?.weeklyLetter).toBe(false);
    expect(mails()).toEqual([]);
    expect(await dueAt()).toBeNull();
  });
});

test("what is kept of a letter names nobody", async () => {
  await keepNews();
  await nextMonday();
  const stored = JSON.stringify(await storedLetter(letter, member));
  for (const secret of [member.email, "a.one"]) expect(stored).not.toContain(secret);
});

test("without a new export it says what Instagram has counted", async () => {
  const known = growth({
    counted: {
      ...{ isRefused: false, audience: null, readAt: now, followers: 900, reels: [] },
      // Of those before Instagram told none: a day that was not asked for would hold back the letter.
      days: Array.from({ length: 7 }, (_, before) => ({
        startsAt: Date.parse("2026-11-20T08:00Z") - before * 86_400_000,
        ...(before === 0 ? { followed: 21, left: 14 } : { followed: null, left: null }),
      })),
    },
  });
  await keepGrowth(member, { growth: known });
  await nextMonday();
  const [mail] = mails();
  expect(mail?.text).toContain(
    "Instagram counted 21 who followed and 14 who left on Nov 20, 2026. Who they are shows with your next export.",
  );
});
