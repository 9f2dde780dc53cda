import { type Line, lineChart } from "~/design/charts/drawing/line-chart";
import { everyLast } from "~/design/charts/drawing/thin-out";
import type { ShownChart } from "~/design/charts/shown-chart";
import {
  type FollowerLine,
  type FollowersPoint,
  followerLines,
  followersSeries,
  knownCounts,
} from "~/features/growth/followers";
import type { Growth } from "~/features/growth/growth";
import { formatDate } from "~/platform/values/dates";
import { counted, withCommas } from "~/platform/values/numbers";
import { openWay, place, rangeWords, type SectionInput, type ShownSection } from "./section.ts";

const key = "followers" as const;
const title = "Followers over time";
/** Rows that a table may have of each line: more are not read. */
const mostRows = 54;
const words = {
  reconstructed: {
    look: "dashed-line",
    label: "reconstructed from those who stayed",
    how: "reconstructed",
  },
  exported: { look: "line", label: "in your exports", how: "your export" },
  instagram: { look: "second-line", label: "counted by Instagram", how: "Instagram" },
} as const satisfies Record<
  FollowerLine["from"],
  Pick<Line, "look"> & { label: string; how: string }
>;

export function followersSection(view: SectionInput): ShownSection {
  const { growth, span } = view;
  const newest = newestOf(growth);
  const lines = followerLines(growth, span);
  if (!newest || lines.length === 0) return nothingKnown(view, newest);
  const { drawing, x } = lineChart({
    lines: lines.map(({ from, points, counts }) => ({
      look: words[from].look,
      points: points.map(asValue),
      dots: counts.map(asValue),
    })),
    from: span.from,
    to: span.to,
  });
  const rows = lines
    .flatMap(({ from, own }) =>
      everyLast(own, mostRows).map((point) => ({
        ...point,
        // The end of a day is the beginning of the next.
        day: formatDate(from === "reconstructed" ? point.at - 1 : point.at),
        how: words[from].how,
      })),
    )
    .sort((a, b) => a.at - b.at);
  return {
    key,
    title,
    chart: {
      drawing,
      name: title,
      description: describe(rows),
      headline: `${countWords(newest)} on ${formatDate(newest.at)}`,
      legend: lines.map(({ from, points }) => legendOf(from, points.length === 1)),
      table: {
        columns: ["Day", "Followers", "Known from"],
        rows: rows
          .map(({ at, day, followers, how, hasGap }) => ({
            cells: [day, `${withCommas(followers)}${hasGap ? " known" : ""}`, how],
            x: place(x(at)),
          }))
          .reverse(),
        note: lines.some(({ own }) => own.length > mostRows)
          ? "Not every day is listed here. The CSV has them all."
          : undefined,
      },
    },
    notes: notesOf(view, new Set(lines.map(({ from }) => from))),
  };
}

/** A single count is a dot without a line. */
function legendOf(from: FollowerLine["from"], isDot: boolean): ShownChart["legend"][number] {
  const { look, label } = words[from];
  return { look: isDot && look !== "dashed-line" ? `${look}-dots` : look, label };
}

/** Undefined where nothing is known at all. */
const newestOf = (growth: Growth): FollowersPoint | undefined =>
  knownCounts(growth).at(-1) ?? followersSeries(growth).reconstructed.at(-1);

/** Where some are missing, it is no count of all. */
const countWords = ({ followers, hasGap }: FollowersPoint): string =>
  hasGap ? counted(followers, "known follower") : counted(followers, "follower");

const asValue = ({ at, followers }: FollowersPoint) => ({ at, value: followers });

function nothingKnown(view: SectionInput, newest: FollowersPoint | undefined): ShownSection {
  return {
    key,
    title,
    notes: [
      newest
        ? `Nothing is known of ${rangeWords[view.range]}. The last count is ${countWords(newest)}, of ${formatDate(newest.at)}.`
        : "We do not know yet how many followers there were. An export of all time shows it.",
    ],
    way: openWay(view.knowing, "import", newest ? "Import a newer export" : "Import your export"),
  };
}

function describe(rows: readonly (FollowersPoint & { day: string })[]): string {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return "";
  if (rows.length === 1)
    return `One count: ${counted(first.followers, "follower")} on ${first.day}.`;
  return `From ${withCommas(first.followers)} on ${first.day} to ${counted(last.followers, "follower")} on ${last.day}.`;
}

function notesOf(
  { growth: { exports, isOtherAccount } }: SectionInput,
  shown: ReadonlySet<FollowerLine["from"]>,
): string[] {
  if (!exports) return [];
  const isDashed = shown.has("reconstructed");
  const { imports, firstLook } = exports;
  const { takenAt = 0, undated = 0 } = firstLook ?? {};
  return [
    ...(isDashed
      ? [
          `Dashed: reconstructed from the people who were there on ${formatDate(takenAt)}, by the time of their follow. People who had left before are not in it. Neither are those who were away then, and came back later.`,
        ]
      : []),
    ...(isDashed && undated > 0
      ? [
          `${counted(undated, "follower")} without a known time ${undated === 1 ? "is" : "are"} counted from the beginning.`,
        ]
      : []),
    ...(shown.has("exported") && imports.some(({ isPart }) => isPart)
      ? [
          "After an export of part of the time, those who followed at other times are counted as your earlier exports knew them.",
        ]
      : []),
    ...(shown.has("exported") && imports.some(({ hasGap }) => hasGap)
      ? [
          "Some people followed at a time that none of your exports shows. A count marked 'known' lacks them.",
        ]
      : []),
    ...(shown.has("exported") && shown.has("instagram")
      ? [
          "Instagram counts deactivated accounts, usually 1 to 5 %, and lists them in no export: so its count is higher.",
        ]
      : []),
    ...(imports.length === 1
      ? ["Each further export adds a count, and shows who left in between."]
      : []),
    ...(isOtherAccount
      ? ["Counted by your exports only, as your connection is to another account."]
      : []),
  ];
}
