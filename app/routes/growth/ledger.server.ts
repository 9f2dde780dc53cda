import type { GrowthPost, Ledger, LedgerPost } from "~/domain/growth/growth";
import { fewestToTest } from "~/domain/growth/ledger";
import { canStandOut, fewestFreeTimes } from "~/domain/growth/ledger-draws";
import { instagramLink, postName } from "~/domain/growth-series/post-words";
import { counted, withCommas } from "~/domain/numbers";
import { type GrowthView, openWay } from "./sections/section.ts";

/** Posts that are named; the file has all. */
const mostNamed = 5;

/** What brought followers: words only, as what is computed are coincidences. */
export function shownLedger({ growth, knowing }: GrowthView) {
  const counts = growth.posts
    .filter(({ follows }) => follows !== null && follows > 0)
    .toSorted((a, b) => (b.follows ?? 0) - (a.follows ?? 0));
  return {
    counted: counts.slice(0, mostNamed).map(countedPost),
    isCounted: growth.posts.some(({ follows }) => follows !== null),
    ...coincidences(growth.ledger),
    way:
      growth.ledger.outcome === "needs-export"
        ? openWay(knowing, "import", "Import your export")
        : undefined,
  };
}

export type ShownLedger = ReturnType<typeof shownLedger>;

const countedPost = (post: GrowthPost) => ({
  post: postName(post),
  text: `${counted(post.follows ?? 0, "follow")} counted by Instagram`,
  permalink: instagramLink(post),
});

const left =
  "Those who have left since are known from your earlier exports only; who came and left in between was never seen.";

interface Coincidences {
  /** Undefined where there is nothing to say beside Instagram's own counts. */
  text: string | undefined;
  posts: ReturnType<typeof coincidence>[];
  notes: string[];
}

const only = (text: string | undefined): Coincidences => ({ text, posts: [], notes: [] });

function coincidences(ledger: Ledger): Coincidences {
  if (ledger.outcome === "counted") return only(undefined);
  if (ledger.outcome === "other-account")
    return only(
      "Your posts and your exports are of two accounts, so nothing is computed from both.",
    );
  if (ledger.outcome === "needs-export")
    return only(
      "The times at which people followed are in your Instagram export. With it, they are compared with the times of your posts.",
    );
  if (ledger.outcome === "too-few") return only(tooFew(ledger));
  const outstanding = ledger.posts
    .filter(({ standsOut }) => standsOut)
    .toSorted((a, b) => a.chance - b.chance || b.came - b.usual - (a.came - a.usual));
  if (outstanding.length === 0 && !canStandOut(ledger.freeTimes)) return only(tooDense(ledger));
  const tested = counted(ledger.posts.length, "post");
  return {
    text:
      outstanding.length === 0
        ? `Nothing stands out: after none of your ${tested} did clearly more people follow than on the same weekdays and hours of other weeks.`
        : `${outstanding.length === ledger.posts.length ? "All" : withCommas(outstanding.length)} of ${tested} coincided with clearly more follows in the 48 hours after them than usual.`,
    posts: outstanding.slice(0, mostNamed).map(coincidence),
    notes: [
      "Coincided: a post and follows at the same time need not be cause and effect. Of all posts that are named so, at most about one in ten is named by chance.",
      left,
    ],
  };
}

const coincidence = ({ came, usual, chance, ...post }: LedgerPost) => ({
  post: postName(post),
  text: `coincided with ${counted(came, "follow")} in 48 hours; the usual is ${usual < 10 ? usual.toFixed(1) : Math.round(usual)}`,
  chance:
    chance < 0.001
      ? "by chance: less than 1 in 1,000"
      : `by chance: 1 in ${withCommas(Math.round(1 / chance))}`,
});

const tooDense = ({ freeTimes }: { freeTimes: number }) =>
  `You post so often that there is too little to compare with. It takes ${fewestFreeTimes} stretches of 48 hours without a post; there ${freeTimes === 1 ? "is" : "are"} ${withCommas(freeTimes)}.`;

function tooFew(have: { weeks: number; posts: number; follows: number }): string {
  const missing = (["weeks", "posts", "follows"] as const).flatMap((what) => {
    const count = fewestToTest[what] - Math.floor(have[what]);
    return count > 0 ? [counted(count, what.slice(0, -1))] : [];
  });
  return `Not enough is known yet to tell what is usual. It takes ${fewestToTest.weeks} weeks, ${fewestToTest.posts} posts and ${fewestToTest.follows} follows within the same time${missing.length > 0 ? `. Still missing: ${missing.join(", ")}` : ""}.`;
}
