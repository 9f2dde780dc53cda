import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { storeAnalysis } from "#tests/setup/analyses";
import { visit } from "#tests/setup/app";
import { memberWithGrowth } from "#tests/setup/growth-pages";
import { madeUpGrowth, noChanges, noGrowth } from "#tests/setup/growths";
import { newMember } from "#tests/setup/member";
import { withSources } from "#tests/setup/readings";
import { visibleText } from "#tests/setup/visible-text";
import type { Growth, GrowthImport } from "~/features/growth/growth";
import { firestore } from "~/platform/store/firebase.server";
import { formatDate } from "~/platform/values/dates";

withSources("outside,export,instagram");
afterEach(() => vi.useRealTimers());

const page = "/dashboard/growth";
const post = (cookie: string, timeZone: string) =>
  visit(page, {
    cookie,
    method: "POST",
    body: new URLSearchParams({ timeZone }),
    redirect: "manual",
  });

async function read(growth: Growth | undefined, query = "") {
  const { cookie } = await memberWithGrowth(growth);
  const answer = await visit(page + query, { cookie });
  const html = await answer.text();
  return { status: answer.status, html, text: visibleText(html) };
}

/** A subscriber whose analysis the outside system makes. */
async function outsideMember(): Promise<string> {
  const { uid, cookie } = await newMember();
  const profile = { _insights: { status: "completed" }, _updatedAt: new Date() };
  await (await firestore()).doc(`profiles/${uid}`).set(profile);
  return cookie;
}

const both = madeUpGrowth({ imports: 6, posts: 120, readings: 80 });
const forty = madeUpGrowth({ imports: 40, days: 1_825, posts: 200 });

const said: [name: string, growth: Growth | undefined, query: string, words: string[]][] = [
  [
    "an analysis of before",
    undefined,
    "",
    ["Your growth comes with the next figures", "Import my export"],
  ],
  [
    "one import",
    madeUpGrowth({ imports: 1 }),
    "",
    [
      "reconstructed from those who stayed",
      "People who had left before are not in it.",
      "Who left shows with your second export",
      "900 followers without a known time are counted from the beginning.",
      "Likes, comments and reach are not in these exports.",
      "It takes 12 weeks, 20 posts and 50 follows within the same time. Still missing: 20 posts.",
    ],
  ],
  [
    "two imports and few posts",
    madeUpGrowth({ imports: 2, posts: 12 }),
    "",
    [
      "On which day somebody left is not known",
      "left, on average per week",
      "Not enough posts yet: this takes 30 posts",
      "19 posts are missing",
    ],
  ],
  [
    "six imports and a connection",
    both,
    "",
    [
      "counted by Instagram",
      "in your exports",
      "Your median:",
      "days must not be added up",
      "No hours clearly stand out yet.",
      "That may well be chance.",
      "Until you choose, the times are in UTC.",
      "1 of 120 posts coincided with clearly more follows",
      "Post of",
      "coincided with 41 follows in 48 hours; the usual is 6.4",
      "by chance: under 0.1%",
      "Those who have left since are known from your earlier exports only",
    ],
  ],
  [
    "what Instagram counts itself",
    both,
    "",
    [
      "Counted by Instagram",
      "Your audience",
      "Germany",
      "4 other countries",
      "Women 50% (500) Men 30% (300) Unknown 20% (200)",
      "of 1,000 views from",
      "asked once a week. Shares are of those it has counted",
      "Your reels",
      "Usually watched for 9.9 s, skipped by 31%",
      "watched for 7.4 s, skipped by 31%",
    ],
  ],
  [
    "reels that hardly anybody skips, and nearly everybody",
    {
      ...madeUpGrowth({ imports: 1 }),
      counted: {
        ...{ readAt: Date.now(), followers: 400, days: [], isRefused: false, audience: null },
        reels: [0.4, 99.6].map((skipped) => ({
          ...{ postedAt: 1_790_000_000, permalink: null, watched: null, skipped },
        })),
      },
    },
    "",
    ["skipped by less than 1%", "skipped by 99%"],
  ],
  [
    "a small account",
    {
      ...madeUpGrowth({ imports: 1 }),
      counted: {
        ...{ readAt: Date.now(), followers: 40, days: [], isRefused: false },
        ...{ audience: null, reels: [] },
      },
    },
    "",
    [
      "Instagram counts who follows and who leaves for accounts with 100 followers or more.",
      "Instagram tells countries, cities, age and gender for accounts with 100 followers or more.",
      "How long your reels are watched and how many skip them shows here with your first reel.",
    ],
  ],
  ["five years, all", forty, "?range=all", ["Gained per month, and who left", "first seen late"]],
  [
    "a connection without exports",
    madeUpGrowth({ imports: 0, posts: 60, readings: 30 }),
    "",
    ["Who came, left and stayed", "Import your export", "With it, they are compared"],
  ],
  [
    "nothing stands out",
    {
      ...both,
      ledger: {
        outcome: "tested",
        freeTimes: 90,
        posts: [
          { kind: null, postedAt: 1_790_000_000, came: 3, usual: 3, chance: 0.5, standsOut: false },
        ],
      },
    },
    "",
    ["Nothing stands out: no post is named, and after none of your 1 post did 10 or more people"],
  ],
  [
    "one burst that the test cannot name",
    {
      ...both,
      ledger: {
        outcome: "tested",
        freeTimes: 42,
        posts: [
          {
            ...{ kind: "reel", postedAt: 1_790_000_000, came: 91, usual: 5.25 },
            ...{ chance: 0.023, standsOut: false },
          },
        ],
      },
    },
    "",
    [
      "No post is named: after none of your 1 post",
      "Largest bursts",
      "One burst may be chance or somebody else's doing",
      "Reel of Sep 21, 2026",
      "91 people followed within 48 hours after it; the usual is 5.3",
      "Those who have left since are known from your earlier exports only",
    ],
  ],
  [
    "a burst after one of few posts",
    {
      ...both,
      ledger: {
        ...{ outcome: "too-few", weeks: 9, posts: 12, follows: 400 },
        bursts: [{ kind: null, postedAt: 1_790_000_000, came: 1_091, usual: 50.4 }],
      },
    },
    "",
    [
      "Still missing: 3 weeks, 8 posts.",
      "Largest bursts",
      "1,091 people followed within 48 hours after it; the usual is 50",
    ],
  ],
  [
    "too few times without a post to compare with",
    {
      ...both,
      ledger: {
        outcome: "tested",
        freeTimes: 1,
        posts: [
          { kind: null, postedAt: 1_790_000_000, came: 3, usual: 3, chance: 1, standsOut: false },
        ],
      },
    },
    "",
    ["It takes 10 stretches of 48 hours without a post; there is 1."],
  ],
  [
    "Instagram's own counts",
    {
      ...both,
      ledger: { outcome: "counted" },
      posts: both.posts.map((one, at) => ({ ...one, follows: at })),
    },
    "",
    ["119 follows counted by Instagram"],
  ],
  [
    "another account",
    { ...both, isOtherAccount: true, instagramCounts: [], ledger: { outcome: "other-account" } },
    "",
    [
      "Posts and reach come from the first account, followers from the second.",
      "as your connection is to another account",
      "Your posts and your exports are of two accounts, so nothing is computed from both.",
    ],
  ],
  [
    "nothing in the range",
    { ...forty, posts: [], ledger: noGrowth.ledger },
    "?range=4-weeks",
    ["Followers over time"],
  ],
];

test.each(said)("%s: says what is known and what is not", async (_, growth, query, words) => {
  const { status, text } = await read(growth, query);
  expect(status).toBe(200);
  expect(words.filter((word) => !text.includes(word))).toEqual([]);
  expect(text).not.toMatch(/NaN|undefined|Infinity|caused/);
});

test("whose newest export is older than a year sees all that is known, unless asked for a year", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const year = 365 * 86_400_000;
  const old = madeUpGrowth({ imports: 6, now: Date.now() - 2 * year });
  const shown = ({ html }: { html: string }) =>
    /<a(?=[^>]*aria-current="page")[^>]*range=([^"]*)"/.exec(html)?.[1];
  const all = await read(old);
  expect(shown(all)).toBe("all");
  expect(all.text).not.toContain("Nothing is known of the last year");
  // A year is today and the 364 days before it.
  const day = 86_400_000;
  for (const [days, range] of [
    [364, "year"],
    [365, "all"],
  ] as const) {
    const ends = Math.floor(Date.now() / day) * day - days * day;
    const growth = madeUpGrowth({ imports: 2, now: ends + 3 * day });
    expect(shown(await read(growth)), `${days} days`).toBe(range);
  }
  const lastYear = await read(old, "?range=year");
  expect(shown(lastYear)).toBe("year");
  expect(lastYear.text).toContain("Nothing is known of the last year");
  expect(shown(await read(madeUpGrowth({ imports: 6 })))).toBe("year");
  // What a connection tells is of today.
  const connected = { ...both, exports: old.exports };
  expect(shown(await read(connected))).toBe("year");
});

test("while this process knows the profile of before the newest import, the date above the charts is theirs", async () => {
  const monthAgo = Date.now() - 30 * 86_400_000;
  const { uid, cookie } = await memberWithGrowth(madeUpGrowth({ imports: 1, now: monthAgo }));
  await visit(page, { cookie });
  // Another process stores the next import.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_000 });
  const growth = madeUpGrowth({ imports: 2 });
  await storeAnalysis(uid, { growth });
  const text = visibleText(await (await visit(page, { cookie })).text());
  const newest = formatDate(growth.exports?.imports.at(-1)?.takenAt ?? Number.NaN);
  expect(text).toContain(`From your exports up to ${newest}.`);
  expect(text).toContain(`followers on ${newest}`);
});

test("with an export, it leads to the lists of whom the subscriber follows", async () => {
  const lists = ["followedByYou", "unfollowedByYou", "newFriends", "lostFriends"];
  const { html } = await read(madeUpGrowth({ imports: 2 }));
  for (const key of lists) expect(html).toContain(`href="/dashboard/analytics/${key}"`);
  const { html: without } = await read(noGrowth);
  for (const key of lists) expect(without).not.toContain(`/dashboard/analytics/${key}`);
});

describe("who left or came back is told between the exports that it may have been between", () => {
  // Which exports the last four weeks touch depends on the weekday.
  const friday = Date.parse("2026-11-27T12:00:00Z");
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: friday });
  });
  const three = madeUpGrowth({ imports: 3, now: friday });
  const [first, second, third] = three.exports?.imports ?? [];
  const lastWith = (more: Partial<GrowthImport>): Growth => ({
    ...three,
    exports: three.exports && {
      ...three.exports,
      imports: [first, second, third && { ...third, ...more }].flatMap((one) => one ?? []),
    },
  });
  const between = (from: GrowthImport | undefined) =>
    `between ${formatDate(from?.takenAt ?? 0)} and ${formatDate(third?.takenAt ?? 0)}`;

  test.each<[string, Partial<GrowthImport>, string]>([
    [
      "some were last seen in an export before the last one, which was of part of the time",
      {
        losses: [
          { from: second?.takenAt ?? 0, left: 3 },
          { from: first?.takenAt ?? 0, left: 40 },
        ],
      },
      `43 left ${between(first)}`,
    ],
    [
      "some came back and nobody left",
      { losses: [], changes: { ...noChanges, returned: 2 } },
      `2 came back ${between(second)}`,
    ],
  ])("%s", async (_, more, words) => {
    expect((await read(lastWith(more), "?range=4-weeks")).text).toContain(words);
  });
});

test("of a burst that is not named nothing is claimed, and of one that is named the burst is told, too", async () => {
  const post = { kind: "reel" as const, postedAt: 1_790_000_000, came: 91, usual: 5 };
  for (const standsOut of [false, true]) {
    const posts = [{ ...post, chance: 0.023, standsOut }];
    const { html, text } = await read({
      ...both,
      ledger: { outcome: "tested", freeTimes: 42, posts },
    });
    expect(text.includes("oincided")).toBe(standsOut);
    expect(text).not.toContain("Nothing stands out");
    const [, bursts = ""] = html.split(">Largest bursts</h3>");
    const [told = ""] = bursts.split("</ul>");
    expect(told).toContain("91 people followed");
    expect(told).not.toMatch(/coincid|caus|brought|because|stands? out/i);
  }
});

test("each chart has a name, a description, a table and a file", async () => {
  const { html } = await read(both);
  const charts = html.split("<figure").slice(1);
  expect(charts).toHaveLength(7);
  for (const chart of charts) {
    const [id] = /(?<=aria-labelledby=")[^"]+(?=-name")/.exec(chart) ?? [];
    expect(chart).toMatch(new RegExp(`role="img".*<title id="${id}-name">.+</title>`));
    expect(chart).toMatch(new RegExp(`<desc id="${id}-description">.+</desc>`));
    expect(chart).toMatch(/<details.*<table.*<tr data-x="[\d.]+"|<details.*<table.*<tr><th/);
    expect(chart).toContain(`href="${page}/${id}.csv"`);
  }
  expect(html).not.toContain("<style");
  expect(html).toContain('<a href="/dashboard/posts"');
});

test("ranges are links, of which one is shown", async () => {
  const { html } = await read(both, "?range=quarter");
  for (const range of ["4-weeks", "quarter", "year", "all"])
    expect(html).toContain(`href="${page}?range=${range}"`);
  expect(html).toMatch(/href="\/dashboard\/growth\?range=quarter" aria-current="page"/);
});

test("UTC can be chosen without a script, here and with the letters", async () => {
  const { cookie } = await memberWithGrowth(both);
  for (const path of [page, "/dashboard/notifications"])
    expect(await (await visit(path, { cookie })).text(), path).toContain('<option value="UTC">');
  const kept = await post(cookie, "UTC");
  expect([kept.status, kept.headers.get("location")]).toEqual([302, `${page}#when-to-post`]);
});

test("a time zone is asked once, kept, and told with the hours", async () => {
  const { uid, cookie } = await memberWithGrowth(both);
  const refused = await post(cookie, "Europe/Nowhere");
  expect(refused.status).toBe(400);
  expect(visibleText(await refused.text())).toContain("Choose a time zone from the list.");
  const kept = await post(cookie, "America/New_York");
  expect([kept.status, kept.headers.get("location")]).toEqual([302, `${page}#when-to-post`]);
  const settings = await (await firestore()).doc(`settings/${uid}`).get();
  expect(settings.get("timeZone")).toBe("America/New_York");
  const text = visibleText(await (await visit(page, { cookie })).text());
  expect(text).toContain("Times are in America/New York.");
  expect(text).not.toContain("Until you choose");
});

/** `outside` alone has none of these addresses. */
const paths = [page, "/dashboard/posts", "/dashboard/posts.csv", `${page}/followers.csv`];

describe("who has no such pages", () => {
  test.each(paths)("%s: visitors sign in first", async (path) => {
    const answer = await visit(path, { redirect: "manual" });
    expect(answer.headers.get("location")).toMatch(/^\/sign-in/);
  });

  test.each(paths)("%s: not for whom the outside system analyses", async (path) => {
    const answer = await visit(path, { cookie: await outsideMember(), redirect: "manual" });
    expect(answer.status).toBe(404);
  });

  test.each([page, "/dashboard/posts"])("%s: who has nothing yet is led on", async (path) => {
    const { cookie } = await newMember();
    const answer = await visit(path, { cookie });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toMatch(/href="\/dashboard\/(import|connect)"/);
  });

  test("what is kept cannot be read: a page, not half of it", async () => {
    const { uid, cookie } = await memberWithGrowth(both);
    await (await firestore()).doc(`analyses/${uid}`).update({ generation: "gone" });
    for (const path of paths) expect((await visit(path, { cookie })).status).toBe(503);
  });
});

test("the home and the analytics lead to it where there is an analysis made here", async () => {
  const { cookie } = await memberWithGrowth(both);
  for (const path of ["/dashboard", "/dashboard/analytics"])
    expect(await (await visit(path, { cookie })).text()).toContain(`href="${page}"`);
  const outside = await outsideMember();
  for (const path of ["/dashboard", "/dashboard/analytics"])
    expect(await (await visit(path, { cookie: outside })).text()).not.toContain(page);
});
