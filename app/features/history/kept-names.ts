import { isDeepStrictEqual, promisify } from "node:util";
import { deflateRawSync, inflateRaw } from "node:zlib";
import { inPieces } from "../../platform/values/in-pieces.ts";
import {
  type CarriedNames,
  type HiddenNames,
  type HiddenPerson,
  hiddenNamesIn,
  type KnownNames,
  withoutNames,
} from "./hidden-people.ts";
import type { RenamedIn } from "./renamed-in.ts";
import type { SamePerson } from "./same-people.ts";
import type { Turnover, UnclearNames } from "./turnover.ts";

const inflate = promisify(inflateRaw);

/**
 * Names that pages show and that follow from all imports: found in the thread of the analysis, so that no page has to go
 * through what each import changed.
 */
export interface KeptNames {
  /** Whom the subscriber had hidden then, and of whom they had said that two names are one person's. */
  hidden: readonly HiddenPerson[];
  same: readonly SamePerson[];
  /** Epoch milliseconds of the newest import in use; null without any. */
  takenAt: number | null;
  /** The hidden people's names with the newest import, each with the places in `hidden` of those who have it. */
  present: readonly (readonly [name: string, places: readonly number[]])[];
  /**
   * Their names with each earlier import, by their places in `hidden`, where these are other names than the present
   * ones. Absent in what an older version kept.
   */
  earlier?: readonly EarlierNames[];
  /** Their names to which nothing leads since imports have gone (`CarriedNames`). Absent in what an older version kept. */
  carried?: readonly EarlierNames[];
  /** By import, those of whom nobody can tell who is who, without the hidden. */
  unclear: Readonly<Record<string, UnclearNames>>;
}

interface EarlierNames {
  takenAt: number;
  names: readonly (readonly [place: number, names: readonly string[]])[];
}

/**
 * @param used in the order of their time
 * @param names of the hidden, in each of them
 * @param carried those to which nothing leads any more
 */
export function keptNamesOf(
  used: readonly { id: string; takenAt: number }[],
  turnovers: ReadonlyMap<string, Pick<Turnover, "unclear">>,
  { hidden = [], same = [] }: Partial<Pick<KeptNames, "hidden" | "same">>,
  names: readonly HiddenNames[],
  carried: CarriedNames = new Map(),
): KeptNames {
  const places = new Map(hidden.map((one, place) => [one, place]));
  const present: HiddenNames = names.at(-1) ?? new Map();
  const presentOf = namesByPerson(present);
  const unclear = used.flatMap(({ id }, at) => {
    const found = turnovers.get(id)?.unclear;
    if (!found || found.before.length + found.after.length === 0) return [];
    return [[id, withoutNames(found, names[at - 1] ?? new Map(), names[at] ?? new Map())] as const];
  });
  return {
    hidden,
    same,
    takenAt: used.at(-1)?.takenAt ?? null,
    present: Array.from(present, ([name, people]) => [
      name,
      people.flatMap((one) => places.get(one) ?? []),
    ]),
    earlier: used.slice(0, -1).map(({ takenAt }, at) => {
      const then = namesByPerson(names[at] ?? new Map());
      const others = hidden.flatMap((one, place) => {
        const [was, is] = [then.get(one) ?? [], presentOf.get(one) ?? []];
        return isDeepStrictEqual(was, is) ? [] : [[place, was] as const];
      });
      return { takenAt, names: others };
    }),
    carried: Array.from(carried, ([takenAt, people]) => ({
      takenAt,
      names: hidden.flatMap((one, place) => {
        const some = people.get(one);
        return some ? [[place, [...some]] as const] : [];
      }),
    })),
    unclear: Object.fromEntries(unclear),
  };
}

function namesByPerson(names: HiddenNames): Map<HiddenPerson, string[]> {
  const found = new Map<HiddenPerson, string[]>();
  for (const [name, people] of names)
    for (const one of people) found.set(one, [...(found.get(one) ?? []), name]);
  return found;
}

/** Of what is stored; another counts as not kept. */
const version = 1;
/** More than it ever unpacks to. */
const mostBytes = 64_000_000;

export function encodeNames(names: KeptNames): Uint8Array<ArrayBuffer>[] {
  const { hidden, same, unclear } = names;
  if (hidden.length + same.length + Object.keys(unclear).length === 0) return [];
  return [...inPieces([deflateRawSync(JSON.stringify({ version, ...names }), { level: 3 })])];
}

/** @returns undefined where the bytes are not what was encoded */
export async function decodeNames(pieces: readonly Uint8Array[]): Promise<KeptNames | undefined> {
  if (pieces.length === 0) return { hidden: [], same: [], takenAt: null, present: [], unclear: {} };
  try {
    const bytes = await inflate(Buffer.concat(pieces), { maxOutputLength: mostBytes });
    const read: KeptNames & { version: number } = JSON.parse(bytes.toString("utf8"));
    return read.version === version ? read : undefined;
  } catch {
    return undefined;
  }
}

const keyOf = ({ username, after }: HiddenPerson): string => `${after} ${username}`;

/**
 * What the hidden are called in each import, whatever imports have gone.
 * @param imports in use, in the order of their time
 * @param kept of the analysis before
 * @returns also what is carried on from here
 */
export function hiddenNamesNow(
  hidden: readonly HiddenPerson[],
  imports: readonly RenamedIn[],
  kept: KeptNames | undefined,
): { names: HiddenNames[]; carried: CarriedNames } {
  const known = knownBefore(hidden, imports, kept);
  const names = hiddenNamesIn(hidden, imports, known);
  if (!kept || !known || hidden.length === 0) return { names, carried: new Map() };
  const times = new Set(imports.map(({ takenAt }) => takenAt));
  const before = namesInEach(kept, hidden);
  if (before.every(({ takenAt }) => times.has(takenAt))) return { names, carried: known.carried };
  const carried = withUntold(
    known.carried,
    before,
    new Map(imports.map(({ takenAt }, at) => [takenAt, names[at]])),
  );
  return { names: hiddenNamesIn(hidden, imports, { ...known, carried }), carried };
}

/** What is carried, with the names of before that are not found any more. @param found by the time of each import in use */
function withUntold(
  carried: CarriedNames,
  before: readonly NamesThen[],
  found: ReadonlyMap<number, HiddenNames | undefined>,
): CarriedNames {
  const all = new Map<number, ReadonlyMap<HiddenPerson, ReadonlySet<string>>>();
  for (const { takenAt, names } of before) {
    const now = found.get(takenAt);
    if (!now) continue;
    const people = new Map(carried.get(takenAt));
    for (const [one, some] of names) {
      const untold = some.filter((name) => !now.get(name)?.includes(one));
      if (untold.length > 0) people.set(one, new Set([...(people.get(one) ?? []), ...untold]));
    }
    all.set(takenAt, people);
  }
  return all;
}

interface NamesThen {
  takenAt: number;
  names: ReadonlyMap<HiddenPerson, readonly string[]>;
}

/** By import, what those who are still hidden were called as of an analysis, the newest import last. */
function namesInEach(kept: KeptNames, hidden: readonly HiddenPerson[]): NamesThen[] {
  if (kept.takenAt === null) return [];
  const present = new Map<number, readonly string[]>();
  for (const [name, places] of kept.present)
    for (const place of places) present.set(place, [...(present.get(place) ?? []), name]);
  const all = [...(kept.earlier ?? []), { takenAt: kept.takenAt, names: [] }];
  return all.map(({ takenAt, names }) => ({
    takenAt,
    names: byPerson(kept, hidden, [...present, ...names]),
  }));
}

/** Of those who are still hidden. @param names by their places as of then; a later one counts */
function byPerson<T>(
  kept: Pick<KeptNames, "hidden">,
  hidden: readonly HiddenPerson[],
  names: Iterable<readonly [place: number, names: T]>,
): Map<HiddenPerson, T> {
  const standing = new Map(hidden.map((one) => [keyOf(one), one]));
  const found = new Map<HiddenPerson, T>();
  for (const [place, some] of names) {
    const before = kept.hidden[place];
    const one = before && standing.get(keyOf(before));
    if (one) found.set(one, some);
  }
  return found;
}

/**
 * For hidden people whose own import is not in use any more: what they were called in the newest import that the
 * analysis before knew and that is still in use. Nothing else leads from their name of then to the imports that are
 * left. And what that analysis carried of imports that are still in use.
 * @param kept of that analysis
 */
export function knownBefore(
  hidden: readonly HiddenPerson[],
  used: readonly { takenAt: number }[],
  kept: KeptNames | undefined,
): KnownNames | undefined {
  const times = new Set(used.map(({ takenAt }) => takenAt));
  const at = kept && namesInEach(kept, hidden).findLast(({ takenAt }) => times.has(takenAt));
  if (!at) return undefined;
  const names = new Map<HiddenPerson, ReadonlySet<string>>();
  for (const [one, some] of at.names)
    if (some.length > 0 && !times.has(one.after)) names.set(one, new Set(some));
  const carried = new Map<number, ReadonlyMap<HiddenPerson, ReadonlySet<string>>>();
  for (const one of kept.carried ?? []) {
    const people = byPerson(kept, hidden, one.names);
    if (times.has(one.takenAt))
      carried.set(
        one.takenAt,
        new Map(Array.from(people, ([person, some]) => [person, new Set(some)])),
      );
  }
  return { takenAt: at.takenAt, names, carried };
}

/**
 * What the hidden are called now.
 * @param hidden all whom the subscriber has hidden by now. Those hidden since `kept` have the name of that time
 */
export function presentNamesOf(
  hidden: readonly HiddenPerson[],
  kept: KeptNames | undefined,
): Map<string, HiddenPerson[]> {
  const standing = new Map(hidden.map((one) => [keyOf(one), one]));
  const found = new Map<string, HiddenPerson[]>();
  const note = (name: string, people: readonly HiddenPerson[]) => {
    if (people.length > 0) found.set(name, [...(found.get(name) ?? []), ...people]);
  };
  const byPlace = (kept?.hidden ?? []).map((one) => standing.get(keyOf(one)));
  for (const [name, places] of kept?.present ?? [])
    note(
      name,
      places.flatMap((place) => byPlace[place] ?? []),
    );
  for (const one of kept?.hidden ?? []) standing.delete(keyOf(one));
  for (const one of standing.values()) note(one.username, [one]);
  return found;
}
