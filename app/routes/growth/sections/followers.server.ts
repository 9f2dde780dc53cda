import { type LinePoint, lineChart } from "~/domain/charts/line-chart";
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

const title = "Followers over time";
/** Rows that a table may have: more are not read. */
const mostRows = 370;

export function followersSection(view: GrowthView): ShownSection {
  const { growth, span, knowing } = view;
  const series = followersSeries(growth);
  const solid = pointsWithin(series.known, span);
  const dashed = pointsWithin(joined(series), span);
  const days = pointsWithin(series.reconstructed, span).points;
  const newest = series.known.at(-1) ?? series.reconstructed.at(-1);
  const common = { key: "followers" as const, title };
  const isEmpty = solid.points.length + days.length === 0;
  if (isEmpty || !newest)
    return {
      ...common,
      notes: [
        newest
          ? `Nothing is known of ${rangeWords[view.range]}. The last count is ${counted(newest.followers, "follower")}, of ${formatDate(newest.at)}.`
          : "We do not know yet how many followers there were. An export of all time shows it.",
      ],
      way: openWay(knowing, "import", newest ? "Import a newer export" : "Import your export"),
    };
  const dots = solid.points.map(asPoint);
  const { drawing, x } = lineChart({
    lines: [
      { look: "dashed-line", points: withEdge(dashed) },
      { look: "line", points: withEdge(solid), dots },
    ],
    from: span.from,
    to: span.to,
  });
  const isDashed = days.length > 0;
  const rows = [
    ...everyLast(days, mostRows).map((point) => ({ ...point, how: "reconstructed" })),
    ...everyLast(solid.points, mostRows).map((point) => ({
      ...point,
      how: point.by === "export" ? "your export" : "Instagram",
    })),
  ];
  return {
    ...common,
    chart: {
      drawing,
      name: title,
      description: describe(rows),
      headline: `${counted(newest.followers, "follower")} on ${formatDate(newest.at)}`,
      legend: [
        ...(solid.points.length > 0 ? [{ look: "line" as const, label: "counted" }] : []),
        ...(isDashed
          ? [{ look: "dashed-line" as const, label: "reconstructed from those who stayed" }]
          : []),
      ],
      table: {
        columns: ["Day", "Followers", "Known from"],
        rows: rows
          .map(({ at, followers, how }) => ({
            cells: [formatDate(at - (how === "reconstructed" ? 1 : 0)), withCommas(followers), how],
            x: rounded(x(at)),
          }))
          .reverse(),
        note:
          rows.length < days.length + solid.points.length
            ? "Not every day is listed here. The CSV has them all."
            : undefined,
      },
    },
    notes: notesOf(view, series, isDashed),
  };
}

/** The dashed line leads up to the first count, where an export made it. */
function joined({ reconstructed, known }: FollowersSeries): readonly FollowersPoint[] {
  const [first] = known;
  return first?.by === "export" && reconstructed.length > 0
    ? [...reconstructed, first]
    : reconstructed;
}

const asPoint = ({ at, followers }: FollowersPoint): LinePoint => ({ at, value: followers });

const withEdge = ({ points, edge }: ReturnType<typeof pointsWithin>) =>
  [...(edge ? [edge] : []), ...points].map(asPoint);

const rounded = (value: number) => Math.round(value * 10) / 10;

function describe(rows: readonly FollowersPoint[]): string {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return "";
  if (rows.length === 1)
    return `One count: ${counted(first.followers, "follower")} on ${formatDate(first.at)}.`;
  return `From ${withCommas(first.followers)} on ${formatDate(first.at)} to ${counted(last.followers, "follower")} on ${formatDate(last.at)}.`;
}

function notesOf(
  { growth: { exports, isOtherAccount } }: GrowthView,
  { known }: FollowersSeries,
  isDashed: boolean,
): string[] {
  const first = exports?.imports[0];
  const isSingle = exports?.imports.length === 1 && known.length === 1;
  return [
    ...(isDashed && first
      ? [
          `Dashed: made from the times at which those followed who were still there on ${formatDate(first.takenAt)}. Who had left before is not in it.`,
        ]
      : []),
    ...(isDashed && exports && exports.undated > 0
      ? [
          `${counted(exports.undated, "follower")} ${exports.undated === 1 ? "has" : "have"} no known time, and ${exports.undated === 1 ? "is" : "are"} counted from the beginning.`,
        ]
      : []),
    ...(isSingle ? ["Each further export adds a count, and shows who left in between."] : []),
    ...(isOtherAccount && exports
      ? ["Counted by your exports only, as your connection is to another account."]
      : []),
  ];
}
