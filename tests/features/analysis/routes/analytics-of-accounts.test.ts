import { expect, test } from "vitest";
import type { SandboxAccount } from "#sandbox/instagram/account.ts";
import { visit } from "#tests/setup/app";
import { everyCase } from "#tests/setup/cases";
import { instagram } from "#tests/setup/instagram";
import { newMember } from "#tests/setup/member";
import {
  insightsTold,
  keptOf,
  readAccount,
  refigure,
  storeReading,
  withSources,
} from "#tests/setup/readings";
import { visibleText } from "#tests/setup/visible-text";

withSources("export,instagram");

// The definitions of docs/analysis.md#engagement and docs/product.md#connection once more, from the sandbox's own data and without the app's code.

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

function medianOf(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[half - 1] ?? Number.NaN)) / 2;
}

function usualRate(followers: number): number {
  if (followers < 1_000) return 10.58;
  if (followers < 5_000) return 4.26;
  if (followers < 20_000) return 2.28;
  if (followers < 100_000) return 1.62;
  return followers < 1_000_000 ? 1.55 : 1.54;
}

function levelOf(rate: number, usual: number): number {
  return 1 + [0.5, 0.75, 1.33, 2].filter((edge) => rate >= edge * usual).length;
}

const shown = (value: number) => value.toLocaleString("en-US");

function expectedOf(account: SandboxAccount) {
  const posts = account
    .posts()
    .slice(0, 200)
    .map((post) => ({
      likes: account.shownLikes(post) ?? insightsTold(account, post).likes ?? null,
      comments: post.comments,
    }));
  const likes = posts.flatMap((post) => (post.likes === null ? [] : [post.likes]));
  const rates = posts
    .slice(0, 30)
    .flatMap((post) =>
      post.likes === null ? [] : [((post.likes + post.comments) / account.followers) * 100],
    );
  const top = (values: (number | null)[]) =>
    values
      .flatMap((value) => (value ? [value] : []))
      .sort((a, b) => b - a)
      .slice(0, 10);
  const end = instagram.clock.asOf();
  // Instagram's figures of a day are up to two days late.
  const reach = account
    .reach(end - 30 * 86_400_000, end)
    .filter(({ endsAt }) => endsAt <= end - 2 * 86_400_000);
  return {
    posts: posts.length,
    likes: likes.length > 0 ? shown(sum(likes)) : "Likes are hidden",
    comments: shown(sum(posts.map(({ comments }) => comments))),
    averageLikes:
      likes.length > 0
        ? shown(Math.round((sum(likes) / likes.length) * 10) / 10)
        : "Likes are hidden",
    averageComments: shown(
      Math.round((sum(posts.map(({ comments }) => comments)) / posts.length) * 10) / 10,
    ),
    hidden: likes.length > 0 && likes.length < posts.length ? posts.length - likes.length : 0,
    mostLiked: top(posts.map((post) => post.likes)),
    mostCommented: top(posts.map((post) => post.comments)),
    level: rates.length < 10 ? null : levelOf(medianOf(rates), usualRate(account.followers)),
    reach: shown(Math.round(sum(reach.map((one) => one.reach)) / reach.length)),
  };
}

/** In these is each way, too. */
const telling = [5, 9, 10, 11, 13, 17];
const generatedCount = everyCase ? 20 : telling.length;

/** Accounts of so few posts are read by the app; of the others, what a reading keeps is stored. */
const fewPosts = 15;

/** The figures as they stand on the page. */
function figuresOn(html: string): ReturnType<typeof expectedOf> {
  const text = visibleText(html);
  const found = (pattern: RegExp, on = text) => pattern.exec(on)?.[1]?.trim() ?? "";
  const section = (title: string, next: string) =>
    text.slice(text.indexOf(` ${title} `), text.indexOf(` ${next} `));
  const countsIn = (part: string, noun: string) =>
    Array.from(part.matchAll(new RegExp(`([\\d,]+) ${noun}s?\\b`, "g")), ([, count = ""]) =>
      Number(count.replaceAll(",", "")),
    );
  const average = (label: string) =>
    found(new RegExp(`${label}</dt><dd[^>]*>([^<]*)<`), html.replaceAll("&#x27;", "'"));
  const level = found(/aria-label="Level (\d) of 5/, html);
  return {
    posts: Number(found(/based on ([\d,]+) latest post/).replaceAll(",", "")),
    likes: found(/Likes & Comments (.*?)Likes(?= )/),
    comments: found(/Likes & Comments .*?([\d,]+)Comments /),
    averageLikes: average("Avg. Likes/Post"),
    averageComments: average("Avg. Comments/Post"),
    hidden: Number(found(/The likes of ([\d,]+) posts? (?:is|are) hidden/).replaceAll(",", "")),
    mostLiked: countsIn(section("Most Liked Posts", "Most Commented Posts"), "like"),
    mostCommented: countsIn(section("Most Commented Posts", "Audience"), "comment"),
    level: level ? Number(level) : null,
    reach: found(/Your account reached ([\d,]+) accounts? a day/),
  };
}

test(`every figure on the page is what Instagram's account has, of ${generatedCount} generated accounts`, async () => {
  const { uid, cookie } = await newMember();
  const generated = instagram.accounts.filter(({ plan }) => plan.about === "Generated.");
  // The plans repeat by 13 at most: in twenty is each way in which they differ.
  const accounts = generated.slice(0, 20);
  expect(accounts).toHaveLength(20);
  const seen = { levels: new Set<number | null>(), hidden: 0, read: 0 };
  for (const [at, account] of accounts.entries()) {
    if (!everyCase && !telling.includes(at)) continue;
    if (account.posts().length <= fewPosts) await readAccount(uid, account.plan.key);
    else {
      await storeReading(uid, account.plan.key, keptOf(account));
      await refigure(uid);
    }
    const html = await (await visit("/dashboard/analytics", { cookie })).text();
    const expected = expectedOf(account);
    seen.read += Number(account.posts().length <= fewPosts);
    expect({ account: account.plan.key, ...figuresOn(html) }).toEqual({
      account: account.plan.key,
      ...expected,
    });
    expect(html.match(/<img[^>]*src="\/picture\//g)?.length ?? 0).toBeGreaterThan(0);
    seen.levels.add(expected.level);
    seen.hidden += Number(expected.hidden > 0);
  }
  // The accounts differ in what counts, so that none of this was looked for in vain.
  expect(seen.levels.size).toBeGreaterThan(4);
  expect(seen.hidden).toBeGreaterThan(0);
  expect(seen.read).toBeGreaterThan(0);
});
