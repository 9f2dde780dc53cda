import type { ChartRequest } from "~/features/growth/chart";
import { type NamedPost, namedPost } from "~/features/growth/growth";
import { formatDate } from "~/platform/values/dates";
import { withDecimals } from "~/platform/values/decimals";
import { commaList, listOf } from "~/platform/values/listed";
import { counted } from "~/platform/values/numbers";
import { say } from "~/platform/values/say";
import { median } from "~/platform/values/statistics";

/** Reels that are shown, the newest first; the file has all. */
const mostReels = 5;

export interface ShownReels {
  /** Undefined where Instagram has told nothing. */
  headline?: string;
  rows: readonly (NamedPost & { figures: string })[];
  notes: readonly string[];
}

/** How reels are watched, by Instagram's own figures; undefined without a connection. */
export function shownReels({ growth }: ChartRequest): ShownReels | undefined {
  const { counted: own, posts } = growth;
  if (!own) return undefined;
  const { reels } = own;
  if (reels.length === 0) {
    const hasReels = posts.some(({ kind }) => kind === "reel");
    return {
      rows: [],
      notes: [
        hasReels
          ? say`Instagram has not told yet how long your reels are watched and how many skip them.`
          : say`How long your reels are watched and how many skip them shows here with your first reel.`,
      ],
    };
  }
  return {
    headline: figuresOf({
      watched: median(reels.flatMap((reel) => reel.watched ?? [])),
      skipped: median(reels.flatMap((reel) => reel.skipped ?? [])),
    }),
    rows: reels.slice(0, mostReels).map((reel) => ({
      ...namedPost({ ...reel, kind: "reel" }),
      figures: figuresOf({
        watched: reel.watched ?? undefined,
        skipped: reel.skipped ?? undefined,
      }),
    })),
    notes: [
      say`The median of your latest ${counted(reels.length, "reel")}. Average watch time and skip rate are Instagram's own figures, read ${formatDate(own.readAt)}; skipped is of those who saw the beginning.`,
    ],
  };
}

interface Watching {
  /** Milliseconds. */
  watched: number | undefined;
  /** Percent. */
  skipped: number | undefined;
}

/** `watched for 7.4 s, skipped by 31%`, as far as Instagram tells. */
const figuresOf = ({ watched, skipped }: Watching): string =>
  commaList(
    listOf(
      watched !== undefined && say`watched for ${withDecimals(watched / 1_000, 1)} s`,
      skipped !== undefined && say`skipped by ${Math.round(skipped)}%`,
    ),
  );
