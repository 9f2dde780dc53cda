import { emptyProfile } from "~/features/analysis/profile";
import type { ReportInput } from "~/features/report/rules/input";

const nobody = { mayImport: true, mayConnect: false, hasExport: false, isConnected: false };

/** The input of a report that says little; another operator makes another report. */
export const smallInput = (operator: string, more: Partial<ReportInput> = {}): ReportInput => ({
  language: "en",
  profile: { ...emptyProfile, source: "built-in", status: "completed" },
  knowing: nobody,
  growth: null,
  people: {},
  timeZone: null,
  paper: "a4",
  operator,
  rates: {
    source: "one",
    year: 2018,
    other: { source: "two", year: 2025, lowestPercent: 1, highestPercent: 2, by: "by trade" },
  },
  ...more,
});
