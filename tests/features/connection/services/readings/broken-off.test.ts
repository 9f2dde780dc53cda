import { HttpResponse, http } from "msw";
import { describe, expect, test, vi } from "vitest";
import { figuresOf } from "#sandbox/instagram/figures.ts";
import {
  asked,
  connection as connect,
  count,
  day,
  instagram,
  pass,
} from "#tests/setup/account-readings";
import { everyCase, few } from "#tests/setup/cases";
import { connectAccount } from "#tests/setup/connections";
import { sandbox, server } from "#tests/setup/outside";
import { readings } from "~/features/connection/services/outbox/reading.server";
import { carryOutReading } from "~/features/connection/services/readings/reading.server";
import { eraseConnection } from "~/features/history/connections.server";
import { loadReading } from "~/features/history/load-reading.server";
import { storedReading } from "~/features/history/readings.server";
import { runEntry } from "~/platform/outbox/runner.server";
import { firestore } from "~/platform/store/firebase.server";
import { setStoppingSoon } from "~/platform/work/background.server";

const { graph } = sandbox.addresses.instagram;

/** With nine posts where every case is tried, else with four. */
const connection: typeof connect = (plan, changes) =>
  connect({ ...(!everyCase && { age: 10 }), ...plan }, changes);

const never = () => new Promise<never>(() => {});

const idsAndComments = async (uid: string) =>
  (await loadReading(uid))?.posts.map(({ id, figures, commenters }) => ({
    id,
    reach: figures.reach,
    comments: commenters.reduce((sum, [, times]) => sum + times, 0),
  }));

const expected = (account: ReturnType<typeof instagram.account>) =>
  figuresOf(account).latest.map(({ id, insights, commenters }) => ({
    id,
    reach: insights.reach,
    comments: commenters.filter(({ username }) => username !== account.username).length,
  }));

const pieces = async (uid: string) =>
  (await firestore()).collection("connectionPieces").where("uid", "==", uid).get();

describe("a process that dies", () => {
  const deaths = everyCase ? [0, 1, 2, 3] : [2];
  test.each(deaths)("at save %i loses little, and the next goes on", async (dies) => {
    const { uid, account, document, entry, run } = await connection({ age: 70, postsPerWeek: 5 });
    expect(account.posts().length).toBeGreaterThan(40);
    let saves = 0;
    const dying = {
      ...readings,
      handle: (one: Parameters<typeof carryOutReading>[0]) =>
        carryOutReading({
          ...one,
          saveProgress: (changes) => {
            saves += 1;
            return saves - 1 === dies ? never() : one.saveProgress(changes);
          },
        }),
    };
    void runEntry(dying, uid);
    await vi.waitFor(() => expect(saves).toBe(dies + 1), { timeout: 20_000, interval: 10 });
    const before = asked.length;
    // The lease has ended.
    await document.update({ leaseUntil: 0, dueAt: Date.now() });
    const { progress } = await run();
    expect(progress).toMatchObject({ begunAt: null, posts: null });
    expect(await idsAndComments(uid)).toEqual(expected(account));
    expect((await entry()).attempts).toBe(0);
    // What was saved is not asked for again: 20 posts at each save after the list.
    const all = account.posts().length;
    const left = Math.max(0, all - Math.max(0, dies) * 20);
    expect(asked.length - before).toBeLessThanOrEqual(5 + 2.6 * left);
  });

  test("in the middle of a post's many comments goes on with the next page", async () => {
    const { uid, account, run } = await connection({
      seed: 905,
      followers: 40_000,
      age: 3,
      postsPerWeek: 7,
    });
    instagram.limits.account = 6;
    const { progress } = await run();
    expect(progress.waitsUntil).toBeGreaterThan(Date.now());
    const pagesBefore = count("/comments");
    instagram.limits.reset();
    await run();
    expect(await idsAndComments(uid)).toEqual(expected(account));
    const pages = account
      .posts()
      .reduce((sum, post) => sum + Math.max(1, Math.ceil(post.readComments().length / 50)), 0);
    expect(pagesBefore).toBeGreaterThan(0);
    expect(count("/comments")).toBeLessThanOrEqual(pages + 1);
  });
});

test("a process that is about to stop saves what it has, and another goes on at once", async () => {
  const { uid, account, run } = await connection();
  server.events.on("request:start", ({ request }) => {
    if (request.url.includes("/comments")) setStoppingSoon(true);
  });
  const { dueAt, progress, attempts } = await run();
  setStoppingSoon(false);
  server.events.removeAllListeners();
  expect(dueAt).toBeLessThanOrEqual(Date.now());
  expect(attempts).toBe(0);
  expect(progress.begunAt).not.toBeNull();
  await run();
  expect(await idsAndComments(uid)).toEqual(expected(account));
});

describe("a disconnection in the middle of a reading", () => {
  test("leaves nothing behind, whatever is still under way", async () => {
    const { uid, ended, run } = await connection();
    server.events.on("request:start", async ({ request }) => {
      if (!/\/insights/.test(request.url)) return;
      server.events.removeAllListeners();
      await eraseConnection(ended);
    });
    // The entry is gone.
    expect(await run()).toBeUndefined();
    expect((await pieces(uid)).size).toBe(0);
    expect(await loadReading(uid)).toBeUndefined();
  });
});

describe("one account", () => {
  const second = (
    of: Awaited<ReturnType<typeof connection>>,
    permissions: string[] | null = null,
  ) =>
    connectAccount(of.account.plan.key, `uid-${crypto.randomUUID()}`, { payload: { permissions } });
  type Second = Awaited<ReturnType<typeof second>>;
  async function look({ document, uid, read }: Second) {
    await document.update({ dueAt: Date.now(), leaseUntil: 0 });
    await runEntry(readings, uid);
    return (await read()) as Awaited<ReturnType<Awaited<ReturnType<typeof connection>>["entry"]>>;
  }

  test("that was just read for one subscriber is read for the second, too, as it is by then", async () => {
    const one = await connection();
    await one.run();
    const calls = asked.length;
    instagram.hideLikes(one.account.plan.key);
    const other = await second(one);
    pass(2_000);
    const { progress, dueAt } = await look(other);
    expect(asked).toHaveLength(2 * calls);
    expect(await idsAndComments(other.uid)).toEqual(expected(one.account));
    const likesOf = async (uid: string) =>
      new Set((await loadReading(uid))?.posts.map(({ likes }) => likes === null));
    expect(await likesOf(one.uid)).toEqual(new Set([false]));
    expect(await likesOf(other.uid)).toEqual(new Set([true]));
    expect(progress.readAt).toBe(Date.now());
    expect(dueAt).toBeGreaterThan(Date.now() + day / 24);
  });

  test("that is being read for one subscriber shows the second the figures as they come, and is read for them next", async () => {
    const one = await connection();
    const other = await second(one);
    const looks: Awaited<ReturnType<typeof look>>[] = [];
    server.events.on("request:start", ({ request }) => {
      if (request.url.includes("/insights")) server.events.removeAllListeners();
    });
    server.use(
      http.get(`${graph}/v26.0/:medium/insights`, async () => {
        if (looks.length === 0) looks.push(await look(other));
      }),
    );
    await one.run();
    const [during] = looks;
    expect(during?.progress.readAt).toBeNull();
    expect(during?.dueAt).toBeLessThanOrEqual(Date.now() + 2_000);
    const ids = (await idsAndComments(other.uid))?.map(({ id }) => id);
    expect(ids).toEqual(expected(one.account).map(({ id }) => id));
    pass(2_000);
    const { progress } = await look(other);
    expect(progress.readAt).toBe(Date.now());
    expect(await idsAndComments(other.uid)).toEqual(expected(one.account));
  });

  test("whose daily reading has just been claimed gives the second no figures of yesterday as today's", async () => {
    const one = await connection();
    await one.run();
    pass(day);
    // Claimed, and nothing asked yet.
    await one.document.update({
      leaseUntil: Date.now() + 60_000,
      dueAt: Date.now() + 60_000,
      "progress.begunAt": Date.now(),
    });
    const other = await second(one);
    const { progress, dueAt } = await look(other);
    expect(progress.readAt).toBeNull();
    expect(await loadReading(other.uid)).toBeUndefined();
    expect(dueAt).toBeLessThanOrEqual(Date.now() + 2_000);
    await one.run();
    pass(2_000);
    expect((await look(other)).progress.readAt).toBe(Date.now());
  });

  test("is read for one of two subscribers at a time", async () => {
    const one = await connection();
    const other = await second(one, ["instagram_business_basic"]);
    await one.document.update({
      leaseUntil: Date.now() + 60_000,
      dueAt: Date.now() + 60_000,
      "progress.begunAt": Date.now(),
    });
    const { dueAt } = await look(other);
    expect(count("/me")).toBe(0);
    expect(dueAt).toBeGreaterThanOrEqual(Date.now() + 60_000);
    expect(dueAt).toBeLessThan(Date.now() + 121_000);
  });

  test("of which the second allowed less is read for each", async () => {
    const one = await connection();
    await one.run();
    const other = await second(one, ["instagram_business_basic"]);
    const before = count("/me/media");
    const { progress } = await look(other);
    expect(count("/me/media")).toBe(before + 1);
    expect(progress.missing).toContain("comments");
    const posts = (await loadReading(other.uid))?.posts ?? [];
    expect(posts.flatMap(({ commenters }) => commenters)).toEqual([]);
  });

  test("gives the second nothing of the time before", async () => {
    const one = await connection();
    await one.run();
    pass(3 * day);
    const other = await second(one);
    let isLooking = false;
    server.use(
      http.get(`${graph}/v26.0/:medium/insights`, async () => {
        if (isLooking) return;
        isLooking = true;
        await look(other);
      }),
    );
    await one.run();
    const [theirs, own] = [await loadReading(one.uid), await loadReading(other.uid)];
    expect(theirs?.followerCounts.length).toBeGreaterThan(1);
    expect(own?.followerCounts).toEqual(theirs?.followerCounts.slice(-1));
    const { kept } = await storedReading(other.uid, other.key);
    for (const { history } of kept?.posts ?? []) expect(history.length).toBeLessThanOrEqual(4);
  });

  // As one that is read for one at a time, and one that is being read.
  test.runIf(everyCase)(
    "whose two first readings begin at the same moment is read for one after the other",
    async () => {
      const one = await connection();
      const other = await second(one);
      const unread = await one.entry();
      await Promise.all([one.run(), look(other)]);
      pass(2_000);
      for (const each of [one, other])
        if (((await each.read()) as typeof unread).progress.readAt === null) await look(each);
      expect(count("/me/media")).toBe(2);
      for (const { uid } of [one, other])
        expect(await idsAndComments(uid)).toEqual(expected(one.account));
    },
  );

  test("whose token became another account's is withdrawn, and nothing of the other is kept", async () => {
    const { uid, document, run, account } = await connection();
    await run();
    await document.update({ "payload.userId": "17841400000099999" });
    pass(day);
    const { payload, progress } = await run();
    expect(payload.token).toBeNull();
    expect(progress.withdrawnAt).not.toBeNull();
    expect((await loadReading(uid))?.username).toBe(account.username);
  });
});

describe("what is rotten", () => {
  test.each(few(["head", "last piece"], 1))("in the %s is read anew", async (which) => {
    const { uid, account, run } = await connection();
    await run();
    const docs = (await pieces(uid)).docs.filter((piece) => piece.get("n") >= 0);
    expect(docs).toHaveLength(2);
    await docs.at(which === "head" ? 0 : -1)?.ref.update({ bytes: Buffer.from("rotten") });
    await expect(loadReading(uid)).rejects.toThrow("malformed");
    pass(day);
    await run();
    expect(await idsAndComments(uid)).toEqual(expected(account));
  });

  test("in the answer about one post does not hold up the others, and is asked for again", async () => {
    const { uid, account, run } = await connection({ seed: 901 });
    const [post] = account.posts();
    server.use(http.get(`${graph}/v26.0/${post?.id}/comments`, () => HttpResponse.text("<html>")));
    const { attempts, dueAt, progress } = await run();
    expect([attempts, progress.readAt]).toEqual([1, null]);
    expect(dueAt).toBeGreaterThan(Date.now());
    const rest = expected(account).filter(({ id }) => id !== post?.id);
    expect((await idsAndComments(uid))?.filter(({ id }) => id !== post?.id)).toEqual(rest);
    server.resetHandlers();
    await run();
    expect(await idsAndComments(uid)).toEqual(expected(account));
  });

  test("for good ends the reading without it", async () => {
    const { uid, account, document, run } = await connection({ seed: 902 });
    const [post] = account.posts();
    server.use(http.get(`${graph}/v26.0/${post?.id}/comments`, () => HttpResponse.text("<html>")));
    await document.update({ attempts: 5 });
    const { progress } = await run();
    expect(progress.readAt).not.toBeNull();
    const { posts, wholePosts } = (await loadReading(uid)) ?? { posts: [] };
    expect(wholePosts).toBe(posts.length - 1);
  });
});

test("replies that did not come with their comment are read, too", async () => {
  const { uid, account, run } = await connection({ seed: 902, age: 2, postsPerWeek: 7 });
  const [post] = account.posts();
  const at = "2026-05-02T07:00:00+0000";
  const by = (id: string, username: string) => ({
    id,
    timestamp: at,
    from: { id: `9${id}`, username },
  });
  const cut = { cursors: { after: "more" }, next: `${graph}/?after=more` };
  server.use(
    http.get(`${graph}/v26.0/${post?.id}/comments`, () =>
      HttpResponse.json({
        data: [{ ...by("1", "Ana"), replies: { data: [by("2", "ben")], paging: cut } }],
      }),
    ),
    http.get(`${graph}/v26.0/1/replies`, ({ request }) => {
      const isFirst = new URL(request.url).searchParams.get("after") === "more";
      const paging = { cursors: { after: "last" }, next: `${graph}/?after=last` };
      const own = {
        id: "5",
        timestamp: at,
        from: { id: account.userId, username: account.username },
      };
      return HttpResponse.json(
        isFirst ? { data: [by("3", "ben")], paging } : { data: [by("4", "cleo"), own] },
      );
    }),
  );
  await run();
  const read = (await loadReading(uid))?.posts.find(({ id }) => id === post?.id);
  expect(read?.commenters).toEqual([
    ["ana", 1],
    ["ben", 2],
    ["cleo", 1],
  ]);
});
