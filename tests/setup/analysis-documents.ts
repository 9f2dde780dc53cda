import { encodeGrowth } from "../../app/features/growth/encode-growth.ts";
import type { Growth } from "../../app/features/growth/growth.ts";
import type { Between, ListedPerson } from "../../app/features/history/people-list.ts";
import { nameListOf } from "../../app/platform/values/name-list-builder.ts";
import { encodedPeople } from "../features/history/rules/encoded.ts";

type Named = Pick<ListedPerson, "username" | "since">;

export interface StoredAnalysis {
  /** People by category, in the order in which they are shown. */
  people?: Readonly<Record<string, readonly Named[]>>;
  /** The old names of `renamed`. */
  former?: readonly Named[];
  /** Totals of categories that name nobody, or that have a note. */
  totals?: Readonly<Record<string, number | null>>;
  notes?: Readonly<Record<string, string>>;
  between?: Between;
  missesNew?: true;
  profile?: object;
  growth?: Growth;
}

const otherKeys = ["likes", "comments"];

/** The documents of an analysis made here, by path, as an import stores them. */
export function analysisDocuments(
  uid: string,
  {
    people = {},
    former,
    totals = {},
    notes = {},
    between,
    missesNew,
    profile,
    growth,
  }: StoredAnalysis,
): { generation: string; pieces: number; documents: Record<string, object> } {
  const generation = crypto.randomUUID();
  const categories = Object.fromEntries(
    Object.entries(people).map(([key, shown]) => [
      key,
      { ...ordered(shown), ...(key === "renamed" && former && { former: nameListOf(former) }) },
    ]),
  );
  const { pieces, index: encoded } = encodedPeople(categories, between);
  const index = { ...encoded, ...(missesNew && { missesNew }) };
  const owner = `${uid}-${generation}`;
  const course = growth ? encodeGrowth(growth) : [];
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
  return {
    generation,
    pieces: pieces.length,
    documents: {
      ...Object.fromEntries(
        [...pieces, ...course].map((bytes, n) => [
          `analysisLists/${owner}-${n}`,
          { uid, owner, createdAt: new Date(), bytes },
        ]),
      ),
      [`profiles/${uid}`]: {
        _source: "built-in",
        _insights: { status: "completed", recommendations: [] },
        _updatedAt: new Date("2026-11-20T08:00:00Z"),
        _notes: notes,
        _calculatedData: {
          audience: group(all.filter((entry) => !isOther(entry))),
          other: group(all.filter(isOther)),
        },
        ...profile,
      },
      [`analyses/${uid}`]: {
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
      },
    },
  };
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
