import { HttpResponse, http } from "msw";
import { describe, expect, test } from "vitest";
import { figuresOf } from "#sandbox/instagram/figures.ts";
import {
  connection as connect,
  count,
  day,
  hour,
  instagram,
  pass,
} from "#tests/setup/account-readings";
import { everyCase, few } from "#tests/setup/cases";
import { sandbox, server } from "#tests/setup/outside";
import { commentsReader } from "~/features/connection/services/readings/comments.server";
import { readReach } from "~/features/connection/services/readings/insights.server";
import type { Session } from "~/features/connection/services/readings/session.server";
import { InstagramRefused } from "~/features/connection/store/ask-instagram.server";
import type { AccountReading } from "~/features/history/account-reading";
import type { KeptPost } from "~/features/history/kept-reading";
import { loadReading } from "~/features/history/load-reading.server";

/** With nine posts where every case is tried, else with five. */
const connection: typeof connect = (plan, changes) =>
  connect({ ...(!everyCase && { age: 12 }), ...plan }, changes);

type Figures = ReturnType<typeof figuresOf>;

/** Who commented how often, by the sandbox's own data. */
function commentersOf(post: Figures["latest"][number], own: string) {
  const counts = new Map<string, number>();
  for (const { username } of post.commenters)
    if (username !== own) counts.set(username, (counts.get(username) ?? 0) + 1);
  return Object.fromEntries(counts);
}

/** All that the reading must say, by the sandbox's own data. */
const expectedOf = (figures: Figures) =>
  figures.latest.map((post) => ({
    id: post.id,
    kind: post.kind,
    postedAt: post.postedAt,
    likes: post.likes,
    comments: post.comments,
    figures: post.insights,
    commenters: commentersOf(post, figures.username),
  }));

const shown = (reading: AccountReading | undefined) =>
  reading?.posts.map(({ id, kind, postedAt, likes, comments, figures, commenters }) => ({
    id,
    kind,
    postedAt,
    likes,
    comments,
    figures,
    commenters: Object.fromEntries(commenters),
  }));

test("a reading has every figure of the account, and is due again within a day", async () => {
  const { uid, account, run } = await connect({ hiddenLikes: "some" });
  const before = Date.now();
  const { state, dueAt, attempts, progress, payload } = await run();
  const reading = await loadReading(uid);
  const figures = figuresOf(account);
  expect(figures.latest.length).toBeGreaterThan(5);
  expect(shown(reading)).toEqual(expectedOf(figures));
  expect(figures.latest.some(({ likes }) => likes === null)).toBe(true);
  expect(reading).toMatchObject({
    username: account.username,
    followers: account.followers,
    following: account.following,
    hasCommenters: true,
    followerCounts: [{ at: Math.floor(before / 1_000), followers: account.followers }],
    reach: account.reach(before - 30 * day, before),
  });
  expect({ state, attempts }).toEqual({ state: "open", attempts: 0 });
  expect(dueAt).toBeGreaterThanOrEqual(before + hour);
  expect(dueAt).toBeLessThan(before + 25 * hour + 60_000);
  expect(progress).toMatchObject({ begunAt: null, posts: null, missing: [], waitsUntil: null });
  expect(progress.readAt).toBe(reading?.readAt);
  expect(payload.token).not.toBeNull();
});

test("the next day's reading knows more, asks for new posts and new days only, and keeps the days before", async () => {
  const { uid, account, run } = await connection();
  await run();
  const first = await loadReading(uid);
  for (const days of few([1, 2], 1)) {
    pass(day);
    await run();
    const reading = await loadReading(uid);
    expect(shown(reading)).toEqual(expectedOf(figuresOf(account)));
    expect(reading?.followerCounts).toHaveLength(1 + days);
    expect(reading?.reach).toEqual(account.reach((first?.reach[0]?.endsAt ?? 0) - 1, Date.now()));
  }
});

test("posts of the last 30 days are read each day, older ones once a week", async () => {
  const { run, account } = await connection({ age: 60, postsPerWeek: 2 });
  const aged = (from: number, to: number) =>
    account
      .posts()
      .filter(({ postedAt: at }) => Date.now() - at > from * day && Date.now() - at < to * day);
  const [young, old] = [aged(0, 22), aged(31, 60)];
  expect(Math.min(young.length, old.length)).toBeGreaterThan(3);
  await run();
  let readings = 1;
  for (let days = 1; days <= 7; days += 1) {
    pass(day);
    if (!everyCase && days < 6) continue;
    await run();
    readings += 1;
    for (const { id } of young) expect(count(`/${id}/insights`)).toBe(readings);
    for (const { id } of old) expect(count(`/${id}/comments`)).toBe(days < 7 ? 1 : 2);
  }
});

test("who comments on an old post is known with the next reading, without asking for the others' comments", async () => {
  const { uid, run, account } = await connection({ age: everyCase ? 60 : 50, postsPerWeek: 2 });
  await run();
  const [old, other] = account.posts().filter(({ postedAt }) => Date.now() - postedAt > 35 * day);
  if (!old || !other) throw new Error("no old posts");
  pass(2 * hour);
  // Within a day the sandbox shows only what was there when the day began.
  account.comment(old, "late.reader", Date.now() - 2 * day);
  await run();
  const posts = (await loadReading(uid))?.posts ?? [];
  const names = posts.find(({ id }) => id === old.id)?.commenters.map(([name]) => name);
  expect(names).toContain("late.reader");
  expect([count(`/${old.id}/comments`), count(`/${other.id}/comments`)]).toEqual([2, 1]);
  pass(2 * hour);
  await run();
  expect(count(`/${old.id}/comments`)).toBe(2);
});

test("days of reach of which nobody asked are left out: they would decide when all others begin", async () => {
  const { uid, run } = await connection();
  const yesterday = new Date(Date.now() - day).toISOString();
  const values = ["1970-01-01T00:00:00Z", yesterday, "2099-01-01T07:00:00Z"].map((time) => ({
    value: 5,
    end_time: time.replace(/(?:\.\d+)?Z$/, "+0000"),
  }));
  const body = {
    data: [{ name: "reach", period: "day", values, title: "Reach", id: "1/insights" }],
  };
  server.use(
    http.get(`${sandbox.addresses.instagram.graph}/v26.0/me/insights`, ({ request }) =>
      request.url.includes("metric=reach") ? HttpResponse.json(body) : undefined,
    ),
  );
  await run();
  expect((await loadReading(uid))?.reach).toEqual([{ endsAt: Date.parse(yesterday), reach: 5 }]);
});

test("after a long time, reach is asked for as far back as Instagram keeps it: 90 days", async () => {
  const asked: number[] = [];
  server.use(
    http.get(`${sandbox.addresses.instagram.graph}/v26.0/me/insights`, ({ request }) => {
      asked.push(Number(new URL(request.url).searchParams.get("since")) * 1_000);
      return HttpResponse.json({ data: [] });
    }),
  );
  const now = Date.now();
  const session = {
    kept: { reach: [{ endsAt: now - 200 * day, reach: 5 }] },
    underWay: { begunAt: now, hasReach: false },
    refused: new Set(),
    token: { reveal: () => "token" },
    ask: <T>(question: () => Promise<T>) => question(),
    noteProgress() {},
  };
  await readReach(session as unknown as Session, true);
  expect(Math.min(...asked)).toBeGreaterThan(now - 90 * day);
  expect(asked).toHaveLength(3);
  expect(session.underWay.hasReach).toBe(true);
});

test(`of ${everyCase ? "10,000" : "many"} posts the latest 200 are asked for, and no more`, async () => {
  const { uid, run } = await connection(
    everyCase ? { key: "ten-thousand" } : { age: 45, postsPerWeek: 40 },
    { payload: { permissions: ["instagram_business_basic"] } },
  );
  const { progress } = await run();
  expect((await loadReading(uid))?.posts).toHaveLength(200);
  expect([count("/me/media"), count("/comments"), count("/insights")]).toEqual([2, 0, 0]);
  expect(progress.missing).toEqual(["comments", "insights", "reach"]);
});

describe("between two readings", () => {
  test("the account was renamed: it stays the same account", async () => {
    const { uid, account, run } = await connection();
    const { username } = account;
    const until = (await run()).progress.readAt;
    instagram.rename(account.plan.key, "new.name");
    pass(day);
    const { payload } = await run();
    expect(payload.username).toBe("new.name");
    expect(await loadReading(uid)).toMatchObject({
      username: "new.name",
      formerNames: [{ username, until }],
    });
  });

  test("posts were deleted: they are gone from the list, and nothing else is", async () => {
    const { uid, account, run } = await connection();
    await run();
    const [, deleted] = account.posts();
    instagram.deleteMedium(account.plan.key, deleted?.id ?? "");
    pass(day);
    const { progress } = await run();
    const reading = await loadReading(uid);
    expect(reading?.posts.map(({ id }) => id)).not.toContain(deleted?.id);
    expect(shown(reading)).toEqual(expectedOf(figuresOf(account)));
    expect(progress.missing).toEqual([]);
  });

  test("all likes were hidden: none are shown, and the history keeps what was seen", async () => {
    const { uid, account, run } = await connection();
    await run();
    instagram.hideLikes(account.plan.key);
    pass(day);
    await run();
    const reading = await loadReading(uid);
    expect(new Set(reading?.posts.map(({ likes }) => likes))).toEqual(new Set([null]));
  });
});

describe("an account", () => {
  test.each(everyCase ? (["shares", "vague"] as const) : (["vague"] as const))(
    "whose insights refuse a metric (%s) has all others, and is not asked for it with every post",
    async (insights) => {
      const { uid, account, run } = await connection({ insights });
      const { progress } = await run();
      const gone = insights === "shares" ? "shares" : "views";
      const expected = expectedOf(figuresOf(account)).map((post) => {
        const { [gone]: _, ...figures } = post.figures;
        return { ...post, figures };
      });
      expect(shown(await loadReading(uid))).toEqual(expected);
      expect(progress.missing).toEqual([]);
      const kinds = new Set(account.posts().map(({ kind }) => kind)).size;
      const extra = insights === "shares" ? 1 : 10;
      const posts = account.posts().length;
      expect(count("/insights") - count("/me/insights")).toBeLessThanOrEqual(
        posts + 2 * kinds * extra,
      );
    },
  );

  test("with too few viewers is asked for each post's insights, since others may have more", async () => {
    const { uid, account, run } = await connection({ insights: "few-viewers" });
    const { progress } = await run();
    expect(progress.missing).toEqual(["insights"]);
    expect((await loadReading(uid))?.posts.every(({ figures }) => !figures.reach)).toBe(true);
    expect(count("/insights") - count("/me/insights")).toBe(account.posts().length);
  });

  test("whose older posts never have insights is asked for theirs once", async () => {
    const { account, run } = await connection({
      insights: "converted",
      age: everyCase ? 90 : 100,
      ...(!everyCase && { postsPerWeek: 1 }),
    });
    const { progress } = await run();
    expect(progress.missing).toEqual([]);
    const old = account.posts().filter(({ postedAt }) => Date.now() - postedAt > 61 * day);
    expect(old.length).toBeGreaterThan(3);
    pass(8 * day);
    await run();
    for (const { id } of old) expect(count(`/${id}/insights`)).toBe(1);
    for (const { id, comments } of old)
      expect([id, count(`/${id}/comments`)]).toEqual([id, comments === 0 ? 0 : 2]);
  });

  test("without posts and followers is read like any other", async () => {
    const { uid, run } = await connection({ followers: 0, following: 0, postsPerWeek: 0 });
    const { progress } = await run();
    expect(progress).toMatchObject({ missing: [], begunAt: null });
    expect(await loadReading(uid)).toMatchObject({ followers: 0, posts: [], hasCommenters: true });
  });

  /** Refuses all insights of some posts. */
  const refuseInsights = (code: number, isRefused: (id: string) => boolean) =>
    server.use(
      http.get(`${sandbox.addresses.instagram.graph}/v26.0/:medium/insights`, ({ params }) =>
        params.medium !== "me" && isRefused(String(params.medium))
          ? HttpResponse.json({ error: { code, message: "" } }, { status: 400 })
          : undefined,
      ),
    );

  test("whose newest posts give nothing yet has the insights of all others", async () => {
    const { uid, account, run } = await connect({ seed: 911, postsPerWeek: 4 });
    const newest = account.posts().slice(0, 4);
    refuseInsights(100, (id) => newest.some((post) => post.id === id));
    const { progress } = await run();
    expect(progress.missing).toEqual([]);
    const expected = expectedOf(figuresOf(account)).map((post, at) =>
      at < newest.length ? { ...post, figures: {} } : post,
    );
    expect(expected.length).toBeGreaterThan(newest.length);
    expect(shown(await loadReading(uid))).toEqual(expected);
  });

  test("that is refused every metric of each post is not asked for long", async () => {
    const { account, run } = await connection({ seed: 912, age: 28, postsPerWeek: 7 });
    const posts = account.posts();
    expect(posts.length).toBeGreaterThan(11);
    refuseInsights(100, () => true);
    expect((await run()).progress.missing).toEqual(["insights"]);
    const asked = posts.filter(({ id }) => count(`/${id}/insights`) > 0);
    expect(asked).toHaveLength(10);
  });

  test("with some posts of too few viewers does not lack the insights that it was given, on a day on which only these are due", async () => {
    const { uid, account, run } = await connection({ seed: 913, age: 60, postsPerWeek: 1 });
    const old = account.posts().filter(({ postedAt }) => Date.now() - postedAt > 30 * day);
    expect(old.length).toBeGreaterThan(1);
    refuseInsights(10, (id) => !old.some((post) => post.id === id));
    expect((await run()).progress.missing).toEqual([]);
    pass(day);
    expect((await run()).progress.missing).toEqual([]);
    for (const { id } of old) expect(count(`/${id}/insights`)).toBe(1);
    const posts = (await loadReading(uid))?.posts ?? [];
    expect(posts.filter(({ figures }) => figures.reach)).toHaveLength(old.length);
    expect(posts.length).toBeGreaterThan(old.length);
  });
});

test("new posts whose comments are refused cost none of the others theirs", async () => {
  const usage = { app: null, account: null, regainMinutes: 0 };
  const refusal = new InstagramRefused(
    "comments" as never,
    { code: 100, subcode: null } as never,
    { kind: "ask-without" } as never,
    usage as never,
  );
  const posts = Array.from({ length: 12 }, (_, at) => ({
    ...{ id: `${at}`, comments: 2, commenters: [], isWhole: false, figures: {} },
    ...(at > 2 && { readComments: 1 }),
  }));
  let current = "";
  const session = {
    ...{ kept: { posts }, underWay: { comments: null, commentsOf: null }, payload: {} },
    ...{ pageSizes: { media: 100, comments: 50 }, refused: new Set(), noteProgress() {} },
    async ask() {
      if (Number(current) < 3) throw refusal;
      const authors = [1, 2].map((id) => ({ id: `${id}`, username: `fan.${id}` }));
      return { value: { after: null, authors, skipped: 0, cutReplies: [] }, leftOut: [] };
    },
  };
  const reader = commentsReader(session as unknown as Session);
  const given: boolean[] = [];
  for (const post of posts) {
    current = post.id;
    given.push(await reader.read(post as unknown as KeptPost));
  }
  reader.end();
  expect(given).toEqual(posts.map((_, at) => at > 2));
  expect([...session.refused]).toEqual([]);
});

test.each(["comments", "insights"] as const)(
  "%s that were refused before a reading was broken off are missing when it goes on",
  async (part) => {
    const { account, run } = await connect({ age: 12, seed: 914 });
    instagram.failures.set(part, { code: 100 }, { account: account.plan.key });
    instagram.failures.set("reach", { code: 80_002 }, { account: account.plan.key });
    expect((await run()).progress.begunAt).not.toBeNull();
    instagram.failures.clear();
    pass(2 * hour);
    expect((await run()).progress).toMatchObject({ begunAt: null, missing: [part] });
  },
);

test("reach of old days that is refused is of these days alone: newer ones are asked for", async () => {
  const { uid, account, run } = await connection({ postsPerWeek: 0 });
  await run();
  const before = (await loadReading(uid))?.reach ?? [];
  pass(50 * day);
  const oldest = Date.now() - 30 * day;
  server.use(
    http.get(`${sandbox.addresses.instagram.graph}/v26.0/me/insights`, ({ request }) => {
      const since = Number(new URL(request.url).searchParams.get("since")) * 1_000;
      if (!request.url.includes("metric=reach") || since >= oldest) return;
      return HttpResponse.json({ error: { code: 100, message: "" } }, { status: 400 });
    }),
  );
  expect((await run()).progress.missing).toEqual([]);
  const newer = account.reach(before.at(-1)?.endsAt ?? 0, Date.now());
  const { reach = [] } = (await loadReading(uid)) ?? {};
  expect(reach.length).toBeGreaterThan(before.length + 15);
  expect([...before, ...newer]).toEqual(expect.arrayContaining([...reach]));
});
