import { describe, expect, test } from "vitest";
import { storeAnalysis } from "#tests/setup/analyses";
import { visit } from "#tests/setup/app";
import { madeUpGrowth, noGrowth } from "#tests/setup/growths";
import { newMember } from "#tests/setup/member";
import { withSources } from "#tests/setup/readings";
import { visibleText } from "#tests/setup/visible-text";
import { firestore } from "~/clients/firebase.server";
import type { Growth } from "~/domain/growth/growth";
import { growthFiles } from "~/domain/growth-series/growth-files";

withSources("outside,export,instagram");

const page = "/dashboard/growth";
const post = (cookie: string, timeZone: string) =>
  visit(page, {
    cookie,
    method: "POST",
    body: new URLSearchParams({ timeZone }),
    redirect: "manual",
  });

/** A subscriber whose analysis has this growth; their sources are what it has. */
async function memberWith(growth: Growth | undefined) {
  const member = await newMember();
  const now = Date.now();
  const sources = growth && {
    ...(growth.exports && { export: { takenAt: now - 3 * 86_400_000, account: "ana" } }),
    ...((growth.posts.length > 0 || growth.isOtherAccount) && {
      connection: {
        readAt: now,
        account: growth.isOtherAccount ? "bea" : "ana",
        hasCommenters: true,
        isOtherAccount: growth.isOtherAccount,
      },
    }),
  };
  await storeAnalysis(member.uid, {
    profile: { _sources: sources ?? {} },
    ...(growth && { growth }),
  });
  return member;
}

async function read(growth: Growth | undefined, query = "") {
  const { cookie } = await memberWith(growth);
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
      "by chance: less than 1 in 1,000",
      "Those who have left since are known from your earlier exports only",
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
    ["Nothing stands out: after none of your 1 post did clearly more people follow"],
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

test("each chart has a name, a description, a table and a file", async () => {
  const { html } = await read(both);
  const charts = html.split("<figure").slice(1);
  expect(charts).toHaveLength(6);
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

describe("files", () => {
  test.each(growthFiles)("%s is whole, whatever the range", async (key) => {
    const { cookie } = await memberWith(both);
    const answer = await visit(`${page}/${key}.csv`, { cookie });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("cache-control")).toContain("private, no-store");
    const lines = (await answer.text()).split("\r\n");
    expect(lines.at(-1)).toBe("");
    expect(lines.length).toBeGreaterThan(6);
    const widths = new Set(lines.slice(0, -1).map((line) => line.split(",").length));
    expect(widths.size).toBe(1);
  });

  test("posts: sorted and filtered as the page is", async () => {
    const { cookie } = await memberWith(both);
    const text = await (
      await visit("/dashboard/posts.csv?sort=likes&kind=reel", { cookie })
    ).text();
    const rows = text
      .trimEnd()
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(","));
    expect(rows).toHaveLength(both.posts.filter(({ kind }) => kind === "reel").length);
    expect(new Set(rows.map(([, kind]) => kind))).toEqual(new Set(["reel"]));
    const likes = rows.map((row) => Number(row[2] || -1));
    expect(likes).toEqual(likes.toSorted((a, b) => b - a));
  });

  test("an address of a post that a spreadsheet would run is text", async () => {
    const [first] = both.posts;
    if (!first) throw new Error("no posts");
    const { cookie } = await memberWith({
      ...both,
      posts: [{ ...first, permalink: "=HYPERLINK(1)" }],
    });
    const text = await (await visit("/dashboard/posts.csv", { cookie })).text();
    expect(text).toContain(",'=HYPERLINK(1)\r\n");
    expect(await (await visit("/dashboard/posts", { cookie })).text()).not.toContain("HYPERLINK");
  });
});

test("posts: pages, hidden likes, an empty choice", async () => {
  const { cookie } = await memberWith(both);
  const open = async (query: string) =>
    visibleText(await (await visit(`/dashboard/posts${query}`, { cookie })).text());
  const first = await open("");
  expect(first).toContain("Your latest 120 posts and reels.");
  expect(first).toContain("Of 7, the likes are hidden or unknown.");
  expect(first).toContain("Page 1 of 3");
  expect(await open("?page=99&sort=nothing")).toContain("Page 3 of 3");
  const few = await open("?kind=reel&range=4-weeks");
  expect(few).not.toContain("Page 1");
  expect(few).toMatch(/\b\d+ of your latest 120 posts and reels\./);
});

test("a time zone is asked once, kept, and told with the hours", async () => {
  const { uid, cookie } = await memberWith(both);
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
    const { uid, cookie } = await memberWith(both);
    await (await firestore()).doc(`analyses/${uid}`).update({ generation: "gone" });
    for (const path of paths) expect((await visit(path, { cookie })).status).toBe(503);
  });
});

test("the home and the analytics lead to it where there is an analysis made here", async () => {
  const { cookie } = await memberWith(both);
  for (const path of ["/dashboard", "/dashboard/analytics"])
    expect(await (await visit(path, { cookie })).text()).toContain(`href="${page}"`);
  const outside = await outsideMember();
  for (const path of ["/dashboard", "/dashboard/analytics"])
    expect(await (await visit(path, { cookie: outside })).text()).not.toContain(page);
});
