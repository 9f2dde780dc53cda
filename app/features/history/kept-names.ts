import { promisify } from "node:util";
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
  /** Their names with the newest import, each with the places in `hidden` of whose it is. */
  present: readonly (readonly [name: string, places: readonly number[]])[];
  /** By import, those of whom nobody can tell who is who, without the hidden. */
  unclear: Readonly<Record<string, UnclearNames>>;
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
  const unclear = used.flatMap(({ id }, at) => {
    const found = turnovers.get(id)?.unclear;
    if (!found || found.before.length + found.after.length === 0) return [];
    return [[id, withoutNames(found, names[at - 1] ?? new Map(), names[at] ?? new Map())] as const];
  });
  return {
    hidden,
    same,
    takenAt: used.at(-1)?.takenAt ?? null,
    present: Array.from(names.at(-1) ?? [], ([name, people]) => [
      name,
      people.flatMap((one) => places.get(one) ?? []),
    ]),
    unclear: Object.fromEntries(unclear),
  };
}

/** Of what is stored; another counts as not kept. */
const version = 1;
/** More than it ever unpacks to. */
const mostBytes = 64_000_000;

export function encodeNames(names: KeptNames): Uint8Array<ArrayBuffer>[] {
  const { hidden, same, unclear } = names;
  if (hidden.length + same.length + Object.keys(unclear).length === 0) return [];
  return inPieces(deflateRawSync(JSON.stringify({ version, ...names }), { level: 3 }));
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
 * What those of the hidden were called with the newest import of the analysis before, whose own import is not in use any more: nothing
 * else leads from the name that they had then to the imports that are left.
 * @param kept of that analysis
 */
export function knownBefore(
  hidden: readonly HiddenPerson[],
  used: readonly { takenAt: number }[],
  kept: KeptNames | undefined,
): KnownNames | undefined {
  const times = new Set(used.map(({ takenAt }) => takenAt));
  if (!kept || kept.takenAt === null || !times.has(kept.takenAt)) return undefined;
  const standing = new Map(hidden.map((one) => [keyOf(one), one]));
  const names = new Map<HiddenPerson, Set<string>>();
  for (const [name, places] of kept.present)
    for (const place of places) {
      const before = kept.hidden[place];
      const one = before && standing.get(keyOf(before));
      if (one && !times.has(one.after)) names.set(one, (names.get(one) ?? new Set()).add(name));
    }
  return { takenAt: kept.takenAt, names };
}

/**
 * What the hidden are called now.
 * @param hidden whom the subscriber has hidden by now: who was not when the names were found is called what they were then
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
