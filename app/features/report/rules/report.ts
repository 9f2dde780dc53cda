import type { PaperLanguage } from "../../../platform/values/paper-language.ts";
import type { Paper } from "../paper.ts";
import type { PaperWords } from "./paper-words.ts";

// What content/typeset/report.typ sets: words and figures as they are read, and drawings. Nothing in it is markup.

export interface Report extends PaperLanguage {
  /** What the template says by itself. */
  words: PaperWords;
  paper: Paper;
  /** Who runs this service. */
  operator: string;
  /** The Instagram username; null where the analysis does not name it. */
  account: string | null;
  /** Whether the account is invented: each page says so. */
  isExample: boolean;
  /** Up to four figures for the cover. */
  highlights: readonly LabelledValue[];
  /** What it was made from, for the cover. */
  basis: readonly string[];
  /** Whether the analysis had not ended. */
  isRunning: boolean;
  figures: readonly FigureGroup[];
  engagement: EngagementPart | null;
  topPosts: readonly PostTable[];
  growth: readonly ChartPart[];
  /** The charts' figures; null where there are none. */
  months: MonthTable | null;
  /** Why there are no charts of growth; null where there are, or where nothing is to be said of them. */
  growthMissing: string | null;
  people: readonly PeoplePart[];
  hours: HoursPart | null;
  ledger: LedgerPart | null;
  recommendations: readonly { label: string; text: string }[];
  afterRecommendations: readonly string[];
  methods: readonly Method[];
  /** Closing remarks about the whole report. */
  after: readonly string[];
}

export interface LabelledValue {
  label: string;
  value: string;
}

export interface FigureGroup {
  title: string;
  /** `value` is null where it is unknown: then `note` says why, in a few words. */
  figures: readonly { label: string; value: string | null; note: string }[];
  /** The same at length, each once. */
  notes: readonly { label: string; text: string }[];
}

export interface EngagementPart {
  /** `level` says the cell in words. */
  rate: { status: string; cell: 1 | 2 | 3 | 4 | 5; level: string } | null;
  /** What is said without a rate. */
  unrated: string;
  averages: readonly (LabelledValue & { isKnown: boolean })[];
  lines: readonly string[];
}

export interface PostTable {
  title: string;
  /** The head of the last column. */
  head: string;
  /** Date and count, the best first. */
  rows: readonly (readonly [string, string])[];
  /** What is said where there are no posts. */
  note: string;
}

export interface ChartPart {
  title: string;
  /** A drawing as SVG, what it shows in a sentence for those who do not see it, and its legend. */
  plot: { svg: string; alt: string; legend: readonly { look: string; label: string }[] } | null;
  lines: readonly string[];
}

export interface Table {
  heads: readonly string[];
  rows: readonly (readonly string[])[];
}

export interface MonthTable extends Table {
  /** What its figures lack. */
  lines: readonly string[];
}

export interface PeoplePart {
  title: string;
  line: string;
  names: readonly string[];
  after: readonly string[];
}

export interface HoursPart {
  lines: readonly string[];
  days: readonly string[];
  blocks: readonly string[];
  /** By day and block; `level` from -1 to 1, null where too few posts stand behind it. */
  fields: readonly (readonly { label: string; posts: string; level: number | null }[])[];
  after: readonly string[];
}

export interface LedgerPart {
  lines: readonly string[];
  /** `lead` stands between a table and its title. */
  tables: readonly (Table & { title: string; lead: string | null })[];
  after: readonly string[];
}

export interface Method {
  figure: string;
  how: string;
  /** Where it is from and from when it is. */
  source: string;
}
