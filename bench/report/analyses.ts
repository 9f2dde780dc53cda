import { randomUUID } from "node:crypto";
import type { Firestore } from "@google-cloud/firestore";
import { encodeGrowth } from "../../app/features/growth/encode-growth.ts";
import { encodePeople } from "../../app/features/history/encode-people.ts";
import { nameListOf } from "../../app/platform/values/name-list-builder.ts";
import { madeUpGrowth } from "../../tests/setup/growths.ts";

const day = 86_400_000;
const followers = 4_000;

/** The course of five years: 60 exports, a reading on each of 400 days, and the most posts that are analyzed. */
const growth = madeUpGrowth({ imports: 60, days: 1_826, posts: 200, readings: 400 });

function* peopleOf(round: number) {
  const people = nameListOf(
    Array.from({ length: followers }, (_, at) => ({
      username: `somebody.${round}.${String(at).padStart(5, "0")}`,
      since: 1_700_000_000 + at,
    })),
  );
  const order = Uint32Array.from({ length: followers }, (_, at) => at);
  return yield* encodePeople(
    { newFollowers: { people, order }, lostFollowers: { people, order } },
    { from: Date.now() - 30 * day, to: Date.now() },
  );
}

/** Stores a rich analysis as an import does, another one in each round. */
export async function storeAnalysis(
  database: Firestore,
  uid: string,
  round: number,
): Promise<void> {
  const generation = randomUUID();
  const owner = `${uid}-${generation}`;
  const people = peopleOf(round);
  const pieces: Uint8Array[] = [];
  let step = people.next();
  for (; !step.done; step = people.next()) pieces.push(step.value);
  const course = encodeGrowth(growth);
  const counts = { newFollowers: followers, lostFollowers: followers, friends: round, fans: 31 };
  const batch = database.batch();
  for (const [n, bytes] of [...pieces, ...course].entries())
    batch.set(database.doc(`analysisLists/${owner}-${n}`), {
      ...{ uid, owner, bytes: Buffer.from(bytes) },
      createdAt: new Date(),
    });
  batch.set(database.doc(`analyses/${uid}`), {
    ...{ revision: generation, generation, changes: {}, index: step.value },
    computedAt: new Date(),
    pieces: pieces.length,
    growth: {
      growth: { at: pieces.length, count: course.length },
      departures: { at: pieces.length + course.length, count: 0 },
    },
  });
  batch.set(database.doc(`profiles/${uid}`), {
    _source: "built-in",
    _updatedAt: new Date(),
    _insights: {
      status: "completed",
      recommendations: Array.from({ length: 10 }, (_, at) => `Do number ${at} of ${round}.`),
    },
    _sources: { export: { takenAt: new Date(), account: "bench.account" } },
    _calculatedData: {
      audience: Object.fromEntries(
        Object.entries(counts).map(([key, totalValue]) => [key, { totalValue, items: [] }]),
      ),
    },
  });
  await batch.commit();
}
