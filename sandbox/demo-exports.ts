import { quietRates } from "./histories/daily-life.ts";
import type { ExportOptions } from "./histories/export-options.ts";
import { exportZips, type UploadFile } from "./histories/export-zip.ts";
import { type HistoryOptions, makeHistory } from "./histories/history.ts";

/** How many exports the demo imports for a person. */
export type DemoImports = "none" | "one" | "two" | "several" | "forty";

const day = 86_400;
const owners: Record<DemoImports, Partial<HistoryOptions>> = {
  none: {},
  one: {
    seed: 41,
    followers: 940,
    following: 480,
    username: "ines.bakes",
    fullName: "Inês Duarte",
  },
  two: {
    seed: 43,
    followers: 1_260,
    following: 390,
    days: 120,
    username: "tom.on.tour",
    fullName: "Tom Okafor",
  },
  several: {
    seed: 42,
    followers: 4_200,
    following: 530,
    days: 180,
    type: "creator",
    username: "atelier.kaia",
    fullName: "Atelier Kaia",
    postsPerWeek: 3,
  },
  forty: {
    seed: 44,
    followers: 900,
    following: 610,
    days: 5 * 365,
    accountAgeDays: 6 * 365,
    username: "rosa.and.the.sea",
    fullName: "Rosa Almeida",
    postsPerWeek: 1.2,
  },
};
const exportsOf: Record<DemoImports, readonly (Partial<ExportOptions> & { daysAgo: number })[]> = {
  none: [],
  one: [{ daysAgo: 2 }],
  two: [{ daysAgo: 41 }, { daysAgo: 3 }],
  // Each month of the last year, and before that one in six weeks: of older months, the app keeps one each.
  forty: [
    ...Array.from({ length: 28 }, (_, index) => ({ daysAgo: 331 + 46 * (28 - index) })),
    ...Array.from({ length: 12 }, (_, index) => ({ daysAgo: 1 + 30 * (11 - index) })),
  ],
  several: [
    { daysAgo: 125, form: "A" },
    { daysAgo: 94, form: "A", perFile: 2_000 },
    { daysAgo: 63, form: "B" },
    { daysAgo: 32, form: "B", range: "last-3-months" },
    { daysAgo: 1, form: "B" },
  ],
};

/** The history that they tell of, but for its end. */
export const exportOwner = (imports: DemoImports): Partial<HistoryOptions> => ({
  ...owners[imports],
  rates: quietRates,
});

/** The exports to import, the oldest first. @param now epoch seconds */
export function demoExports(imports: DemoImports, now: number): UploadFile[] {
  const history = makeHistory({ ...exportOwner(imports), until: now });
  return exportsOf[imports].flatMap(({ daysAgo, ...options }) =>
    exportZips(history, now - daysAgo * day, options),
  );
}
