import { deflateRawSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { kept, person, read, write } from "#tests/setup/erasures";
import { objector } from "#tests/setup/objecting";
import { resetApp } from "#tests/setup/reset-app";
import { recordUse } from "~/features/account/last-use.server";
import { emptyReading, writeKept } from "~/features/history/kept-reading";
import { personalDataOf } from "~/features/own-data/services/personal-data.server";
import { firestore } from "~/platform/store/firebase.server";

test("the copy contains all of a person's data and none of another's, in readable form", async () => {
  await kept(null);
  await write(`profiles/${person.uid}`, {
    _insights: { status: "completed" },
    _updatedAt: new Date("2026-02-03T04:05:06Z"),
    topPosts: { mostLikedPosts: [{ count: 1_700_000_000_000, date: new Date(0) }] },
  });
  const copy = await personalDataOf(person);
  expect(copy).toMatchObject({
    account: { id: person.uid, email: person.email },
    subscriptions: [{ id: person.subscriptionId, startedAt: "2026-01-02T03:04:05.000Z" }],
    lastUse: [{ lastUsedAt: expect.stringMatching(/^20.*Z$/) }],
    cancellationSurvey: [{ select: "Other", stars: 2, feedback: "Too dear" }],
    purchases: [{ payload: { uid: person.uid }, state: "done" }],
    cancellations: [
      { requestedAt: "2026-05-06T07:08:09.000Z" },
      { requestedAt: "2026-05-06T07:08:09.000Z" },
    ],
    erasureRequests: [],
    settings: [{ timeZone: "Europe/Berlin" }],
    disconnections: [],
    instagramConnection: null,
    instagramCounting: null,
    instagramReading: null,
    profileAnalysis: {
      _insights: { status: "completed" },
      _updatedAt: "2026-02-03T04:05:06.000Z",
      topPosts: {
        mostLikedPosts: [{ count: 1_700_000_000_000, date: "1970-01-01T00:00:00.000Z" }],
      },
    },
  });
  expect(JSON.stringify(copy)).not.toContain(`x${person.uid}`);
});

/** Names a piece that is not there. */
const head = writeKept({ ...emptyReading("lena"), readAt: 1, followers: 12 }).head([1]);

test.each<[string, string, object | null]>([
  ["a piece of it", head, { followers: 12 }],
  ["all of it", "nonsense", null],
])("where %s is damaged for good, the copy has the rest and says so", async (_, text, rest) => {
  await kept(null);
  const { uid } = person;
  const key = `key-${uid}`;
  await write(`connections/${uid}`, { key });
  const bytes = deflateRawSync(text);
  await write(`connectionPieces/${key}-0`, { uid, owner: key, n: 0, bytes });
  const copy = await personalDataOf(person);
  if (rest === null) expect(copy.instagramReading).toBeNull();
  else expect(copy.instagramReading).toMatchObject(rest);
  expect(copy.notes.join()).toContain("instagramReading is not whole");
});

/** What a first reading has written so far, and what Instagram has counted. */
const unfinished = {
  reading: writeKept({
    ...emptyReading("lena"),
    followers: 12,
    posts: [
      {
        id: "p1",
        kind: "post",
        postedAt: 1_700_000_000_000,
        permalink: null,
        pictureUrl: null,
        likes: 3,
        comments: 1,
        figures: {},
        readAt: null,
        isWhole: true,
        lacksInsights: false,
        history: [],
        commenters: [["mila", 1]],
      },
    ],
  }),
  counts: { version: 1, days: [1_700_000_000, 4, 2, 0], refusedAt: null, audience: null },
};

test("the copy has what a first reading has given that has not ended", async () => {
  await kept(null);
  const { uid } = person;
  const key = `key-${uid}`;
  await write(`connections/${uid}`, { key });
  const writePiece = (name: number | "counts", n: number, text: string) =>
    write(`connectionPieces/${key}-${name}`, { uid, owner: key, n, bytes: deflateRawSync(text) });
  await writePiece("counts", -1, JSON.stringify(unfinished.counts));
  const counts = { days: [{ followed: 4, left: 2 }] };
  expect((await personalDataOf(person)).instagramReading).toMatchObject({ counts });
  await writePiece(0, 0, unfinished.reading.head([1]));
  await writePiece(1, 1, unfinished.reading.pieces[0] ?? "");
  const copy = await personalDataOf(person);
  expect(copy.instagramReading).toMatchObject({
    readAt: null,
    followers: 12,
    posts: [{ likes: 3, commenters: [["mila", 1]] }],
    counts,
  });
  expect(copy.notes.join()).toContain("its first reading has not ended");
});

test("what cannot be read stands in the copy as it is stored, without any token", async () => {
  await kept(null);
  const { uid, subscriptionId } = person;
  const payload = { username: "lena", token: "sealed", older: [{ accessToken: "sealed" }] };
  await write(`connections/${uid}`, { key: `key-${uid}`, payload, requestedAt: "yesterday" });
  await write(`countings/${uid}`, { payload: { uid, connection: 5 } });
  await write(`declarations/torn-${uid}`, { subscription: subscriptionId, kind: "no kind" });
  const copy = await personalDataOf(person);
  expect(copy).toMatchObject({
    instagramConnection: { payload: { username: "lena", older: [{}] }, requestedAt: "yesterday" },
    instagramCounting: { payload: { connection: 5 } },
    declarations: [{ id: `torn-${uid}`, kind: "no kind" }],
  });
  expect(JSON.stringify(copy)).not.toContain("sealed");
  expect(copy.notes.join()).toContain("instagramConnection: not all of it can be read by us");
});

test("the copy has declarations with their times as texts", async () => {
  await kept(null);
  await write("declarations/copied", {
    kind: "withdraw",
    subscription: person.subscriptionId,
    how: "public",
    place: "DE",
    rules: ["§ 356a BGB"],
    words: "0".repeat(64),
    declaredAt: new Date("2026-02-03T04:05:06Z"),
    dueAt: new Date("2026-02-04T04:05:06Z"),
    carriedOutAt: new Date("2026-02-04T04:05:07Z"),
    refund: "1.00 USD",
    refundDueAt: new Date("2026-02-17T04:05:06Z"),
    state: "carried-out",
  });
  expect((await personalDataOf(person)).declarations).toMatchObject([
    {
      declaredAt: "2026-02-03T04:05:06.000Z",
      dueAt: "2026-02-04T04:05:06.000Z",
      carriedOutAt: "2026-02-04T04:05:07.000Z",
      refundDueAt: "2026-02-17T04:05:06.000Z",
    },
  ]);
});

test("the last use is saved once a day", async () => {
  const path = `subscribers/${person.uid}`;
  vi.useFakeTimers({ now: new Date("2026-03-04T10:00:00Z"), toFake: ["Date"] });
  const lastUseSavedAt = async (time: string) => {
    vi.setSystemTime(new Date(time));
    await recordUse(person.uid);
    return (await read(path))?.lastUsedAt.toDate().toISOString();
  };
  expect(await lastUseSavedAt("2026-03-04T10:00:00.000Z")).toBe("2026-03-04T10:00:00.000Z");
  expect(await lastUseSavedAt("2026-03-05T09:59:59.000Z")).toBe("2026-03-04T10:00:00.000Z");
  expect(await lastUseSavedAt("2026-03-05T10:00:00.000Z")).toBe("2026-03-05T10:00:00.000Z");
  vi.useRealTimers();
});

test("the copy says that its owner has objected to a declaration, and until when that counts", async () => {
  const member = await objector();
  const until = (await read(`objections/${member.id}`))?.until as { toDate(): Date };
  const { objections } = await personalDataOf(member);
  expect(objections).toMatchObject([
    { subscription: member.id, until: until.toDate().toISOString() },
  ]);
});

// The last ones here: the app that the tests above know is no more.
test.each([
  ["outside", true],
  ["export", false],
])(
  "with ANALYSIS_SOURCES=%s, copy and letters speak of an analysis service: %s",
  async (sources, speaks) => {
    await kept(null);
    const { uid } = person;
    await (await firestore()).doc(`profiles/${uid}`).delete();
    vi.stubEnv("ANALYSIS_SOURCES", sources);
    resetApp();
    const { personalDataOf: copyOf } = await import(
      "~/features/own-data/services/personal-data.server"
    );
    const { erasureMail } = await import("~/features/own-data/services/erasure-mail");
    const { notes } = await copyOf(person);
    const letters = await Promise.all(
      (["received", "erased"] as const).map((state) =>
        erasureMail(state, { id: uid, to: person.email }),
      ),
    );
    const texts = letters.map(({ text }) => text.replace(/\s+/g, " "));
    expect(notes.join().includes("the analysis service")).toBe(speaks);
    for (const text of texts) expect(text.includes("that service keeps it")).toBe(speaks);
    expect(texts[1]).toContain("said that a declaration was not yours");
  },
);
