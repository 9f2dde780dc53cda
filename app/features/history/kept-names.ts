import { isDeepStrictEqual, promisify } from "node:util";
import { deflateRawSync, inflateRaw } from "node:zlib";
import { inPieces } from "../../platform/values/in-pieces.ts";
import {
  type HiddenNames,
  type HiddenPerson,
  type KnownNames,
  withoutNames,
} from "./hidden-people.ts";
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
 */
export function keptNamesOf(
  used: readonly { id: string; takenAt: number }[],
  turnovers: ReadonlyMap<string, Pick<Turnover, "unclear">>,
  { hidden = [], same = [] }: Partial<Pick<KeptNames, "hidden" | "same">>,
  names: readonly HiddenNames[],
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
 * For hidden people whose own import is not in use any more: what they were called in the newest import that the
 * analysis before knew and that is still in use. Nothing else leads from their name of then to the imports that are
 * left.
 * @param kept of that analysis
 */
export function knownBefore(
  hidden: readonly HiddenPerson[],
  used: readonly { takenAt: number }[],
  kept: KeptNames | undefined,
): KnownNames | undefined {
  const times = new Set(used.map(({ takenAt }) => takenAt));
  if (!kept || kept.takenAt === null) return undefined;
  const at = [...(kept.earlier ?? []), { takenAt: kept.takenAt, names: [] }].findLast(
    ({ takenAt }) => times.has(takenAt),
  );
  if (!at) return undefined;
  const namesAt = new Map<number, readonly string[]>();
  for (const [name, places] of kept.present)
    for (const place of places) namesAt.set(place, [...(namesAt.get(place) ?? []), name]);
  for (const [place, some] of at.names) namesAt.set(place, some);
  const standing = new Map(hidden.map((one) => [keyOf(one), one]));
  const names = new Map<HiddenPerson, ReadonlySet<string>>();
  for (const [place, before] of kept.hidden.entries()) {
    const [one, some = []] = [standing.get(keyOf(before)), namesAt.get(place)];
    if (one && some.length > 0 && !times.has(one.after)) names.set(one, new Set(some));
  }
  return { takenAt: at.takenAt, names };
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
