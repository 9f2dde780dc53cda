import { HttpResponse, http } from "msw";
import { describe, expect, test } from "vitest";
import { connection, count, day, instagram, pass } from "#tests/setup/account-readings";
import { everyCase, few } from "#tests/setup/cases";
import { sandbox, server } from "#tests/setup/outside";
import { loadReading } from "~/features/history/load-reading.server";

const { graph } = sandbox.addresses.instagram;
const at = "2026-05-02T07:00:00+0000";
const by = (id: string, username: string) => ({
  id,
  timestamp: at,
  from: { id: `9${id}`, username },
});
const commentsAre = (answer: (url: URL) => object, status = 200) =>
  server.use(
    http.get(`${graph}/v26.0/:medium/comments`, ({ request }) =>
      HttpResponse.json(answer(new URL(request.url)), { status }),
    ),
  );

/** A connection that was read the day before. */
async function readBefore(followers = 800) {
  const connected = await connection({ age: everyCase ? 14 : 10, postsPerWeek: 5, followers });
  await connected.run();
  pass(day);
  const before = await loadReading(connected.uid);
  expect(before?.posts.length).toBeGreaterThan(2);
  return { ...connected, before };
}

describe("a list of posts that is not whole", () => {
  const halfLists: [string, object][] = [
    ["nothing", { data: [] }],
    ["entries of another form", { data: [{ id: "1" }, { id: "2" }] }],
    ["a first page whose next one cannot be asked for", { data: [], paging: { next: "nowhere" } }],
  ];
  test.each(few(halfLists, 1))(
    "(%s) is asked for once more, and then nothing that was known is lost",
    async (_, answer) => {
      const { uid, run, before } = await readBefore();
      server.use(http.get(`${graph}/v26.0/me/media`, () => HttpResponse.json(answer)));
      expect((await run()).attempts).toBe(1);
      const { progress, attempts } = await run();
      expect([attempts, progress.missing]).toEqual([0, ["posts"]]);
      const after = await loadReading(uid);
      const ids = before?.posts.map(({ id }) => id);
      expect(after?.posts.map(({ id }) => id).slice(-(ids?.length ?? 0))).toEqual(ids);
      expect(after?.hasCommenters).toBe(true);
      server.resetHandlers();
      pass(day);
      expect((await run()).progress.missing).toEqual([]);
    },
  );

  test("of a first reading, as the account counts more than it lists, is asked for once more and used at once", async () => {
    const { uid, run, account } = await connection();
    const me = { id: account.appScopedId, user_id: account.userId, username: account.username };
    server.use(
      http.get(`${graph}/v26.0/me`, () =>
        HttpResponse.json({ ...me, followers_count: 800, media_count: 57 }),
      ),
    );
    const { progress, attempts } = await run();
    expect([attempts, progress.missing, count("/me/media")]).toEqual([0, ["posts"], 2]);
    const after = await loadReading(uid);
    expect(after?.posts).toHaveLength(account.posts().length);
    expect(after?.hasCommenters).toBe(true);
  });

  test("of a first reading says nothing of posts, not even that there are none", async () => {
    const { uid, run } = await connection();
    server.use(http.get(`${graph}/v26.0/me/media`, () => HttpResponse.json({ data: [] })));
    await run();
    await run();
    expect(await loadReading(uid)).toMatchObject({
      posts: [],
      lacksPosts: true,
      hasCommenters: false,
    });
  });
});

describe("comments that are not whole", () => {
  const halfAnswers: [string, (url: URL) => object][] = [
    ["nothing, where there are some", () => ({ data: [] })],
    [
      "no authors",
      () => ({ data: Array.from({ length: 50 }, (_, n) => ({ id: `${n}`, timestamp: at })) }),
    ],
    [
      "some of another form",
      () => ({
        data: [...Array.from({ length: 50 }, (_, n) => by(`${n}`, `fan.${n}`)), "nothing"],
      }),
    ],
    ["a next page that cannot be asked for", () => ({ data: [], paging: { next: "nowhere" } })],
  ];
  // A page like the last one is tried of posts, too; comments without authors are none of a form that is known.
  test.each(halfAnswers.filter((_, at) => everyCase || at % 2 === 0))(
    "(%s) do not make anybody silent",
    async (_, answer) => {
      const { uid, run, before } = await readBefore();
      commentsAre(answer);
      await run();
      const after = await loadReading(uid);
      const silent = after?.posts.filter(({ comments }) => comments === 0).length;
      expect(after?.wholePosts).toBe(silent);
      for (const post of before?.posts ?? []) {
        const now = new Map(after?.posts.find(({ id }) => id === post.id)?.commenters);
        for (const [name] of post.commenters) expect(now.has(name)).toBe(true);
      }
    },
  );

  test("since replies are refused: these are asked for twice, and no post counts as read", async () => {
    const { uid, run, account } = await connection({ age: everyCase ? 14 : 8, postsPerWeek: 7 });
    let refusals = 0;
    commentsAre((url) => {
      if (!url.searchParams.get("fields")?.includes("replies"))
        return { data: Array.from({ length: 99 }, (_, n) => by(`${n}`, `fan.${n}`)) };
      refusals += 1;
      return { error: { code: 100, message: "nonexisting field (replies)" } };
    });
    await run();
    expect(account.posts().length).toBeGreaterThan(4);
    expect(refusals).toBe(2);
    const { posts, wholePosts, hasCommenters } = (await loadReading(uid)) ?? { posts: [] };
    expect(wholePosts).toBe(posts.filter(({ comments }) => comments === 0).length);
    expect(hasCommenters).toBe(false);
  });

  test("since all comments are refused, are not known by the posts that have none", async () => {
    const { uid, run, account } = await connection();
    // Nothing is asked of the newest two, which have none.
    const media = account.posts().map(({ id, postedAt }) => ({
      ...{ id, media_type: "IMAGE", timestamp: new Date(postedAt).toISOString() },
      ...{ like_count: 5, comments_count: 3 },
    }));
    const [newest, second] = media.toSorted((a, b) => b.timestamp.localeCompare(a.timestamp));
    for (const one of [newest, second]) if (one) one.comments_count = 0;
    const me = { id: account.appScopedId, user_id: account.userId, username: account.username };
    server.use(
      http.get(`${graph}/v26.0/me`, () =>
        HttpResponse.json({ ...me, followers_count: 800, media_count: media.length }),
      ),
      http.get(`${graph}/v26.0/me/media`, () => HttpResponse.json({ data: media })),
    );
    commentsAre(() => ({ error: { code: 10, message: "" } }), 400);
    await run();
    const first = await loadReading(uid);
    expect(first?.posts.length).toBeGreaterThan(2);
    expect(first).toMatchObject({ wholePosts: 2, hasCommenters: false });
    // Nor when the first comments come there.
    for (const one of media) one.comments_count = 3;
    pass(day);
    await run();
    expect(await loadReading(uid)).toMatchObject({ wholePosts: 0, hasCommenters: false });
  });

  test("of a post that is gone leave the post to the next list", async () => {
    const { uid, run, account, before } = await readBefore();
    const [post] = account.posts();
    server.use(
      http.get(`${graph}/v26.0/${post?.id}/comments`, () =>
        HttpResponse.json(
          { error: { code: 100, error_subcode: 33, message: "" } },
          { status: 400 },
        ),
      ),
    );
    const { progress } = await run();
    expect(progress.missing).toEqual([]);
    const after = await loadReading(uid);
    expect(after?.posts.map(({ id }) => id)).toEqual(
      expect.arrayContaining(before?.posts.map(({ id }) => id) ?? []),
    );
  });
});

test("comments that are fewer than the post counts, to the end of the list, are all that Instagram gives", async () => {
  const { uid, run, account } = await connection({ age: 14, postsPerWeek: 7, followers: 20_000 });
  commentsAre(() => ({ data: [by("1", "ana")] }));
  await run();
  const commented = account.posts().filter(({ comments }) => comments > 2);
  expect(commented.length).toBeGreaterThan(0);
  const { posts, wholePosts } = (await loadReading(uid)) ?? { posts: [] };
  expect(wholePosts).toBe(posts.length);
  for (const { id } of commented)
    expect(posts.find((post) => post.id === id)?.commenters).toEqual([["ana", 1]]);
});

test("fewer comments than half of those counted make nobody silent who was known to have commented", async () => {
  const { uid, run, before } = await readBefore(20_000);
  const commented = before?.posts.filter(({ comments }) => (comments ?? 0) > 2) ?? [];
  expect(commented.length).toBeGreaterThan(0);
  commentsAre(() => ({ data: [by("1", "ana")] }));
  await run();
  const after = await loadReading(uid);
  expect(after?.wholePosts).toBe(after?.posts.length);
  for (const { id, commenters } of commented) {
    const now = new Map(after?.posts.find((post) => post.id === id)?.commenters);
    for (const [name] of [...commenters, ["ana"]]) expect(now.has(name)).toBe(true);
  }
});

test.each<[string, number, boolean]>([
  ["gone with its comment: the post counts as read", 33, true],
  ["refused: the post does not", 0, false],
])("further replies that are %s", async (_, subcode, isWhole) => {
  const { uid, run } = await connection({ age: 7, postsPerWeek: 7 });
  const replies = {
    data: [by("2", "ben")],
    paging: { cursors: { after: "x" }, next: `${graph}/?after=x` },
  };
  commentsAre(() => ({
    data: Array.from({ length: 50 }, (_, n) => ({
      ...by(`${n}`, `fan.${n}`),
      ...(n === 7 && { replies }),
    })),
  }));
  server.use(
    http.get(`${graph}/v26.0/:comment/replies`, () =>
      HttpResponse.json(
        { error: { code: subcode ? 100 : 10, error_subcode: subcode, message: "" } },
        { status: 400 },
      ),
    ),
  );
  await run();
  const reading = await loadReading(uid);
  expect(reading?.posts.length).toBeGreaterThan(0);
  expect(reading?.wholePosts === reading?.posts.length).toBe(isWhole);
});

test("of a page with more replies than a run can read some are left, and the post does not count as read", async () => {
  const { uid, run } = await connection({ age: everyCase ? 7 : 4, postsPerWeek: 7 });
  let pages = 0;
  commentsAre(() => ({
    data: [{ ...by("1", "ana"), replies: { data: [], paging: { next: `${graph}/?after=0` } } }],
  }));
  server.use(
    http.get(`${graph}/v26.0/1/replies`, () => {
      pages += 1;
      return HttpResponse.json({ data: [], paging: { next: `${graph}/?after=${pages}` } });
    }),
  );
  await run();
  const { posts, wholePosts } = (await loadReading(uid)) ?? { posts: [] };
  const asked = posts.filter(({ comments }) => comments !== 0).length;
  expect(asked).toBeGreaterThan(0);
  expect(pages).toBe(20 * asked);
  expect(wholePosts).toBe(posts.length - asked);
});

describe("what fails for this account alone", () => {
  const calls = ["media", "reach", "comments"] as const;
  test.each(few(calls, 1))("(%s) does not end the reading's way for good", async (call) => {
    const { run, account, document } = await readBefore();
    instagram.failures.set(call, { code: 1 }, { account: account.plan.key });
    await document.update({ attempts: 5 });
    const now = Date.now();
    const { progress } = await run();
    expect(progress.readAt).toBeGreaterThanOrEqual(now);
    expect(count("/me/insights")).toBeGreaterThan(1);
    if (call !== "comments") expect(progress.missing).toEqual([call === "media" ? "posts" : call]);
  });
});
