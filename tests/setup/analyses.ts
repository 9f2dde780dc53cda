import { encodedPeople } from "#tests/domain/people-lists/encoded.ts";
import { firestore } from "~/clients/firebase.server";
import { encodeGrowth } from "~/domain/growth/encode";
import type { Growth } from "~/domain/growth/growth";
import { nameListOf } from "~/domain/name-list-builder";
import type { ListedPerson } from "~/domain/people-lists/people-list";
import { type Member, newMember } from "./member.ts";

export type Named = Pick<ListedPerson, "username" | "since">;

export interface StoredAnalysis {
  /** People by category, in the order in which they are shown. */
  people?: Readonly<Record<string, readonly Named[]>>;
  /** The old names of `renamed`. */
  former?: readonly Named[];
  /** Totals of categories that name nobody, or that have a note. */
  totals?: Readonly<Record<string, number | null>>;
  notes?: Readonly<Record<string, string>>;
  between?: { from: number; to: number };
  profile?: object;
  growth?: Growth;
}

const otherKeys = ["likes", "comments"];

/** A subscriber with an analysis made here, stored as an import stores it. */
export async function memberWithAnalysis(analysis: StoredAnalysis = {}): Promise<Member> {
  const member = await newMember();
  await storeAnalysis(member.uid, analysis);
  return member;
}

export async function storeAnalysis(
  uid: string,
  { people = {}, former, totals = {}, notes = {}, between, profile, growth }: StoredAnalysis,
): Promise<{ generation: string; pieces: number }> {
  const database = await firestore();
  const generation = crypto.randomUUID();
  const categories = Object.fromEntries(
    Object.entries(people).map(([key, shown]) => [
      key,
      { ...ordered(shown), ...(key === "renamed" && former && { former: nameListOf(former) }) },
    ]),
  );
  const { pieces, index } = encodedPeople(categories, between);
  const owner = `${uid}-${generation}`;
  const course = growth ? encodeGrowth(growth) : [];
  for (const [n, bytes] of [...pieces, ...course].entries())
    await database
      .collection("analysisLists")
      .doc(`${owner}-${n}`)
      .set({ uid, owner, createdAt: new Date(), bytes });
  const group = (entries: readonly (readonly [string, unknown])[]) => Object.fromEntries(entries);
  const counted = Object.entries(people).map(
    ([key, shown]) =>
      [
        key,
        {
          totalValue: shown.length,
          items: shown.slice(0, 200).map(({ username }) => ({ username })),
        },
      ] as const,
  );
  const given = Object.entries(totals).map(
    ([key, totalValue]) => [key, { totalValue, items: [] }] as const,
  );
  const all = [...counted, ...given];
  const isOther = ([key]: readonly [string, unknown]) => otherKeys.includes(key);
  await database.doc(`profiles/${uid}`).set({
    _source: "built-in",
    _insights: { status: "completed", recommendations: [] },
    _updatedAt: new Date("2026-11-20T08:00:00Z"),
    _notes: notes,
    _calculatedData: {
      audience: group(all.filter((entry) => !isOther(entry))),
      other: group(all.filter(isOther)),
    },
    ...profile,
  });
  await database.doc(`analyses/${uid}`).set({
    revision: crypto.randomUUID(),
    generation,
    computedAt: new Date(),
    changes: {},
    pieces: pieces.length,
    index,
    ...(growth && {
      growth: {
        growth: { at: pieces.length, count: course.length },
        departures: { at: pieces.length + course.length, count: 0 },
      },
    }),
  });
  return { generation, pieces: pieces.length };
}

/** A list by name, and the order that shows it as it was given. */
function ordered(shown: readonly Named[]) {
  const people = nameListOf(shown);
  const byName = shown
    .map(({ username }, at) => ({ bytes: Buffer.from(username.toLowerCase()), at }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  const order = new Uint32Array(shown.length);
  for (const [index, { at }] of byName.entries()) order[at] = index;
  return { people, order };
}

/** `count` people with names of their own, each of whom followed a minute after the one before. */
export const crowd = (count: number, prefix = "person.") =>
  Array.from({ length: count }, (_, at) => ({
    username: `${prefix}${String(at).padStart(6, "0")}`,
    since: 1_700_000_000 + at * 60,
  }));
