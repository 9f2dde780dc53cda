import { formatDate } from "../../../platform/values/dates.ts";
import { counted, withCommas } from "../../../platform/values/numbers.ts";
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
import type { PeoplePart } from "./report.ts";

const titles: Record<NamedKey, string> = {
  newFollowers: "New followers",
  lostFollowers: "Lost followers",
};

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
    const line = note && total === null ? noteText(note, knowing, key).long : "Being counted.";
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

function lineOf(key: NamedKey, { profile }: ReportInput, { total, between }: NamedPeople): string {
  const people = total === 1 ? "1 person" : `${withCommas(total)} people`;
  if (profile.source !== "built-in") return total === 0 ? "Nobody." : `${people}.`;
  const isFirst = profile.notes.lostFollowers === "needs-second-export";
  const when = between
    ? `between your exports of ${formatDate(between.from)} and ${formatDate(between.to)}`
    : key === "newFollowers" && isFirst
      ? "in the last 30 days of your export"
      : "between your last two exports";
  return total === 0 ? `Nobody, ${when}.` : `${people}, ${when}.`;
}

function afterOf(
  { profile }: ReportInput,
  key: NamedKey,
  { total }: NamedPeople,
  names: readonly string[],
): string[] {
  const more = total - names.length;
  const odd = names.filter((name) => name.includes(missingSign)).length;
  const page = `the page '${categoryLabels[key]}' of your analytics`;
  return [
    ...(more > 0
      ? [
          `And ${withCommas(more)} more.${profile.source === "built-in" ? ` All of them are on ${page}, and in its CSV file.` : ""}`,
        ]
      : []),
    ...(odd > 0
      ? [
          `In ${counted(odd, "name")}, ${missingSign} stands for a character that this file has no letter for. The whole ${odd === 1 ? "name is" : "names are"} on ${page}.`,
        ]
      : []),
  ];
}
