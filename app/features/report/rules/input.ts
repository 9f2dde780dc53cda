import type { Language } from "../../../platform/values/languages.ts";
import type { Catalogue } from "../../../platform/values/voice.ts";
import type { Knowing } from "../../analysis/analysis-notes.ts";
import type { EngagementRates } from "../../analysis/engagement.ts";
import type { Profile } from "../../analysis/profile.ts";
import type { Growth } from "../../growth/growth.ts";
import type { Between } from "../../history/people-list.ts";
import type { Paper } from "../paper.ts";

/** The categories whose people the report names. */
export const namedKeys = ["newFollowers", "lostFollowers"] as const;
export type NamedKey = (typeof namedKeys)[number];

/** So many are named of each (issue 15). */
export const mostNamed = 200;

/** All that a report is made from. The same input is the same report, byte for byte. */
export interface ReportInput {
  /** The report's language. Texts that are stored in English, and those of editors, are in it already. */
  language: Language;
  profile: Profile;
  knowing: Knowing;
  /** Null where there is none: of the outside system, or of an analysis made before growth was computed. */
  growth: Growth | null;
  /** The first of each category; `total` is how many there are. */
  people: Partial<Record<NamedKey, NamedPeople>>;
  /** An IANA name; null where the subscriber has not said it. */
  timeZone: string | null;
  paper: Paper;
  operator: string;
  rates: Pick<EngagementRates, "source" | "year" | "other">;
  /** Of the invented account: each page says so. */
  isExample?: true;
}

export interface NamedPeople {
  names: readonly string[];
  total: number;
  /** Of the total, those whom the subscriber has hidden: no name, page or file has them. */
  hidden: number;
  between?: Between | undefined;
  /** As in `PeopleList`. */
  missesNew?: true | undefined;
}

/** Absolute paths of what a thread sets reports with. */
export interface ThreadData {
  /** The folder of report.typ; no file outside it can be read. */
  templates: string;
  fonts: string;
  /** The fonts whose characters count: for every document, and for Arabic ones besides. Bolder ones have the same. */
  regular: { latin: string; arabic: string };
}

/** A document of one page or more without figures: a title, sentences, and rows of label and value. */
export interface PlainDocument {
  /** The language in which its texts are written. */
  language: Language;
  title: string;
  /** Who issues it. */
  author: string;
  paragraphs: readonly string[];
  rows: readonly (readonly [label: string, value: string])[];
  closing: readonly string[];
  /** Said at the end where the fonts lack a letter of a row. */
  whereLettersLack: string;
}

/** What a thread may set. */
export type ToSet = { input: ReportInput } | { plain: PlainDocument };

/** `catalogue`: only with a thread's first report in a language. */
export type ReportOrder = (ToSet & { catalogue?: Catalogue | undefined }) | { end: true };

/** `refused`: by Typst; says where, and nothing of the report. */
export type SetReport = { pdf: Uint8Array<ArrayBuffer> } | { refused: string };
