import { quietRates } from "./histories/daily-life.ts";
import type { ExportOptions } from "./histories/export-options.ts";
import { exportZips, type UploadFile } from "./histories/export-zip.ts";
import { type HistoryOptions, makeHistory } from "./histories/history.ts";

/** How many exports the demo imports for a person. */
export type DemoImports = "none" | "one" | "several";

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
};
const exportsOf: Record<DemoImports, readonly (Partial<ExportOptions> & { daysAgo: number })[]> = {
  none: [],
  one: [{ daysAgo: 2 }],
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
