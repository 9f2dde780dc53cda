import { beforeAll, vi } from "vitest";
import type { SandboxAccount, SandboxPost } from "#sandbox/instagram/account.ts";
import { figuresOf } from "#sandbox/instagram/figures.ts";
import { visit } from "#tests/setup/app";
import { connectAccount } from "#tests/setup/connections";
import { instagram } from "#tests/setup/instagram";
import { sandbox } from "#tests/setup/outside";
import { emptyReading, type KeptPost, type KeptReading } from "~/features/history/kept-reading";
import { readingWriter } from "~/features/history/readings.server";
import { resetApp } from "./reset-app.ts";

const day = 86_400_000;

/** The app as a new process with these sources, once for the file's tests. */
export function withSources(sources: string): void {
  beforeAll(async () => {
    vi.stubEnv("ANALYSIS_SOURCES", sources);
    resetApp();
    await visit("/healthz");
  });
}

/** What the insights of a post tell: two years of them, and of an account that was converted only since then. */
export function insightsTold({ plan }: SandboxAccount, post: SandboxPost) {
  const age = instagram.clock.asOf() - post.postedAt;
  const isTold =
    plan.insights !== "few-viewers" &&
    !plan.withheld.includes("instagram_business_manage_insights") &&
    age <= 730 * day &&
    !(plan.insights === "converted" && age > 60 * day);
  return isTold ? { likes: post.likes, comments: post.comments, reach: post.reach } : {};
}

/** What a complete reading of an account of the sandbox keeps. */
export function keptOf(account: SandboxAccount, changes: Partial<KeptReading> = {}): KeptReading {
  const readAt = instagram.clock.asOf();
  const told = figuresOf(account).latest;
  const posts = account
    .posts()
    .slice(0, 200)
    .map((post, at): KeptPost => {
      const counts = new Map<string, number>();
      for (const { username } of told[at]?.commenters ?? [])
        if (username !== account.username) counts.set(username, (counts.get(username) ?? 0) + 1);
      return {
        id: post.id,
        kind: post.kind,
        postedAt: post.postedAt,
        permalink: null,
        pictureUrl: post.hasPicture ? `${sandbox.addresses.images}/posts/${post.id}.jpg` : null,
        likes: account.shownLikes(post),
        comments: post.comments,
        figures: insightsTold(account, post),
        readAt,
        isWhole: true,
        lacksInsights: false,
        history: [],
        commenters: [...counts],
      };
    });
  return {
    ...emptyReading(account.username),
    isListed: true,
    readAt,
    followers: account.followers,
    following: account.following,
    posts,
    followerCounts: [{ at: Math.floor(readAt / 1_000), followers: account.followers }],
    reach: account.reach(readAt - 30 * day, readAt),
    ...changes,
  };
}

/** Connects a subscriber to an account whose reading has given this. */
export async function storeReading(uid: string, account: string, kept: KeptReading) {
  const connection = await connectAccount(account, uid);
  const holder = { uid, key: connection.key, lease: 1 };
  await readingWriter(holder, new Map())(kept);
  return connection;
}

/** Of the app that `visit` speaks to: tests reset its modules. */
export async function refigure(uid: string): Promise<void> {
  await (await import("~/features/imports/refigure.server")).refigure(uid);
}

/** Connects a subscriber to an account, and has the app read it. */
export async function readAccount(uid: string, account: string): Promise<void> {
  await connectAccount(account, uid);
  const { readings } = await import("~/features/connection/services/outbox/reading.server");
  const { runEntry } = await import("~/platform/outbox/runner.server");
  await runEntry(readings, uid);
}
