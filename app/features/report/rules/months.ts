import { formatDate } from "../../../platform/values/dates.ts";
import { shareAsPercent } from "../../../platform/values/decimals.ts";
import { formatIn } from "../../../platform/values/formats.ts";
import { allOf } from "../../../platform/values/listed.ts";
import { withCommas } from "../../../platform/values/numbers.ts";
import { say, sentences } from "../../../platform/values/say.ts";
import { median } from "../../../platform/values/statistics.ts";
import { shownAt, whenShown } from "../../../platform/values/zoned-time.ts";
import { mostAnalyzed } from "../../analysis/posts.ts";
import { engagementSeries } from "../../growth/engagement.ts";
import { followersSeries, knownWords } from "../../growth/followers.ts";
import { followsKnownTo, gainedBy, shownOf } from "../../growth/gained-and-left.ts";
import type { Growth } from "../../growth/growth.ts";
import { survivalByMonth } from "../../growth/survival.ts";
import type { Window } from "../../history/history.ts";
import { preparationSeconds, secondsOf } from "../../history/window.ts";
import { endOf } from "./growth-charts.ts";
import type { ReportInput } from "./input.ts";
import type { MonthTable } from "./report.ts";

const unknown = "–";
const countHeads = sentences({
  exported: "Last count, by exports",
  instagram: "Last count, by Instagram",
});
const headsAfterCount = sentences([
  "Came",
  "Of them still there",
  "Posts",
  "Median of likes and comments",
]);

/** The figures behind the charts, of the last twelve months; null without any follow or post in them. */
export function monthTable(input: ReportInput): MonthTable | null {
  const { growth } = input;
  if (!growth) return null;
  const timeZone = input.timeZone ?? "UTC";
  const months = lastMonths(endOf(input), timeZone);
  const all = { from: months[0]?.from ?? 0, to: (months.at(-1)?.to ?? 0) - 1 };
  const { exports } = growth;
  const [first, newest] = [exports?.imports[0], exports?.imports.at(-1)];
  const takenAt = newest?.takenAt ?? 0;
  // A month that began after the newest export was dated is known of by hours at most.
  const isShown = (from: number, to: number) =>
    exports &&
    from < takenAt &&
    shownOf(exports, from, Math.min(to, followsKnownTo(exports))) === "all";
  const gained = new Map(
    gainedBy("month", growth, all, timeZone).map((one) => [one.from, one.gained]),
  );
  const known = engagementSeries(growth.posts, all).points;
  const posts = growth.posts.map(({ postedAt }) => ({ at: postedAt * 1_000 }));
  const isRead = readMonths(input, growth.posts);
  const survival = new Map(survivalByMonth(growth, all, timeZone).map((one) => [one.from, one]));
  const name = formatIn({ timeZone, month: "short", year: "numeric" });
  const kind = kindFor(months, growth);
  const counts = followersSeries(growth)[kind];
  const rows = months.map((month) => {
    const { from, to } = month;
    const isWithin = within(month);
    const own = known.filter(isWithin).map(({ engagement }) => engagement);
    const stayed = survival.get(from);
    const count = counts.findLast(isWithin);
    return [
      name.format(from),
      count ? knownWords(count.followers, count.hasGap) : unknown,
      numberOr(isShown(from, to) ? (gained.get(from) ?? 0) : undefined),
      // Who had left before an export showed the month is not counted: nearly all would have stayed.
      !stayed || stayed.isSeenLate ? unknown : shareAsPercent(stayed.percent),
      ...(isRead(month)
        ? [numberOr(posts.filter(isWithin).length), numberOr(median(own))]
        : [unknown, unknown]),
    ];
  });
  const isEmpty = rows.every(([, , came, , count]) => !/[1-9]/.test(`${came}${count}`));
  const heads = [say`Month`, countHeads[kind], ...headsAfterCount];
  const lines = allOf(
    first &&
      months.some(({ from, to }) => from < first.takenAt && isShown(from, to)) &&
      say`Of those who came before your first export, of ${formatDate(first.takenAt)}, only people who were still there then are counted: how many came is too low, and how many of them stayed too high.`,
    months.some(({ from }) => survival.get(from)?.isSeenLate) &&
      say`Of months that an export first showed over a month after their end, who had left by then is unknown: how many came is too low, and how many stayed is not told.`,
  );
  return isEmpty ? null : { heads, rows, lines };
}

/** The twelve months up to the one that holds this time, in a time zone. */
function lastMonths(end: number, timeZone: string): Month[] {
  const shown = new Date(shownAt(end, timeZone));
  const start = (back: number) =>
    whenShown(Date.UTC(shown.getUTCFullYear(), shown.getUTCMonth() - back), timeZone);
  return Array.from({ length: 12 }, (_, n) => ({ from: start(11 - n), to: start(10 - n) }));
}

interface Month {
  from: number;
  to: number;
}

/**
 * Of which months the posts are known: from the oldest that was read up to the last look. Where only the latest were
 * read, some of the first month may be missing; of an export of part of the time, at either end of it.
 */
function readMonths({ profile, growth }: ReportInput, posts: Growth["posts"]) {
  const oldest = Math.min(...posts.map(({ postedAt }) => postedAt * 1_000));
  // A connection may give no list of posts. Those of an export have no address.
  const isConnected = posts.some(({ permalink }) => permalink !== null);
  const connection = isConnected ? profile.sources.connection : undefined;
  const newest = isConnected ? undefined : growth?.exports?.imports.at(-1);
  const looked = connection?.readAt ?? newest?.takenAt ?? endOf({ profile, growth });
  const covered = newest?.covers && coveredBy(newest.covers, newest.takenAt);
  return ({ from, to }: Month) =>
    from <= looked &&
    (posts.length < mostAnalyzed ? to > oldest : from >= oldest) &&
    (!covered || (from >= covered.from && to <= covered.to));
}

/** In epoch milliseconds. An export that reaches its taking tells of the days before, but for those that it takes to prepare. */
const coveredBy = ({ from, to }: Window, takenAt: number): Month => ({
  from: from * 1_000,
  to: to < secondsOf(takenAt) - preparationSeconds ? to * 1_000 : Number.POSITIVE_INFINITY,
});

const within =
  ({ from, to }: Month) =>
  ({ at }: { at: number }) =>
    at >= from && at < to;

/** Exports and Instagram count differently, so the column is of one kind: the one that tells of more months. */
function kindFor(months: readonly Month[], growth: Growth): keyof typeof countHeads {
  const { exported, instagram } = followersSeries(growth);
  const told = (points: readonly { at: number }[]) =>
    months.filter((month) => points.some(within(month))).length;
  return told(instagram) > told(exported) ? "instagram" : "exported";
}

const numberOr = (value: number | undefined) =>
  value === undefined ? unknown : withCommas(Math.round(value));
