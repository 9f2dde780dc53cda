import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { forms } from "#sandbox/histories/export-options.ts";
import { exportZips } from "#sandbox/histories/export-zip.ts";
import { makeHistory } from "#sandbox/histories/history.ts";
import { everyCase } from "#tests/setup/cases";
import { readExport } from "~/features/export/read-export";
import {
  encodeLists,
  type KeptLists,
  type KeptName,
  keptNames,
  keptOf,
  readLists,
  withoutImpossibleTimes,
} from "~/features/history/kept-lists";
import { loadLists } from "~/features/imports/rules/known-imports";
import type { Ask } from "~/features/imports/rules/work";
import { emptyNameList, type NameList } from "~/platform/values/name-list";
import { nameListOf } from "~/platform/values/name-list-builder";
import { listOf, recordOf } from "./lists";

/** People whose names compress badly. */
const crowd = (prefix: string, size: number) =>
  nameListOf(
    Array.from({ length: size }, (_, index) => {
      const hash = createHash("sha1").update(`${prefix}${index}`).digest();
      const since = index % 9 === 0 ? undefined : hash.readUInt32BE(0);
      return { username: `${prefix}${hash.toString("hex")}ü`, since };
    }),
  );

/** Of several blocks of people, and several pieces. */
const all: KeptLists = {
  followers: crowd("a", everyCase ? 70_000 : 40_000),
  following: crowd("b", 32_768),
  pendingRequests: crowd("c", 3),
  postTimes: [1_700_000_000, 1_600_000_000],
  insights: [
    {
      kind: "reel",
      postedAt: 1_700_000_000,
      likes: 5,
      comments: null,
      unlabelled: ["comments"],
      saves: 0,
      shares: 1,
      reach: 2,
      follows: 3,
    },
  ],
  accountCreatedAt: 1_300_000_000,
  requests: [
    { askedAt: 1_700_000_000, range: { from: { earliest: 1, latest: 2 }, to: null } },
    { askedAt: 0, range: null },
  ],
};

/** To be compared quickly: instead of a list, the digest of its arrays. */
const digested = (kept: KeptLists) => ({
  ...kept,
  ...Object.fromEntries(keptNames.map((name) => [name, kept[name] && digestOf(kept[name])])),
});

function digestOf({ size, bytes, offsets, since }: NameList): string {
  const hash = createHash("sha1").update(String(size));
  for (const array of [bytes, offsets, since]) hash.update(array);
  return hash.digest("hex");
}

async function* of(pieces: readonly Uint8Array[]) {
  // Whoever reads them uses them up.
  for (const piece of pieces) yield piece.slice();
}

const piecesOf = (kept: KeptLists) => [...encodeLists(kept)];
const pieces = piecesOf(all);

describe("what is kept of an import", () => {
  test("comes back as it was, from pieces that each fit into a document", async () => {
    expect(pieces.length).toBeGreaterThan(2);
    for (const { byteLength } of pieces) expect(byteLength).toBeLessThanOrEqual(700_000);
    expect(digested(await readLists(of(pieces)))).toEqual(digested(all));
  });

  test.each<[string, Partial<KeptLists>]>([
    ["nobody", { followers: emptyNameList, following: emptyNameList, pendingRequests: undefined }],
    ["no following", { followers: crowd("a", 2), following: undefined }],
    ["no insights", { followers: crowd("a", 2), insights: undefined, postTimes: [] }],
  ])("comes back with %s", async (_, some) => {
    const kept = { ...all, following: undefined, ...some };
    expect(await readLists(of(piecesOf(kept)))).toEqual(kept);
  });

  test.each<[KeptName[]]>([[["followers"]], [["following"]], [["pendingRequests"]], [[]]])(
    "no more is unpacked than %j",
    async (wanted) => {
      const read = await readLists(of(pieces), wanted);
      for (const name of keptNames)
        expect([name, read[name]?.size ?? 0]).toEqual([
          name,
          wanted.includes(name) ? all[name]?.size : 0,
        ]);
      expect(read.postTimes).toEqual(all.postTimes);
    },
  );

  test("pieces behind the lists that are wanted are not asked for", async () => {
    const asked: number[] = [];
    const ask: Ask = async (question) => {
      if (question.ask !== "piece") throw new Error(question.ask);
      asked.push(question.index);
      return pieces[question.index]?.slice() ?? null;
    };
    const { followers } = await loadLists("one", ask, ["followers"]);
    expect(digestOf(followers)).toBe(digestOf(all.followers));
    expect(asked.length).toBeLessThan(pieces.length);
  });
});

/** What an earlier release has kept. */
const keptBefore = (facts: object) => {
  const header = deflateSync(JSON.stringify({ version: 2, lists: {}, ...facts }));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  return of([length, header]);
};

test("what was kept while only the newest request was is read", async () => {
  const { requests } = await readLists(keptBefore({ requestedRange: { from: 5, to: null } }));
  expect(requests).toEqual([{ askedAt: 0, range: { from: { earliest: 5, latest: 5 }, to: null } }]);
});

test("what was kept while labels were unknown as a whole may lack any figure that is null", async () => {
  const insights = [
    { kind: "post", likes: null, comments: 1 },
    { kind: "post", likes: 2, comments: 3 },
  ];
  const read = (unknownInsightLabels: boolean) =>
    readLists(keptBefore({ requests: [], insights, unknownInsightLabels }));
  const [marked, known] = (await read(true)).insights ?? [];
  expect([marked, known]).toEqual([
    { ...insights[0], unlabelled: ["likes"] },
    { ...insights[1], unlabelled: [] },
  ]);
  expect((await read(false)).insights).toEqual(insights);
  expect(await readLists(keptBefore({ unknownInsightLabels: true }))).not.toHaveProperty(
    "unknownInsightLabels",
  );
});

test("a list that is rotten is read whole or not at all", async () => {
  const bytes = Buffer.concat(
    piecesOf({ ...all, followers: crowd("a", 34_000), following: undefined }),
  );
  for (const end of [0, 3, 4, 40, bytes.length >> 1, bytes.length - 1])
    await expect(readLists(of([bytes.subarray(0, end)]))).rejects.toThrow();
  for (let at = 0; at < bytes.length; at += Math.floor(bytes.length / (everyCase ? 20 : 7))) {
    const rotten = Buffer.from(bytes);
    rotten[at] = (rotten[at] ?? 0) ^ 0x10;
    await expect(readLists(of([rotten]))).rejects.toThrow();
  }
});

test("what another version has kept is not taken for a list", async () => {
  const header = deflateSync(JSON.stringify({ version: 1, lists: {} }));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  await expect(readLists(of([length, header]))).rejects.toThrow("another version");
});

describe("the times that can be known at an upload", () => {
  const at = (date: string) => Date.parse(date) / 1_000;
  const [post] = all.insights ?? [];
  const of = (taken: string, second: number) => {
    const kept = withoutImpossibleTimes(
      {
        ...all,
        followers: listOf({ ana: second }),
        following: listOf({ ana: second, ben: null }),
        pendingRequests: undefined,
        postTimes: [second],
        insights: post ? [{ ...post, postedAt: second }] : [],
        accountCreatedAt: second,
      },
      at(taken) * 1_000,
    );
    const known = [
      ...Object.values({ ...recordOf(kept.followers) }),
      kept.following && recordOf(kept.following).ana,
      kept.accountCreatedAt,
      kept.postTimes[0] ?? null,
      kept.insights?.[0]?.postedAt ?? null,
    ];
    expect(new Set(known).size, known.join(" ")).toBe(1);
    return known[0] !== null;
  };

  test.each<[string, string, string, boolean]>([
    ["the year 2010", "2026-05-11T10:00:00Z", "2010-01-01T00:00:00Z", true],
    ["before Instagram", "2026-05-11T10:00:00Z", "2009-12-31T23:59:59Z", false],
    ["a day after it", "2026-05-11T10:00:00Z", "2026-05-12T10:00:00Z", true],
    ["later", "2026-05-11T10:00:00Z", "2026-05-12T10:00:01Z", false],
    ["a day after the end of a day without an hour", "2026-05-11", "2026-05-13T00:00:00Z", true],
    ["later than that", "2026-05-11", "2026-05-13T00:00:01Z", false],
    ["the year 2096", "2026-05-11T10:00:00Z", "2096-12-31T00:00:00Z", false],
  ])("%s", (_, taken, time, expected) => {
    expect(of(taken, at(time))).toBe(expected);
  });

  test("are all that the generator writes", async () => {
    for (const seed of everyCase ? [1, 2, 3, 4] : [1]) {
      const history = makeHistory({ seed, type: "creator", postsPerWeek: 5, followers: 200 });
      const takenAt = history.end;
      for (const form of forms)
        for (const times of ["timestamp", "timestamp_ms", "milliseconds"] as const) {
          // Unless every case is tried, each form and each way of writing times, not each with each.
          if (!everyCase && form !== forms[0] && times !== "timestamp") continue;
          const zips = exportZips(history, takenAt, { form, times, takenAt, stored: true });
          const kept = keptOf(await readExport(inTurn(zips)));
          const before = digested(kept);
          expect(kept.insights?.length).toBeGreaterThan(100);
          expect(digested(withoutImpossibleTimes(kept, takenAt * 1_000))).toEqual(before);
        }
    }
  });
});

async function* inTurn<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
