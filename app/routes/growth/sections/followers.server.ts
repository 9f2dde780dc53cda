import { type Line, lineChart } from "~/domain/charts/line-chart";
import { everyLast } from "~/domain/charts/thin-out";
import { formatDate } from "~/domain/dates";
import {
  type FollowersPoint,
  type FollowersSeries,
  followersSeries,
  pointsWithin,
} from "~/domain/growth-series/followers";
import { counted, withCommas } from "~/domain/numbers";
import { type GrowthView, openWay, rangeWords, type ShownSection } from "./section.ts";

const key = "followers" as const;
const title = "Followers over time";
/** Rows that a table may have of each line: more are not read. */
const mostRows = 54;

export function followersSection(view: GrowthView): ShownSection {
  const { growth, span } = view;
  const series = followersSeries(growth);
  const newest = newestOf(series);
  const parts = partsOf(series, view);
  if (!newest || parts.length === 0) return nothingKnown(view, newest);
  const { drawing, x } = lineChart({
    lines: parts.map(({ look, points, dots }) => ({
      look,
      points: points.map(asValue),
      dots: dots.map(asValue),
    })),
    from: span.from,
    to: span.to,
  });
  const rows = parts
    .flatMap(({ listed, how }) => everyLast(listed, mostRows).map((point) => ({ ...point, how })))
    .sort((a, b) => a.at - b.at);
  const isDashed = parts.some(({ look }) => look === "dashed-line");
  return {
    key,
    title,
    chart: {
      drawing,
      name: title,
      description: describe(rows),
      headline: `${counted(newest.followers, "follower")} on ${formatDate(newest.at)}`,
      legend: parts.map(({ look, label }) => ({ look, label })),
      table: {
        columns: ["Day", "Followers", "Known from"],
        rows: rows
          .map(({ at, followers, how }) => ({
            cells: [formatDate(at), withCommas(followers), how],
            x: Math.round(x(at) * 10) / 10,
          }))
          .reverse(),
        note: parts.some(({ listed }) => listed.length > mostRows)
          ? "Not every day is listed here. The CSV has them all."
          : undefined,
      },
    },
    notes: notesOf(view, isDashed),
  };
}

interface Part extends Pick<Line, "look"> {
  label: string;
  how: string;
  points: readonly FollowersPoint[];
  dots: readonly FollowersPoint[];
  listed: readonly FollowersPoint[];
}

/** The lines of which anything lies within the span. */
function partsOf({ reconstructed, exported, instagram }: FollowersSeries, { span }: GrowthView) {
  const part = (
    all: readonly FollowersPoint[],
    names: Pick<Part, "look" | "label" | "how">,
  ): Part[] => {
    const { points, edge } = pointsWithin(all, span);
    if (points.length === 0) return [];
    const isCounted = names.look !== "dashed-line";
    return [
      {
        ...names,
        points: edge ? [edge, ...points] : points,
        dots: isCounted ? points : [],
        listed: isCounted ? points : pointsWithin(reconstructed, span).points,
      },
    ];
  };
  const [first] = exported;
  // The dashed line leads up to the first count, where that is an export's.
  const isJoined =
    first && reconstructed.length > 0 && !(instagram[0] && instagram[0].at < first.at);
  return [
    ...part(isJoined ? [...reconstructed, first] : reconstructed, {
      look: "dashed-line",
      label: "reconstructed from those who stayed",
      how: "reconstructed",
    }),
    ...part(exported, { look: "line", label: "in your exports", how: "your export" }),
    ...part(instagram, { look: "second-line", label: "counted by Instagram", how: "Instagram" }),
  ];
}

const newestOf = ({ reconstructed, exported, instagram }: FollowersSeries) =>
  [reconstructed.at(-1), exported.at(-1), instagram.at(-1)]
    .flatMap((point) => point ?? [])
    .sort((a, b) => b.at - a.at)[0];

const asValue = ({ at, followers }: FollowersPoint) => ({ at, value: followers });

function nothingKnown(view: GrowthView, newest: FollowersPoint | undefined): ShownSection {
  return {
    key,
    title,
    notes: [
      newest
        ? `Nothing is known of ${rangeWords[view.range]}. The last count is ${counted(newest.followers, "follower")}, of ${formatDate(newest.at)}.`
        : "We do not know yet how many followers there were. An export of all time shows it.",
    ],
    way: openWay(view.knowing, "import", newest ? "Import a newer export" : "Import your export"),
  };
}

function describe(rows: readonly FollowersPoint[]): string {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return "";
  if (rows.length === 1)
    return `One count: ${counted(first.followers, "follower")} on ${formatDate(first.at)}.`;
  return `From ${withCommas(first.followers)} on ${formatDate(first.at)} to ${counted(last.followers, "follower")} on ${formatDate(last.at)}.`;
}

function notesOf({ growth: { exports, isOtherAccount } }: GrowthView, isDashed: boolean): string[] {
  if (!exports) return [];
  const { imports, undated } = exports;
  const [first] = imports;
  return [
    ...(isDashed && first
      ? [
          `Dashed: made from the times at which those followed who were still there on ${formatDate(first.takenAt)}. Who had left before is not in it.`,
        ]
      : []),
    ...(isDashed && undated > 0
      ? [
          `${counted(undated, "follower")} without a known time ${undated === 1 ? "is" : "are"} counted from the beginning.`,
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
