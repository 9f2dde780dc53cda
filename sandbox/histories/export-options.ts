import type { Language } from "./export-labels.ts";
import type { History } from "./history.ts";

const day = 86_400;

/** How long before the export a range of Instagram's form begins. */
export const ranges = {
  "all-time": undefined,
  "last-3-years": 1_095 * day,
  "last-year": 365 * day,
  "last-3-months": 91 * day,
  "last-month": 30 * day,
  "last-week": 7 * day,
} as const;
export type RangeName = keyof typeof ranges;

/** Of docs/instagram.md#the-export. `2022` is A in one wrapped `followers.json`, in the folders of that time. */
export const forms = ["2022", "A", "B", "C"] as const;
export type Form = (typeof forms)[number];

/** What a person may tick when they ask for the export; `other` stands for what the app has no use for. */
export const sections = [
  "connections",
  "account",
  "signup",
  "requests",
  "media",
  "insights",
  "activity",
  "other",
] as const;
export type Section = (typeof sections)[number];

export interface ExportOptions {
  /** Epoch seconds: the moment whose lists are written. */
  at: number;
  /** Epoch seconds: the newest date of the ZIP's entries. Instagram takes up to two days. */
  takenAt: number;
  form: Form;
  /** Followers in one file. Infinity: all in `followers_1.json`. */
  perFile: number;
  /** A range by its name, or the seconds it begins and ends with. It cuts followers and media, not following. */
  range: RangeName | { from?: number; to?: number };
  sections: readonly Section[];
  /**
   * What the file of earlier requests says of this one: how many days before it was made, and for which range. With a
   * `zone`, in hours from UTC, its limits are days of that zone without a time.
   */
  request: { daysBefore?: number; says?: { from?: number; to?: number }; zone?: number };
  /** Seconds to which the times of follows are cut off. */
  secondsTo: number;
  /** `unpublished`: insights in a language of which no table is published. */
  insights: "en" | "unpublished";
  language: Language;
  mojibake: boolean;
  times: "timestamp" | "timestamp_ms" | "milliseconds";
  /** A list of one is written as its one object. */
  single: boolean;
  /** In form B, the share of people whose `string_list_data` is empty: the second of their follow is not known. */
  emptyShare: number;
  format: "json" | "html";
  /** Folders in front of every path, with a slash at the end. */
  prefix: string;
  /** Bytes of pictures. */
  fillerBytes: number;
  /** ZIP files that the export is spread over. */
  parts: number;
  zip64: boolean;
  /** Not compressed. */
  stored: boolean;
  /** The dates of the entries; `none` is 1 January 1980. */
  dates: "taken" | "none";
}

/** What Instagram would write today: the person ticked everything. @param at epoch seconds */
export function exportOptions(
  { options: owner }: History,
  at: number,
  given: Partial<ExportOptions>,
): ExportOptions {
  return {
    at,
    takenAt: at,
    form: "A",
    perFile: 10_000,
    range: "all-time",
    sections: sections.filter((section) => section !== "insights" || owner.type === "creator"),
    insights: "en",
    language: "en",
    mojibake: true,
    times: "timestamp",
    single: false,
    emptyShare: 0,
    request: {},
    secondsTo: 1,
    format: "json",
    prefix: "",
    fillerBytes: 0,
    parts: 1,
    zip64: false,
    stored: false,
    dates: "taken",
    ...given,
  };
}

/** The seconds of follows and posts that the export covers. */
export function rangeOf({ range, takenAt }: ExportOptions): { from?: number; to?: number } {
  if (typeof range === "object") return range;
  const length = ranges[range];
  return length === undefined ? {} : { from: takenAt - length };
}
