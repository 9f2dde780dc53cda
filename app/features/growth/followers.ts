import type { Line } from "../../design/charts/drawing/line-chart.ts";
import { everyLast } from "../../design/charts/drawing/thin-out.ts";
import { addresses } from "../../platform/values/addresses.ts";
import { formatDate } from "../../platform/values/dates.ts";
import { day } from "../../platform/values/durations.ts";
import { allOf } from "../../platform/values/listed.ts";
import { counted, withCommas } from "../../platform/values/numbers.ts";
import { say, sentences } from "../../platform/values/say.ts";
import { mayBeRoundedDown } from "../history/shown-count.ts";
import {
  type ChartRequest,
  type GrowthChart,
  type LegendEntry,
  mostTableRows,
  notEveryDay,
  openWay,
} from "./chart.ts";
import type { Growth } from "./growth.ts";
import { knownSince, knownSpan, type Range, type Span } from "./ranges.ts";

export interface FollowersPoint {
  /** Epoch milliseconds. */
  at: number;
  followers: number;
  /** Set where people are missing who followed at a time that no export shows. */
  hasGap?: true;
  /** Of an export with another before it: the address of the page that compares the two. */
  compared?: string;
}

export interface FollowersSeries {
  /**
   * The end of each day before the first known count: those who were there on the day of the first export that shows all
   * followers, by the time of their follow. Who had left before it, or was away then, is not in it.
   */
  reconstructed: readonly FollowersPoint[];
  /** The known list after each export. */
  exported: readonly FollowersPoint[];
  /** As Instagram showed it, on days on which it was read or said. It counts otherwise than an export. */
  instagram: readonly FollowersPoint[];
}

/** How many followers there were, oldest first. */
export function followersSeries(growth: Growth): FollowersSeries {
  const imports = growth.exports?.imports ?? [];
  const exported = imports.flatMap(({ takenAt, followers, hasGap, ...one }, index) => {
    const before = imports[index - 1]?.id;
    const compared = before && one.id && comparedAt(before, one.id);
    return followers === null
      ? []
      : [{ at: takenAt, followers, ...(hasGap && { hasGap }), ...(compared && { compared }) }];
  });
  const instagram = shownCounts(growth);
  const first = instagram[0]?.at ?? Number.POSITIVE_INFINITY;
  return { reconstructed: reconstructedBefore(growth, first), exported, instagram };
}

const comparedAt = (from: string, to: string) =>
  `${addresses.compare}?${new URLSearchParams({ from, to })}`;

/** By exports and by Instagram together, oldest first. The number typed with an export stands before the export's own. */
export function knownCounts(growth: Growth): FollowersPoint[] {
  const { exported, instagram } = followersSeries(growth);
  return [...instagram, ...exported].sort((a, b) => a.at - b.at);
}

/**
 * The counts of one origin, the one of the newest, oldest first. The number typed with an export is no newer than the
 * export's own.
 */
export function newestCounts(growth: Growth): readonly FollowersPoint[] {
  const { exported, instagram } = followersSeries(growth);
  return (instagram.at(-1)?.at ?? 0) > (exported.at(-1)?.at ?? 0) ? instagram : exported;
}

/** What Instagram showed: as it was read, and as the subscriber said with an export, unless Instagram may have rounded that down. */
function shownCounts({ instagramCounts, exports }: Growth): FollowersPoint[] {
  const said = (exports?.imports ?? []).flatMap(({ takenAt, shown }) =>
    shown === undefined || mayBeRoundedDown(shown) ? [] : [{ at: takenAt, followers: shown }],
  );
  const read = instagramCounts.map(({ at, followers }) => ({ at: at * 1_000, followers }));
  return [...said, ...read].sort((a, b) => a.at - b.at);
}

function reconstructedBefore({ exports }: Growth, first: number): FollowersPoint[] {
  if (!exports?.firstLook) return [];
  const { takenAt, firstDay, counts, undated } = exports.firstLook;
  const end = Math.min(first, takenAt);
  const points: FollowersPoint[] = [];
  let followers = undated;
  for (let at = (firstDay + 1) * day; at <= end; at += day) {
    followers += counts[at / day - firstDay - 1] ?? 0;
    points.push({ at, followers });
  }
  return points;
}

export interface FollowerLine {
  /** Where it is known from. */
  from: keyof FollowersSeries;
  points: readonly FollowersPoint[];
  /** The points that were counted. What lies between them is only drawn. */
  counts: readonly FollowersPoint[];
  /** The points without those that only connect the line: to the span's edge, or to another line. */
  own: readonly FollowersPoint[];
}

/** The lines of which anything lies within the span. */
export function followerLines(growth: Growth, span: Span): FollowerLine[] {
  const { reconstructed, exported, instagram } = followersSeries(growth);
  // The reconstructed line leads up to the count of its export, unless an earlier count of Instagram's ends it.
  const first = exported.find(({ at }) => at === growth.exports?.firstLook?.takenAt);
  const isJoined =
    first && reconstructed.length > 0 && !(instagram[0] && instagram[0].at < first.at);
  return [
    ...lineOf("reconstructed", isJoined ? [...reconstructed, first] : reconstructed, span).map(
      (line) => ({ ...line, counts: [], own: line.own.filter((point) => point !== first) }),
    ),
    ...lineOf("exported", exported, span),
    ...lineOf("instagram", instagram, span),
  ];
}

function lineOf(
  from: FollowerLine["from"],
  all: readonly FollowersPoint[],
  span: Span,
): FollowerLine[] {
  const { points, edge } = pointsWithin(all, span);
  if (points.length === 0) return [];
  return [{ from, points: edge ? [edge, ...points] : points, counts: points, own: points }];
}

/**
 * The points within a span. Where the line comes in from before, it begins at the span's edge, on the straight line
 * between its neighbours.
 */
export function pointsWithin<P extends FollowersPoint>(
  points: readonly P[],
  { from = Number.NEGATIVE_INFINITY, to }: Span,
): { points: readonly P[]; edge: FollowersPoint | undefined } {
  const within = points.filter(({ at }) => at >= from && at <= to);
  const first = within[0];
  const before = points.findLast(({ at }) => at < from);
  if (!before || !first || first.at === from) return { points: within, edge: undefined };
  const share = (from - before.at) / (first.at - before.at);
  const followers = before.followers + share * (first.followers - before.followers);
  return { points: within, edge: { at: from, followers } };
}

const words = sentences({
  reconstructed: {
    look: "dashed-line",
    page: "reconstructed from those who stayed",
    paper: "Reconstructed from those who stayed until your first export",
  },
  exported: {
    look: "line",
    page: "in your exports",
    paper: "Your exports",
  },
  instagram: {
    look: "second-line",
    page: "counted by Instagram",
    paper: "Instagram's count",
  },
} as const satisfies Record<
  FollowerLine["from"],
  Pick<Line, "look"> & { page: string; paper: string }
>);

function howKnown(from: FollowerLine["from"]): string {
  if (from === "instagram") return "Instagram";
  return from === "exported" ? say`your export` : say`reconstructed`;
}

const nothingKnown: Record<Range, (count: string, day: string) => string> = {
  "4-weeks": (count, day) =>
    say`Nothing is known of the last 4 weeks. The last count is ${count}, of ${day}.`,
  quarter: (count, day) =>
    say`Nothing is known of the last quarter. The last count is ${count}, of ${day}.`,
  year: (count, day) =>
    say`Nothing is known of the last year. The last count is ${count}, of ${day}.`,
  all: (count, day) =>
    say`Nothing is known of all the time that is known. The last count is ${count}, of ${day}.`,
};

export function followersChart(request: ChartRequest): GrowthChart {
  const { growth, range, span, knowing } = request;
  const key = "followers";
  const title = {
    page: say`Followers over time`,
    paper: range === "all" ? say`Followers, all that is known` : say`Followers, the last year`,
  };
  const newest = newestOf(growth);
  const lines = followerLines(growth, span);
  const points = lines
    .flatMap(({ from, points: own }) =>
      own.map((point) => ({ ...point, from, day: dayName(point, from) })),
    )
    .sort((a, b) => a.at - b.at);
  const told = ofOneKind(points);
  const [earliest, first, last] = [points[0], told[0], told.at(-1)];
  if (!newest || !earliest || !first || !last) {
    const page = newest
      ? nothingKnown[range](countWords(newest), formatDate(newest.at))
      : say`We do not know yet how many followers there were. An export of all time shows it.`;
    return {
      key,
      title,
      notes: { page: [page], paper: [say`Nothing is known of this time yet.`] },
      way: openWay(
        knowing,
        "import",
        newest ? say`Import a newer export` : say`Import your export`,
      ),
    };
  }
  const isSingle = first.at === last.at;
  const drawn = knownSpan(span, earliest.at);
  const figure = {
    kind: "lines" as const,
    lines: lines.map((line) => ({
      look: words[line.from].look,
      points: line.points.map(asValue),
      dots: line.counts.map(asValue),
    })),
  };
  const rows = rowsOf(lines);
  const onPaper = isSingle
    ? say`${countWords(last)} on ${last.day}. A line needs a second count.`
    : say`${roundedCount(first)} on ${first.day}, ${roundedCount(last)} on ${last.day}.`;
  return {
    key,
    title,
    drawn: {
      figure: {
        page: { ...figure, ...drawn, isMain: true },
        paper: isSingle ? null : { ...figure, from: earliest.at, to: span.to },
      },
      headline: { page: say`${countWords(newest)} on ${formatDate(newest.at)}`, paper: onPaper },
      description: { page: describe(ofOneKind(rows)), paper: say`Line of followers: ${onPaper}` },
      legend: lines.flatMap(({ from, points: shown }): LegendEntry[] => {
        const { look, page, paper } = words[from];
        // On the page, a single count is a dot without a line.
        const isDot = shown.length === 1 && look !== "dashed-line";
        return [
          { look: isDot ? `${look}-dots` : look, page },
          { look, paper },
        ];
      }),
      table: {
        columns: [say`Day`, say`Followers`, say`Known from`],
        rows: rows
          .map(({ at, day: name, followers, how, hasGap, compared }) => ({
            cells: [name, knownWords(followers, hasGap), how],
            at,
            ...(compared && { link: { to: compared, name: say`compared with the export before` } }),
          }))
          .reverse(),
        note: lines.some(({ own }) => own.length > mostTableRows) ? notEveryDay() : undefined,
      },
    },
    notes: {
      page: [
        ...knownSince(span, drawn, earliest.at),
        ...notesOf(growth, new Set(lines.map(({ from }) => from))),
      ],
      paper: [],
    },
  };
}

/** What is reconstructed is counted at the end of a day, which is the beginning of the next. */
const dayName = ({ at }: FollowersPoint, from: FollowerLine["from"]): string =>
  formatDate(from === "reconstructed" ? at - 1 : at);

const rowsOf = (lines: readonly FollowerLine[]) =>
  lines
    .flatMap(({ from, own }) =>
      everyLast(own, mostTableRows).map((point) => ({
        ...point,
        from,
        day: dayName(point, from),
        how: howKnown(from),
      })),
    )
    .sort((a, b) => a.at - b.at);

/**
 * Those that a sentence may lead through: exports and Instagram count differently. They are of the kind that tells of more
 * time; what is reconstructed is of the exports.
 */
function ofOneKind<P extends { at: number; from: FollowerLine["from"] }>(
  points: readonly P[],
): P[] {
  const lists = points.filter(({ from }) => from !== "instagram");
  const instagram = points.filter(({ from }) => from === "instagram");
  const time = (some: readonly P[]) => (some.at(-1)?.at ?? 0) - (some[0]?.at ?? 0);
  return lists.length === 0 || time(instagram) > time(lists) ? instagram : lists;
}

/** Where a line begins at the edge of its span, its count lies between two known ones. */
const roundedCount = ({ followers, hasGap }: FollowersPoint): string =>
  knownWords(Math.round(followers), hasGap);

/** Where some are missing, it is no count of all. */
export const knownWords = (followers: number, hasGap: boolean | undefined): string =>
  hasGap ? say`${withCommas(followers)} known` : withCommas(followers);

/** Undefined where nothing is known at all. */
const newestOf = (growth: Growth): FollowersPoint | undefined =>
  knownCounts(growth).at(-1) ?? followersSeries(growth).reconstructed.at(-1);

const countWords = ({ followers, hasGap }: FollowersPoint): string =>
  hasGap ? counted(followers, "known follower") : counted(followers, "follower");

const asValue = ({ at, followers }: FollowersPoint) => ({ at, value: followers });

function describe(rows: readonly (FollowersPoint & { day: string })[]): string {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return "";
  if (rows.length === 1) return say`One count: ${countWords(first)} on ${first.day}.`;
  return say`From ${knownWords(first.followers, first.hasGap)} on ${first.day} to ${countWords(last)} on ${last.day}.`;
}

function notesOf(
  { exports, isOtherAccount }: Growth,
  shown: ReadonlySet<FollowerLine["from"]>,
): string[] {
  if (!exports) return [];
  const isDashed = shown.has("reconstructed");
  const { imports, firstLook } = exports;
  const { takenAt = 0, undated = 0 } = firstLook ?? {};
  return allOf(
    isDashed &&
      say`Dashed: reconstructed from the people who were there on ${formatDate(takenAt)}, by the time of their follow. People who had left before are not in it. Neither are those who were away then, and came back later.`,
    isDashed &&
      undated > 0 &&
      (undated === 1
        ? say`1 follower without a known time is counted from the beginning.`
        : say`${withCommas(undated)} followers without a known time are counted from the beginning.`),
    shown.has("exported") &&
      imports.some(({ isPart }) => isPart) &&
      say`After an export of part of the time, those who followed at other times are counted as your earlier exports knew them.`,
    shown.has("exported") &&
      imports.some(({ hasGap }) => hasGap) &&
      say`Some people followed at a time that none of your exports shows. A count marked 'known' lacks them.`,
    shown.has("exported") &&
      shown.has("instagram") &&
      say`Instagram counts deactivated accounts, usually 1 to 5%, and lists them in no export: so its count is higher.`,
    imports.length === 1 && say`Each further export adds a count, and shows who left in between.`,
    isOtherAccount && say`Counted by your exports only, as your connection is to another account.`,
  );
}
