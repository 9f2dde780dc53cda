import type { AnalysisContent } from "../../analysis/built-in-profile.ts";
import type { ExportRefusal } from "../../export/export.ts";
import type { AccountReading } from "../../history/account-reading.ts";
import type { Comparison } from "../../history/compare.ts";
import type { HiddenPerson } from "../../history/hidden-people.ts";
import type { ChangeCounts, Hold, Window } from "../../history/history.ts";
import type { FoundFacts, ImportFacts, Readings } from "../../history/import.ts";
import type { GrowthPieces, PeopleIndex } from "../../history/people-index.ts";
import type { PersonCourse } from "../../history/person-course.ts";
import type { RangeEvidence } from "../../history/range-evidence.ts";
import type { SamePerson } from "../../history/same-people.ts";
import type { PossibleDates } from "../../history/taken-at.ts";
import type { UnclearNames } from "../../history/turnover.ts";

// What the server and the thread that reads and analyses an import (app/import-worker.ts) say to each other.

/** An upload as it streams: a file's name, then its bytes, then the next file's name. The thread gets a chunk's memory. */
export type UploadEvent = { fileName: string } | { chunk: Uint8Array };

/** Bytes with memory of their own, which can be handed over. */
export type TransferableBytes = Uint8Array<ArrayBuffer>;

/** What a task of the thread asks the server for. The server replies with a `ServerAnswer`. */
export type Question =
  /** With the bytes that the thread will have taken when it has read the answer. */
  | { ask: "upload"; bytes: number }
  /** A piece of what is kept of an import; null after the last. */
  | { ask: "piece"; id: string; index: number }
  /** A piece to be kept after those before it, of an import or of the people of categories. Answered with null. */
  | { ask: "keep"; piece: TransferableBytes }
  /** Hands text over; answered when it was taken. */
  | { ask: "take"; text: string };
export type ServerAnswer = UploadEvent | Uint8Array | null;
/** Asks the server, and waits for its answer. */
export type Ask = (question: Question) => Promise<ServerAnswer>;

export type Task =
  | ReadTask
  | KeepTask
  | AnalysisTask
  | WriteTask
  | CompareTask
  | PersonTask
  | SameTask;
export type Result =
  | ReadResult
  | "kept"
  | AnalysisResult
  | { written: true }
  | CompareResult
  | PersonResult
  | { canBe: boolean };

/** Writes out what is kept of these imports. */
export interface WriteTask {
  task: "write";
  ids: readonly string[];
}

/** The imports in use, and what is needed to find the hidden people in each. */
export interface KnownImports {
  /** All in use, in the order of their time. */
  used: readonly AnalysedImport[];
  /** Whom the subscriber has hidden. */
  hidden: readonly HiddenPerson[];
  /** What each import changed, as the analysis kept it; undefined where it did not. */
  turnovers?: readonly Uint8Array[];
  /** The names that the analysis kept for pages. */
  names?: readonly Uint8Array[];
}

/** Compares what was known after two imports. */
export interface CompareTask extends KnownImports {
  task: "compare";
  /** Indices of the earlier one and of the later one. */
  from: number;
  to: number;
}

export interface CompareResult extends Pick<Comparison, "passedBy" | "before" | "after"> {
  counts: ChangeCounts;
  unclear: UnclearNames;
  /** Where the people of each kind of change stand in the pieces that were kept. */
  index: PeopleIndex;
}

/** Looks for a person in all imports. */
export interface PersonTask extends KnownImports {
  task: "person";
  /** In lower case. */
  username: string;
}

/** Looks in the imports whether two names may be one person's, as the subscriber says. */
export interface SameTask {
  task: "same";
  one: SamePerson;
  /** All in use, in the order of their time. */
  used: readonly AnalysedImport[];
}

/** `course` is undefined for somebody who is in no import. */
export interface PersonResult {
  course: (PersonCourse & { writtenAs: readonly string[] }) | undefined;
}

/** Reads an export out of the upload. The thread remembers its lists for the tasks that follow. */
export interface ReadTask {
  task: "read";
  /** The lists may take so many bytes together. */
  maxListBytes: number;
}

/** Gives away what is kept of the export that was read. */
export interface KeepTask {
  task: "keep";
}

/** What was found in an export that was read to its end, and when it may have been taken. */
export interface FoundExport<F extends FoundFacts = ImportFacts> {
  facts: F;
  /** When it may have been taken, by its own word. */
  dates: Omit<PossibleDates, "field" | "uploadedAt">;
}

/**
 * What reading an upload came to. If it is refused: whether it was several exports, and where all of it was read, with what
 * was found, if anything was.
 */
export type ReadResult =
  | { refused: ExportRefusal; isSeveral?: boolean; found?: FoundExport<FoundFacts> | undefined }
  | FoundExport;

/** An import as the analysis knows it. */
export interface AnalysedImport {
  id: string;
  takenAt: number;
  account: string | null;
  /** Other usernames of the account, as the export says them. */
  ownNames?: readonly string[];
  window: Window;
  /** How many are in its list. */
  followers: number;
  /** Null without a list. */
  following: number | null;
  /** How many Instagram showed, if the subscriber said so; null, too, where they say that the list is whole, and it does not bear that out. */
  followersShown: number | null;
}

/** Judges an import, or computes all that follows from those in use. */
export interface AnalysisTask extends KnownImports {
  task: "analyse";
  /** With the candidate. Empty where there is only a connection. */
  used: readonly AnalysedImport[];
  /** Index of the first import that was added, or that follows one that was taken out. */
  recomputeFrom: number;
  /** The id of one that is judged first: where it is held, nothing is computed. */
  candidate?: string;
  /** What does not hold the candidate again: it is kept, and the subscriber has said what it covers. Undefined of one that this thread has read. */
  settled?: readonly Hold[];
  /** What the subscriber's connection has given. */
  reading?: AccountReading;
  /** The pairs of names that the subscriber says are one person's. */
  same: readonly SamePerson[];
  content: AnalysisContent;
  /** The subscriber's; null until it is chosen. */
  timeZone: string | null;
  /** Epoch milliseconds. */
  now: number;
}

/** Why the candidate is held, and what its page shows. */
export interface HeldJudgement {
  held: readonly Hold[];
  window: Window;
  evidence: RangeEvidence;
  readings: Readings;
}

export type AnalysisResult =
  | HeldJudgement
  | {
      /** Of every import from `recomputeFrom` on, and of more where it is not known what they changed, by its id; null for the first of all. */
      changes: Record<string, ChangeCounts | null>;
      /** `profiles/{uid}` of docs/product.md#profile-document and docs/product.md#sources. */
      profile: Record<string, unknown>;
      /** Where the people of each category stand in the pieces that were kept. */
      index: PeopleIndex;
      growth: GrowthPieces;
      /** What the candidate covers, and why. */
      window?: Window;
      evidence?: RangeEvidence;
    };
