import { expect, test } from "vitest";
import { smallInput } from "#tests/setup/small-report";
import { composeReport } from "~/features/report/rules/compose";
import { legible } from "~/features/report/rules/legible";

/** As the report's font: Latin letters, and neither arrows nor emoji. */
const glyphs = new Set(
  Array.from({ length: 0x180 - 0x20 }, (_, at) => at + 0x20).concat(0x2013, 0x201c, 0x201d),
);

test.each([
  ["a line break", "One.\nTwo.\r\n\r\nThree.\u2028Four.", "One. Two. Three. Four."],
  ["a tab, and several blanks", "One\t two   three\u3000four", "One two three four"],
  ["a blank at which no line ends", "12\u00a0% 1\u202f000", "12\u00a0% 1\u00a0000"],
  ["what only says where a word may end", "Grow\u00ading\u200b fast\ufeff", "Growing fast"],
  ["a hyphen at which no line ends", "Wi\u2011Fi", "Wi-Fi"],
  ["an arrow", "7 seconds → more, less ← 9", "7 seconds -> more, less <- 9"],
  ["emoji, each of several signs", "Reels 🎬, hearts ❤\ufe0f.", "Reels ◊, hearts ◊."],
  ["what turns the text around it", "a\u202eb\u0000", "a◊b◊"],
])("%s is set so that it is read", (_, text, set) => {
  expect(legible(text, glyphs)).toBe(set);
});

const rate = (status: string) => ({
  ...{ rate: { status, cell: 4 as const }, averageLikes: 1 },
  ...{ averageComments: 1, reach: undefined },
});

test.each<[string, string[], string, number, number]>([
  ["neither", ["Smile."], "Good", 0, 0],
  ["a recommendation", ["Smile.", "Reels 🎬"], "Good", 1, 0],
  ["the status", ["Smile."], "Great 🎉", 0, 1],
])("where letters lack in %s, it is said there", (_, recommendations, status, below, onCover) => {
  const input = smallInput("operator");
  const profile = {
    ...input.profile,
    ...{ source: "outside" as const, recommendations, engagement: rate(status) },
  };
  const report = composeReport({ ...input, profile }, glyphs);
  const words = "◊ stands for a character that this file has no letter for.";
  expect(report.afterRecommendations.filter((line) => line.startsWith(words))).toHaveLength(below);
  expect(report.basis.filter((line) => line.startsWith(words))).toHaveLength(onCover);
});

test.each([
  ["Much better than average", true],
  ["Above the average of comparable accounts in your region", false],
  [" ", false],
])("a status of '%s' stands on the cover only where it has room: %s", (status, isThere) => {
  const input = smallInput("operator");
  const profile = { ...input.profile, source: "outside" as const, engagement: rate(status) };
  const { highlights } = composeReport({ ...input, profile }, glyphs);
  expect(highlights.map(({ value }) => value)).toEqual(isThere ? [status] : []);
});
