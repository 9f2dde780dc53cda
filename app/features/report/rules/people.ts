import { formatDate } from "../../../platform/values/dates.ts";
import { allOf } from "../../../platform/values/listed.ts";
import { withCommas } from "../../../platform/values/numbers.ts";
import { say, sentences } from "../../../platform/values/say.ts";
import { categoryLabels } from "../../analysis/analysis-labels.ts";
import { noteText } from "../../analysis/analysis-notes.ts";
import { categoryOf } from "../../analysis/profile.ts";
import {
  mostNamed,
  type NamedKey,
  type NamedPeople,
  namedKeys,
  type ReportInput,
} from "./input.ts";
import { legible, missingSign } from "./legible.ts";
import { limitsOfCategory } from "./limits.ts";
import type { PeoplePart } from "./report.ts";

const titles: Record<NamedKey, string> = sentences({
  newFollowers: "New followers",
  lostFollowers: "Lost followers",
});

/** Who came and who left: the first by name, the rest counted. */
export function peopleParts(input: ReportInput, glyphs: ReadonlySet<number>): PeoplePart[] {
  return namedKeys.map((key) => partOf(key, input, glyphs));
}

function partOf(key: NamedKey, input: ReportInput, glyphs: ReadonlySet<number>): PeoplePart {
  const { profile, knowing, people } = input;
  const title = titles[key];
  const note = profile.notes[key];
  const listed = people[key];
  if (!listed) {
    const total = categoryOf(profile, key)?.total ?? null;
    const line = note && total === null ? noteText(note, knowing, key).long : say`Being counted.`;
    return { title, line, names: [], after: [] };
  }
  const names = listed.names.slice(0, mostNamed).map((name) => legible(name, glyphs));
  return {
    title,
    line: lineOf(key, input, listed),
    names,
    after: afterOf(input, key, listed, names),
  };
}

function lineOf(
  key: NamedKey,
  { profile, people: known }: ReportInput,
  { total, between }: NamedPeople,
): string {
  const people = total === 1 ? say`1 person` : say`${withCommas(total)} people`;
  if (profile.source !== "built-in") return total === 0 ? say`Nobody.` : say`${people}.`;
  const limits = limitsOfCategory(key, known);
  if (limits && total === 0) return limits;
  if (between) {
    const [from, to] = [formatDate(between.from), formatDate(between.to)];
    return total === 0
      ? say`Nobody, between your exports of ${from} and ${to}.`
      : say`${people}, between your exports of ${from} and ${to}.`;
  }
  if (key === "newFollowers" && profile.notes.lostFollowers === "needs-second-export")
    return total === 0
      ? say`Nobody, in the last 30 days of your export.`
      : say`${people}, in the last 30 days of your export.`;
  return total === 0
    ? say`Nobody, between your last two exports.`
    : say`${people}, between your last two exports.`;
}

function afterOf(
  { profile, people }: ReportInput,
  key: NamedKey,
  { total, hidden }: NamedPeople,
  names: readonly string[],
): string[] {
  const others = total - hidden - names.length;
  const more = withCommas(others);
  const odd = names.filter((name) => name.includes(missingSign)).length;
  const page = categoryLabels[key];
  const limits = limitsOfCategory(key, people);
  return allOf(
    ...(limits && total > 0 ? [limits] : []),
    others > 0 &&
      (profile.source === "built-in"
        ? say`And ${more} more. All of them are on the page '${page}' of your analytics, and in its CSV file.`
        : say`And ${more} more.`),
    hidden > 0 && say`${withCommas(hidden)} hidden`,
    odd > 0 &&
      (odd === 1
        ? say`In 1 name, ${missingSign} stands for a character that this file has no letter for. The whole name is on the page '${page}' of your analytics.`
        : say`In ${withCommas(odd)} names, ${missingSign} stands for a character that this file has no letter for. The whole names are on the page '${page}' of your analytics.`),
  );
}
