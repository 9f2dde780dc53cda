import { describe, expect, test } from "vitest";
import { everyCase } from "#tests/setup/cases";
import { connectAccount } from "#tests/setup/connections";
import { newMember } from "#tests/setup/member";
import { eraseConnection } from "~/features/history/connections.server";
import { noCounts } from "~/features/history/instagram-counts";
import { emptyReading, type KeptPost, type KeptReading } from "~/features/history/kept-reading";
import { loadReading } from "~/features/history/load-reading.server";
import { readingWriter, storedReading } from "~/features/history/readings.server";
import { firestore } from "~/platform/store/firebase.server";

const reading = { ...emptyReading("lena"), isListed: true, readAt: 5, followers: 3 };

async function connected() {
  const { uid } = await newMember();
  const connection = await connectAccount("creator", uid);
  const holder = { uid, key: connection.key, lease: 1 };
  const write = readingWriter(holder, new Map());
  const pieces = async () =>
    (await (await firestore()).collection("connectionPieces").where("uid", "==", uid).get()).docs;
  return { ...connection, holder, write, pieces };
}

test("a reading is loaded as it was written", async () => {
  const { uid, write } = await connected();
  expect(await loadReading(uid)).toBeUndefined();
  expect(await write(reading)).toBe(true);
  const { underWay: _, isListed: _isListed, ...given } = reading;
  expect(await loadReading(uid)).toEqual({ ...given, wholePosts: 0, hasCommenters: true });
  expect(await loadReading((await newMember()).uid)).toBeUndefined();
});

describe("nothing is written", () => {
  test.each<[string, object]>([
    ["under a lease that has passed on", { lease: 2 }],
    ["for a connection that another has replaced", { key: "another" }],
    ["for a connection that was given up", { state: "given-up" }],
  ])("%s", async (_, fields) => {
    const { document, write, pieces } = await connected();
    await document.update(fields);
    expect(await write(reading)).toBe(false);
    expect(await pieces()).toEqual([]);
  });

  test("after a disconnection", async () => {
    const { uid, ended, write, pieces } = await connected();
    await write(reading);
    await eraseConnection(ended);
    expect(await write(reading)).toBe(false);
    expect(await pieces()).toEqual([]);
    expect(await loadReading(uid)).toBeUndefined();
  });
});

test.each<[string, object]>([
  ["no bytes", { bytes: "text" }],
  ["bytes that are not compressed", { bytes: Buffer.from("canary") }],
])(
  "a head with %s is malformed for this person, and counts as none for the next reading",
  async (_, fields) => {
    const { uid, key, write, pieces } = await connected();
    await write(reading);
    await (await pieces())[0]?.ref.update(fields);
    await expect(loadReading(uid)).rejects.toThrow("firestore: malformed");
    expect(await storedReading(uid, key)).toEqual({
      kept: undefined,
      counts: noCounts,
      texts: new Map(),
      isRotten: true,
    });
  },
);

/** Two posts of such crowds take three pieces. */
const crowd = (of: string): KeptPost["commenters"] =>
  Array.from({ length: 8_000 }, (_, at) => [`${of}.${at}`.padEnd(100, "_"), 1]);

const post = (id: string, commenters: KeptPost["commenters"]): KeptPost => ({
  ...{ id, kind: "post", postedAt: 5, permalink: null, pictureUrl: null, likes: 1 },
  ...{ comments: commenters.length, figures: {}, readAt: 5, isWhole: true, lacksInsights: false },
  ...{ history: [], commenters },
});

describe("a piece that does not say its number", () => {
  const posts = [post("new", crowd("new")), post("old", crowd("old"))];

  test.each<[string, Record<string, unknown>]>([
    ["at all", {}],
    ["as a number", { n: "2" }],
    ["as an integer", { n: Number.NaN }],
    ["as its own", { n: 0 }],
  ])("%s is read by its name, and costs nothing", async (_, number) => {
    const { uid, key, holder, write, pieces } = await connected();
    await write({ ...reading, posts });
    const { n: _n, ...fields } = (await pieces())[2]?.data() ?? {};
    await (await pieces())[2]?.ref.set({ ...fields, ...number });
    const found = await storedReading(uid, key);
    expect(found).toMatchObject({ kept: { posts }, isRotten: false });

    const next = { ...reading, readAt: 6, posts: [post("newest", crowd("own")), ...posts] };
    expect(await readingWriter(holder, found.texts)(next)).toBe(true);
    expect((await storedReading(uid, key)).kept).toEqual(next);
  });

  test.each(["is no number", "is written otherwise", "is of another reading"] as const)(
    "and whose name %s is passed over",
    async (what) => {
      const { uid, key, holder, write } = await connected();
      await write({ ...reading, posts });
      const names = {
        "is no number": `${key}-NaN`,
        "is written otherwise": `${key}-007`,
        "is of another reading": `${key.replace(/./g, "x")}-7`,
      };
      const lost = (await firestore()).doc(`connectionPieces/${names[what]}`);
      await lost.set({ uid, owner: key, bytes: Buffer.from("canary") });
      const { texts } = await storedReading(uid, key);
      expect([...texts.keys()]).not.toContain(7);
      const next = { ...reading, readAt: 6, posts: [post("newest", crowd("own"))] };
      expect(await readingWriter(holder, texts)(next)).toBe(true);
      expect((await storedReading(uid, key)).kept).toEqual(next);
    },
  );
});

describe("a process that dies as it writes", () => {
  const before = {
    ...reading,
    posts: [post("new", crowd("new")), post("old", crowd("old"))],
  };
  // As many commenters of each post, but others: counts would not tell the two apart.
  const after = {
    ...reading,
    posts: [post("new", crowd("own")), post("old", crowd("odd"))],
  };

  test.each(everyCase ? [1, 2, 3] : [2])(
    "after %i of the pieces leaves the old reading whole",
    async (dies) => {
      const { uid, key, holder, write, document, pieces } = await connected();
      await write(before);
      const stored = await storedReading(uid, key);
      expect(stored.texts.size).toBe(3);
      const writing = readingWriter(holder, stored.texts)(after);
      while ((await pieces()).length < 4 + dies - 1);
      await document.update({ lease: 2 });
      const isWritten = await writing;
      const found = await storedReading(uid, key);
      expect(found.isRotten).toBe(false);
      expect(found.kept).toEqual(isWritten ? after : before);

      // The next run ends it, and nothing of the dead one stays.
      expect(await readingWriter({ ...holder, lease: 2 }, found.texts)(after)).toBe(true);
      expect((await storedReading(uid, key)).kept).toEqual(after);
      expect(await pieces()).toHaveLength(4);
    },
  );

  test("writes only what has changed", async () => {
    const { write, pieces } = await connected();
    const names = async () => (await pieces()).map(({ id }) => id.slice(-2));
    const next: KeptReading = { ...before, posts: [post("newest", []), ...before.posts] };
    await write(before);
    expect(await names()).toEqual(["-0", "-1", "-2", "-3"]);
    await write(next);
    expect(await names()).toEqual(["-0", "-1", "-2", "-4"]);
  });
});
