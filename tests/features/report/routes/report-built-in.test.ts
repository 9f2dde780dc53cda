import { describe, expect, test } from "vitest";
import { crowd } from "#tests/setup/analyses";
import { visit } from "#tests/setup/app";
import {
  address,
  newOwner,
  ownerWith,
  pdfOf,
  reportOf,
  withBuiltInReports,
} from "#tests/setup/built-in-reports";
import { everyCase, few } from "#tests/setup/cases";
import { madeUpGrowth } from "#tests/setup/growths";
import { type Member, newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { visibleText } from "#tests/setup/visible-text";
import { firestore } from "~/platform/store/firebase.server";
import { withCommas } from "~/platform/values/numbers";

withBuiltInReports();

const now = Date.parse("2026-11-20T08:00:00Z");
const totals = { ...{ secretFans: 1_203, inactiveFollowers: 44_551, friends: 318, fans: 9_077 } };

const rich = () =>
  ownerWith({
    people: { newFollowers: crowd(1_234, "new."), lostFollowers: crowd(57, "old.") },
    totals: { ...totals, likes: 98_765, comments: 4_321 },
    notes: { pendingRequests: "needs-export" },
    between: { from: now - 30 * 86_400_000, to: now },
    growth: madeUpGrowth({ imports: 14, posts: 120, readings: 60, now }),
    profile: {
      _insights: { status: "completed", recommendations: ["Post more reels.", "Answer faster."] },
      _updatedAt: new Date(now),
      _sources: {
        export: { takenAt: now - 86_400_000, account: "ana.films" },
        connection: {
          readAt: now,
          account: "ana.films",
          hasCommenters: true,
          isOtherAccount: false,
        },
      },
      topPosts: { mostLikedPosts: [{ count: 2_468, date: now - 5 * 86_400_000, user: "ana" }] },
      userEngagement: {
        engagementRate: { status: "Good", cell: 4 },
        averageLikesPerPost: 823,
        averageCommentsPerPost: 36.4567,
        reach: { averagePerDay: 777.6, days: 60 },
      },
      overviewStatistics: { totalPostsAnalyzed: 120, postsWithHiddenLikes: 2 },
    },
  });

/** These stand in this order. */
function expectInOrder(text: string, words: readonly string[]): void {
  let from = 0;
  for (const word of words) {
    const at = text.indexOf(word, from);
    expect(at, word).toBeGreaterThanOrEqual(from);
    from = at;
  }
}

describe("the whole analysis", () => {
  test("is one file, with the profile's own figures", async () => {
    const owner = await rich();
    const answer = await visit(address, { cookie: owner.cookie });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": 'attachment; filename="profile-report.pdf"',
      "cache-control": "private, no-store, no-transform",
    });
    const { text, pages } = await reportOf(owner);
    expectInOrder(text, [
      "Profile report",
      "@ana.films",
      "Analysis of Nov 20, 2026, based on 120 latest posts.",
      "your Instagram export of Nov 19, 2026",
      "Instagram, read Nov 20, 2026",
      "Your figures",
      ...["Likes 98,765", "Comments 4,321", "Lost followers 57", "New followers 1,234"],
      ...["Secret fans 1,203", "Inactive followers 44,551", "Your friends 318", "Your fans 9,077"],
      ...["Pending requests Not in your export", "Your export has no list of the follow requests"],
      ...[
        "Overall Engagement Rate Good · level 4 of 5",
        "Avg. Likes/Post 823",
        "Avg. Comments/Post 36.5",
      ],
      "Your account reached 778 accounts a day",
      "The likes of 2 posts are hidden or unknown, and left out.",
      ...["Most Liked Posts", "Nov 15, 2026 2,468"],
      ...["Your growth", "Reconstructed from those who stayed", "Gained and lost per week"],
      ...["Who stayed", "Likes and comments per post", "Accounts reached a day"],
      ...["Who came and who left", "1,234 people, between your exports of Oct 21, 2026 and Nov 20"],
      ...["new.000000", "new.000199", "And 1,034 more."],
      ...["57 people", "old.000000", "old.000056"],
      ...["When to post", "Hours are in UTC"],
      ...[
        "What brought followers",
        "1 of 120 posts coincided with clearly more follows",
        "Largest bursts",
      ],
      ...["1st recommendation", "Post more reels.", "2nd recommendation", "Answer faster."],
      ...["How each figure was made", "Instagram, read Nov 20, 2026"],
    ]);
    expect(text).not.toContain("new.000200");
    expect(text).not.toContain("caused");
    expect(pages.length).toBeLessThan(12);
  });

  test("by an export of part of the time, nobody is said to have stayed", async () => {
    const textWith = async (left: number, isPart: boolean) => {
      const between = { from: now - 30 * 86_400_000, to: now, ...(isPart && { isPart }) };
      const people = { newFollowers: crowd(0, "new."), lostFollowers: crowd(left, "old.") };
      return (await reportOf(await ownerWith({ people, between }))).text;
    };
    const [whole, none, some] = await Promise.all([
      textWith(0, false),
      textWith(0, true),
      textWith(2, true),
    ]);
    const words = "An export of part of the time tells only who left";
    expect(whole.match(/Nobody, between your exports/g)).toHaveLength(2);
    expect(whole).not.toContain(words);
    expect(none.match(/Nobody, between your exports/g)).toHaveLength(1);
    expect(none).toContain(words);
    expectInOrder(some, ["2 people, between your exports", "old.000000", words]);
    // In the table, with words, and on the cover, where there is no room for them.
    expect(whole.match(/Lost followers 0|0 Lost followers/g)).toHaveLength(2);
    expect(none.match(/Lost followers 0|0 Lost followers/g)).toHaveLength(1);
  });

  test("while no export shows who came, nobody is not said to have come", async () => {
    const textWith = async (came: number) => {
      const between = { from: now - 30 * 86_400_000, to: now };
      const people = { newFollowers: crowd(came, "new."), lostFollowers: crowd(1, "old.") };
      return (await reportOf(await ownerWith({ people, between, missesNew: true }))).text;
    };
    const [none, some] = await Promise.all([textWith(0), textWith(2)]);
    const words = "Whoever followed at a time that these exports do not show is missing here.";
    expect(none).not.toContain("Nobody, between your exports");
    expect(none).toContain(words);
    expectInOrder(some, ["2 people, between your exports", "new.000000", words]);
  });

  test("shows growth as the analysis has it", async () => {
    const growth = madeUpGrowth({ imports: 14, posts: 120, readings: 60, now });
    const { text } = await reportOf(await rich());
    const from = now - 365 * 86_400_000;
    const posts = growth.posts.filter(
      ({ postedAt, likes }) =>
        likes !== null && postedAt * 1_000 >= from && postedAt * 1_000 <= now,
    );
    expect(text).toContain(`${posts.length} posts of the last year`);
    // Those that Instagram no longer changed at the reading.
    const days = growth.reach.filter(
      ({ endsAt }) => endsAt <= (growth.counted?.readAt ?? 0) - 2 * 86_400_000,
    );
    const reach = days.reduce((sum, one) => sum + one.reach, 0) / days.length;
    expect(text).toContain(
      `${withCommas(Math.round(reach))} accounts a day, on average over ${days.length} days.`,
    );
    const last = growth.instagramCounts.at(-1);
    expect(text).toContain(`${withCommas(last?.followers ?? 0)} Followers`);
    const { exports } = growth;
    const came = [exports?.stayed, exports?.left].reduce((sum, times) => {
      const august = (times?.counts ?? []).filter((_, index) => {
        const at = (times?.quarters[index] ?? 0) * 900_000;
        return new Date(at).toISOString().startsWith("2026-08");
      });
      return sum + august.reduce((total, count) => total + count, 0);
    }, 0);
    // Instagram was read for two months only.
    expect(text).toContain("Month Last count, by exports Came");
    expect(text).toMatch(new RegExp(`Aug 2026 [\\d,]+ ${came} `));
    const inAugust = growth.posts.filter(({ postedAt }) =>
      new Date(postedAt * 1_000).toISOString().startsWith("2026-08"),
    );
    // Also those whose likes are hidden.
    expect(inAugust.some(({ likes }) => likes === null)).toBe(true);
    expect(text).toMatch(
      new RegExp(`Aug 2026 [\\d,]+ ${came} (\\d+%|–) ${inAugust.length} [\\d,]+ Sep`),
    );
  });

  // months.test.ts has the rule, also of an export.
  test.runIf(everyCase)("counts posts of no month before the oldest that was read", async () => {
    const tableOf = async (posts: number) => {
      const growth = madeUpGrowth({ imports: 14, posts, readings: 60, now });
      // One each 26 hours.
      const closer = growth.posts.map((post, at) => ({
        ...post,
        postedAt: now / 1_000 - at * 93_600,
      }));
      const owner = await ownerWith({
        growth: { ...growth, posts: closer },
        profile: { _updatedAt: new Date(now) },
      });
      return (await reportOf(owner)).text;
    };
    const rest = "[\\d,]+ \\d+ (\\d+%|–)";
    const [few, most] = await Promise.all([tableOf(199), tableOf(200)]);
    for (const text of [few, most]) {
      expect(text).toMatch(new RegExp(`Mar 2026 ${rest} – – Apr 2026`));
      expect(text).toMatch(new RegExp(`May 2026 ${rest} 28 [\\d,]+ Jun 2026`));
    }
    // Of the latest 200, the first ones of the month may not have been read.
    expect(few).toMatch(new RegExp(`Apr 2026 ${rest} 11 [\\d,]+ May 2026`));
    expect(most).toMatch(new RegExp(`Apr 2026 ${rest} – – May 2026`));
  });

  test.runIf(everyCase)(
    "counts posts of no month after the export that they are from, where the connection gives none",
    async () => {
      const tableWith = async (permalink: string | null) => {
        const taken = Date.parse("2026-08-20T08:00Z");
        const growth = madeUpGrowth({ imports: 3, posts: 30, now: taken });
        const posts = growth.posts.map((post) => ({ ...post, permalink }));
        const connection = { readAt: now, account: "ana", hasCommenters: false };
        const owner = await ownerWith({
          growth: { ...growth, posts },
          profile: {
            _updatedAt: new Date(now),
            _sources: {
              export: { takenAt: taken, account: "ana" },
              connection: { ...connection, isOtherAccount: false },
            },
          },
        });
        return (await reportOf(owner)).text;
      };
      const [exported, read] = await Promise.all([
        tableWith(null),
        tableWith("https://www.instagram.com/p/x/"),
      ]);
      expect(exported).toMatch(
        /Aug 2026 .{1,30} [1-9]\d* [\d,]+ Sep 2026 \S+ \S+ (\d+%|–) – – Oct 2026/,
      );
      expect(read).toMatch(/Sep 2026 \S+ \S+ (\d+%|–) 0 – Oct 2026/);
    },
  );

  test("can be read aloud: it is PDF/UA-1 with a title, a language and tags for all that it says", async () => {
    const { info, uaPart, marked, preferences, tags, untagged, fonts, outline, sizes } =
      await reportOf(await rich());
    expect(info).toMatchObject({
      Title: "Profile report of @ana.films",
      Author: "Profile Analyzer",
      Language: "en-US",
    });
    expect(preferences).toMatchObject({ DisplayDocTitle: true });
    expect([uaPart, marked?.Marked, untagged]).toEqual(["1", true, []]);
    expect(tags).toEqual(
      expect.arrayContaining(["H1", "H2", "Figure", "Table", "TH", "TD", "TOC"]),
    );
    expect(tags.filter((tag) => tag === "Figure").length).toBe(6);
    expect([...fonts.values()].every(({ embedded }) => embedded)).toBe(true);
    expect(outline.map(({ title }) => title)).toContain("When to post");
    expect(sizes[0]?.map(Math.round)).toEqual([595, 842]);
  });

  test("fits Letter, too", async () => {
    const { sizes, text } = await reportOf(await rich(), "?paper=letter");
    expect(new Set(sizes.map(String))).toEqual(new Set(["612,792"]));
    expect(text).toContain("How each figure was made");
  });

  test("each paper has its link, on the home and in My Plan, the usual one of the time zone first", async () => {
    const owner = await rich();
    const read = async (path: string) => {
      const html = await (await visit(path, { cookie: owner.cookie })).text();
      return { html, text: visibleText(html) };
    };
    for (const path of ["/dashboard", "/dashboard/my-plan"]) {
      const { html, text } = await read(path);
      expect(text).toContain("It is set on A4 paper. Download it on US Letter");
      expect(html).toContain('href="/dashboard/report?paper=letter"');
    }
    const { saveTimeZone } = await import("~/features/account/letter-choices.server");
    const { announcePreferences } = await import("~/features/account/settings.server");
    await saveTimeZone(owner.uid, "America/Chicago");
    await announcePreferences(owner.uid);
    const { html, text } = await read("/dashboard");
    expect(text).toContain("It is set on US Letter paper. Download it on A4");
    expect(html).toContain('href="/dashboard/report?paper=a4"');
  });

  test("is the same, byte for byte, while nothing changes", async () => {
    const owner = await rich();
    const [first, second] = await Promise.all([pdfOf(owner), pdfOf(owner)]);
    expect(Buffer.compare(first ?? new Uint8Array(), second ?? new Uint8Array())).toBe(0);
  });

  // report-refused.test.ts has it of the other report.
  test.runIf(everyCase)("HEAD gets its length and no byte", async () => {
    const owner = await rich();
    const { byteLength } = await pdfOf(owner);
    const answer = await visit(address, { cookie: owner.cookie, method: "HEAD" });
    expect(answer.headers.get("content-length")).toBe(String(byteLength));
    expect(await answer.text()).toBe("");
  });
});

describe("what is not known is said", () => {
  test("after one export, without a connection", async () => {
    const owner = await ownerWith({
      people: { newFollowers: [] },
      totals: { lostFollowers: null, likes: null, comments: null, secretFans: null, fans: 0 },
      notes: {
        lostFollowers: "needs-second-export",
        likes: "needs-insights",
        comments: "needs-insights",
        secretFans: "needs-connection",
      },
    });
    const { text } = await reportOf(owner);
    expectInOrder(text, [
      "Likes Needs your connection to Instagram",
      "Lost followers Needs a second export",
      "New followers 0",
      "This comes from comparing two exports.",
      "Your growth is not computed yet: it comes with your next import.",
      "Nobody, in the last 30 days of your export.",
      "There are no recommendations yet",
    ]);
    expect(text).not.toMatch(/undefined|NaN|null/);
  });

  test("why there is no rate: too few posts with known likes, or no number of followers", async () => {
    const profile = {
      _updatedAt: new Date(now),
      userEngagement: { engagementRate: null, averageLikesPerPost: 5, averageCommentsPerPost: 1 },
      overviewStatistics: { totalPostsAnalyzed: 30, postsWithHiddenLikes: 25 },
    };
    const growth = madeUpGrowth({ imports: 0, posts: 30, now });
    const hiding = (most: number) => ({
      ...growth,
      posts: growth.posts.map((post, at) => ({
        ...post,
        likes: at < most ? null : 5,
        comments: 1,
      })),
    });
    const [hidden, unknown, old] = await Promise.all([
      ownerWith({ profile, growth: hiding(25) }).then((owner) => reportOf(owner)),
      ownerWith({ profile, growth: hiding(20) }).then((owner) => reportOf(owner)),
      ownerWith({ profile }).then((owner) => reportOf(owner)),
    ]);
    const [few, followers] = ["a rate needs 10 posts whose likes", "A rate also needs the number"];
    for (const { text } of [hidden, old]) {
      expect(text).toContain(few);
      expect(text).not.toContain(followers);
    }
    expect(unknown.text).toContain(followers);
  });

  test("however large a figure is, it stays in its place", async () => {
    const largest = Number.MAX_SAFE_INTEGER;
    const owner = await ownerWith({
      totals: { friends: largest, fans: largest, likes: largest, comments: largest },
    });
    const { text, overlaid } = await reportOf(owner);
    expect(text.split(withCommas(largest)).length).toBeGreaterThan(4);
    expect(overlaid.filter((some) => /\d/.test(some))).toEqual([]);
  });

  test("with nothing to draw", async () => {
    const owner = await ownerWith({
      people: { newFollowers: [], lostFollowers: [] },
      growth: madeUpGrowth({ imports: 0, now }),
    });
    const { text } = await reportOf(owner);
    expect(text).toContain("Nothing is known of this time yet.");
    expect(text).toContain("30 posts are missing");
    expect(text).not.toMatch(/undefined|NaN|null|Infinity/);
  });

  test.each(few([1, 2], 1))("with %i exports", async (imports) => {
    const owner = await ownerWith({
      people: { newFollowers: crowd(1), lostFollowers: [] },
      growth: madeUpGrowth({ imports, days: 20, posts: imports, now }),
    });
    const { text } = await reportOf(owner);
    expect(text).toContain("Your growth");
    expect(text).not.toMatch(/undefined|NaN|null|Infinity/);
  });
});

describe("names and texts from outside are set as they are", () => {
  const hostile = [
    '#eval("1+1")',
    "$ x^2 $",
    "*bold* _em_ `raw` @ref <label> \\u{41}",
    "#set page(fill: red)",
    '"); #panic("x',
    "</text><script>",
    "//not a comment /* nor */",
    "x".repeat(120),
  ];
  const unsettable = [
    "李雷",
    "ابن_بطوطة",
    "смех\u0000",
    "a\u202eb",
    "👩‍👩‍👧",
    "\ud800",
    "e\u0301e\u0336",
  ];

  test("and characters without a letter in the font are said", async () => {
    const names = [...hostile, ...unsettable];
    const owner = await ownerWith({
      people: { lostFollowers: names.map((username) => ({ username, since: undefined })) },
      profile: {
        _insights: { status: "completed", recommendations: ['#panic("recommended") $'] },
        _sources: { export: { takenAt: now, account: '#panic("account")' } },
      },
    });
    const { text, info } = await reportOf(owner);
    // pdf.js loses '<' of this font's subset; it is in the file, as pdftotext shows.
    const packed = (words: string) => words.replace(/[\s\u200b<]/g, "");
    for (const name of hostile) expect(packed(text)).toContain(packed(name));
    expect(packed(text)).toContain('#panic("recommended")$');
    expect(text).toContain("◊◊");
    expect(text).toMatch(/In \d names, ◊ stands for a character that this file has no letter for/);
    expect(info).toMatchObject({ Title: 'Profile report of @#panic("account")' });
  });
});

describe("a profile of the outside system", () => {
  const outside = async (profile: object): Promise<Member> => {
    const owner = await newOwner();
    await (await firestore()).doc(`profiles/${owner.uid}`).set(profile);
    return owner;
  };

  test("is set with what it has, and offers neither import nor connection", async () => {
    const owner = await outside({
      _insights: { status: "processing", recommendations: ["Smile."] },
      _calculatedData: {
        audience: { newFollowers: { totalValue: 3, items: [{ username: "ana" }] } },
        other: { likes: { totalValue: 7_531, items: [] } },
      },
    });
    const { text } = await reportOf(owner);
    expectInOrder(text, [
      "The analysis was still running",
      "Likes 7,531",
      "Lost followers Being counted",
      "ana",
      "And 2 more.",
      "Smile.",
    ]);
    expect(text).not.toMatch(/import|connect|Your growth|When to post/i);
  });

  test("names nobody whom its owner has hidden, and says how many", async () => {
    const newFollowers = { totalValue: 4, items: [{ username: "Zoe" }, { username: "ben" }] };
    const owner = await outside({ _calculatedData: { audience: { newFollowers } } });
    await (await firestore()).doc(`peopleChoices/${owner.uid}`).set({ hiddenOutside: ["zoe"] });
    const { text } = await reportOf(owner);
    expectInOrder(text, ["4 people", "ben", "And 2 more.", "1 hidden"]);
    expect(text).not.toContain("Zoe");
  });

  test("is set with the averages that it has; what it has not yet is being counted", async () => {
    const owner = await outside({
      _insights: { status: "processing" },
      userEngagement: { averageLikesPerPost: 12 },
    });
    const { text } = await reportOf(owner);
    expectInOrder(text, [
      "Being counted",
      "Avg. Likes/Post 12",
      "Avg. Comments/Post Being counted",
      "*calculated as",
    ]);
    expect(text).not.toMatch(/Not enough posts|export|connection/);
  });

  test("is set without a part that cannot be read, as the analytics page is", async () => {
    const owner = await outside({
      _insights: { status: "completed" },
      _calculatedData: { audience: { friends: 7 }, other: { likes: { totalValue: 7_531 } } },
      topPosts: { mostLikedPosts: [{ count: 2_468 }, { user: "ana" }] },
    });
    const page = await visit("/dashboard/analytics", owner);
    const shown = visibleText(await page.text());
    const { text } = await reportOf(owner);
    for (const figure of ["7,531", "2,468"])
      expect([shown, text]).toEqual([
        expect.stringContaining(figure),
        expect.stringContaining(figure),
      ]);
    expect(text).toContain("Your friends Being counted");
  });

  test.each([
    ["idle", { _insights: { status: "idle" } }],
    ["empty", {}],
  ])("that is %s has nothing to report on yet", async (_, profile) => {
    const answer = await visit(address, { cookie: (await outside(profile)).cookie });
    expect(answer.status).toBe(404);
    expect(visibleText(await answer.text())).toContain("Your report is not ready yet");
  });
});

describe("only owners with figures get a byte", () => {
  test("a visitor is redirected to sign-in", async () => {
    expect((await visit(address)).headers.get("location")).toContain("/sign-in");
  });

  test("who does not own it sees the offer", async () => {
    const answer = await visit(address, { cookie: (await newMember()).cookie });
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain('href="/dashboard/offers/profile-report"');
  });

  test("who has no figures yet is told how to bring them", async () => {
    const answer = await visit(address, { cookie: (await newOwner()).cookie });
    expect(answer.status).toBe(404);
    expect(visibleText(await answer.text())).toContain("Your report begins with your figures");
  });

  test("the cloud function is never called", () => {
    expect(sandbox.world.calls.filter(({ path }) => path === "/getPdfReport")).toEqual([]);
  });
});
