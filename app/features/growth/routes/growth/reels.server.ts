import type { ChartRequest } from "~/features/growth/chart";
import { namedPost } from "~/features/growth/growth";
import { formatDate } from "~/platform/values/dates";
import { withDecimals } from "~/platform/values/decimals";
import { allOf, commaList } from "~/platform/values/listed";
import { counted } from "~/platform/values/numbers";
import { say } from "~/platform/values/say";
import { median } from "~/platform/values/statistics";

/** Reels that are shown, the newest first; the file has all. */
const mostReels = 5;

export type ShownReels = NonNullable<ReturnType<typeof shownReels>>;

/** How reels are watched, by Instagram's own figures; undefined without a connection. */
export function shownReels({ growth }: ChartRequest) {
  const { counted: own, posts } = growth;
  if (!own) return undefined;
  const { reels } = own;
  if (reels.length === 0) {
    const hasReels = posts.some(({ kind }) => kind === "reel");
    return {
      headline: undefined,
      rows: [],
      notes: [
        hasReels
          ? say`Instagram has not told yet how long your reels are watched and how many skip them.`
          : say`How long your reels are watched and how many skip them shows here with your first reel.`,
      ],
    };
  }
  return {
    headline: figuresOf(
      median(reels.flatMap((reel) => reel.watched ?? [])),
      median(reels.flatMap((reel) => reel.skipped ?? [])),
    ),
    rows: reels.slice(0, mostReels).map((reel) => ({
      ...namedPost({ ...reel, kind: "reel" }),
      figures: figuresOf(reel.watched, reel.skipped),
    })),
    notes: [
      say`The median of your latest ${counted(reels.length, "reel")}. Average watch time and skip rate are Instagram's own figures, read ${formatDate(own.readAt)}; skipped is of those who saw the beginning.`,
    ],
  };
}

/** Nothing above 0 is written as 0%, and nothing below 100 as 100%. */
const skippedBy = (percent: number) =>
  percent > 0 && percent < 0.5
    ? say`skipped by less than 1%`
    : say`skipped by ${percent < 100 ? Math.min(99, Math.round(percent)) : 100}%`;

/** `watched for 7.4 s, skipped by 31%`, as far as Instagram tells. @param watched milliseconds @param skipped percent */
const figuresOf = (watched: number | null | undefined, skipped: number | null | undefined) =>
  commaList(
    allOf(
      typeof watched === "number" && say`watched for ${withDecimals(watched / 1_000, 1)} s`,
      typeof skipped === "number" && skippedBy(skipped),
    ),
  );
