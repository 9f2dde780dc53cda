import {
  type ExportPart,
  type ExportRefusal,
  exportRefusals,
  isOfFollowers,
  isOfInsights,
  type UnknownLabel,
} from "../export/export.ts";
import { type ChangeCounts, type Hold, holds, type Window } from "./history.ts";
import type { RangeEvidence } from "./range-evidence.ts";

/** States of an import (docs/product.md#imports). */
export const importStates = ["reading", "held", "used", "refused", "discarded"] as const;
export type ImportState = (typeof importStates)[number];

export const importProblems = [...exportRefusals, ...holds] as const;
export type ImportProblem = ExportRefusal | Hold;

/** What was found in an export, as its subscriber sees it. */
export interface FoundFacts {
  account: string | null;
  counts: { followers: number; following: number | null; skipped: number };
  /** Of the skipped: followers who may have their name under a label that no table knows; undefined where there are none. */
  skippedByLabel?: number | undefined;
  found: readonly ExportPart[];
  /** Entries of other files that could not be read, by the end of the file's path. */
  unreadable: Readonly<Record<string, number>>;
  unknownLabels: readonly UnknownLabel[];
}

/** All that is known of an export that was taken in, without its lists. */
export interface ImportFacts extends FoundFacts {
  /** Other usernames of the account, as the export says them. */
  ownNames?: readonly string[];
  digest: string;
  /** Only of an import that has just been read: its digests as earlier releases made them. */
  formerDigests?: readonly string[];
}

/** An export that a subscriber has sent. Its lists are kept beside it, in pieces. */
export interface Import extends ImportFacts {
  id: string;
  state: ImportState;
  /** Epoch milliseconds (docs/product.md#when-it-was-taken). */
  takenAt: number;
  /** Epoch milliseconds of the upload. */
  startedAt: number;
  /** Epoch milliseconds at which the reading process was last known to be alive. */
  aliveAt: number;
  /** How many followers Instagram showed, if the subscriber said so. */
  followersShown: number | null;
  problems: readonly ImportProblem[];
  /** Whether it is `damaged` because it was several exports, or one of several accounts. */
  isSeveral?: boolean;
  /** The follows that it covers when it is used (docs/product.md#the-known-list). */
  window: Window;
  /** Why it counts as whole, or was doubted; null where an older version judged it, and before it is judged. */
  evidence?: RangeEvidence | null;
  /** What the subscriber decided about it while it was held. */
  decision: "use" | "whole" | null;
  /** Of one that is held anew since a press: what held it before, and is not asked about again. */
  answered?: readonly Hold[] | undefined;
  /** How many pieces its lists take. */
  pieces: number;
  /** What would follow from a held one. */
  readings: Readings | null;
}

/** What would follow from a held export, read within its range or as the whole list. */
export interface Readings {
  /** The ids of the imports in use that it was judged beside; undefined where an older version judged it. */
  beside?: readonly string[] | undefined;
  /** The followers known before it; null for the first import. */
  before: number | null;
  range: PossibleReading | null;
  whole: PossibleReading;
}

export interface PossibleReading {
  window: Window;
  /** The followers known after it. */
  known: number;
  /** Null for the first import. */
  changes: ChangeCounts | null;
}

/** Milliseconds without a sign of life after which a reading counts as broken off: its process has died. */
const longestSilence = 30_000;
/** Milliseconds between two signs of life of a reading. */
export const signOfLifeEvery = 5_000;

export const isAlive = (aliveAt: number, now: number): boolean => now - aliveAt <= longestSilence;

export const isBrokenOff = ({ state, aliveAt }: Import, now: number): boolean =>
  state === "reading" && !isAlive(aliveAt, now);

/** The import as pages show it: one whose reading broke off is refused, with nothing kept. */
export const asShown = (one: Import, now: number): Import =>
  isBrokenOff(one, now) ? refusedAs(one, "damaged") : one;

/** The import once it is refused. */
export const refusedAs = (one: Import, refusal: ExportRefusal): Import => ({
  ...one,
  state: "refused",
  problems: [refusal],
});

export const presses = ["use", "whole", "discard"] as const;
export type ImportPress = (typeof presses)[number];

export const isImportPress = (text: string): text is ImportPress =>
  (presses as readonly string[]).includes(text);

/** What `POST /dashboard/import/{id}` takes about an import that cannot be read (docs/product.md#decisions). */
export const removePress = "remove";

/** What a subscriber may decide about an import (docs/product.md#decisions, `POST /dashboard/import/{id}`). */
export function pressesOf({ state, problems }: Pick<Import, "state" | "problems">): ImportPress[] {
  if (state === "used") return ["discard"];
  if (state !== "held") return [];
  const mayBeCut = problems.includes("partial-range") || problems.includes("needs-count");
  return mayBeCut ? ["use", "whole", "discard"] : ["use", "discard"];
}

/** Whether the press was made before: pressing twice is pressing once. */
export function isPressed({ state, decision, answered }: Import, press: ImportPress): boolean {
  if (press === "discard") return state === "discarded";
  // Of one that was held anew after `whole`, the last press may have been `use`.
  return state === "used" && (decision === press || (press === "use" && answered !== undefined));
}

/** Why a form of the import is refused, before anything is kept or changed. */
export const importRefusals = [
  "no-file",
  "shown",
  "busy",
  "own",
  "limited",
  "outside",
  "unavailable",
  "failed",
  "not-possible",
  "unreadable",
] as const;
export type ImportRefusal = (typeof importRefusals)[number];

/** Labels of insights that no table knows, as the export writes them (docs/product.md#imports). */
export const unknownInsightLabels = ({ unknownLabels }: Pick<Import, "unknownLabels">) =>
  namesOf(unknownLabels.filter(isOfInsights));

/** The same of the list of followers, where entries of it were skipped because of them. */
export const unknownFollowerLabels = ({
  unknownLabels,
  skippedByLabel,
}: Pick<Import, "unknownLabels" | "skippedByLabel">) =>
  skippedByLabel ? namesOf(unknownLabels.filter(isOfFollowers)) : [];

const namesOf = (labels: readonly UnknownLabel[]): string[] => [
  ...new Set(labels.map(({ label }) => label)),
];

/** Whether the lists of an import in this state are kept. */
export const keepsLists = (state: ImportState): boolean => state === "held" || state === "used";

type Placed = Pick<Import, "id" | "takenAt" | "startedAt">;

/** Imports in the order of their time; what was taken at the same moment, in the order in which it came. */
export const inOrderOfTime = (a: Placed, b: Placed): number =>
  a.takenAt - b.takenAt || a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1);

/** Whether the import was judged beside just these, which are in use. */
export function isJudgedBeside({ readings }: Import, used: readonly Import[]): boolean {
  const beside = readings?.beside;
  return beside?.length === used.length && used.every(({ id }) => beside.includes(id));
}

/** Those in use, the oldest first. */
export const usedAmong = (imports: readonly Import[]): Import[] =>
  imports.filter(({ state }) => state === "used").toSorted(inOrderOfTime);
