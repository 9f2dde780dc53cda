import { asItIs, asPercent, withDecimals } from "../../platform/values/decimals.ts";
import { allOf, commaList } from "../../platform/values/listed.ts";
import { counted, withCommas } from "../../platform/values/numbers.ts";
import { say } from "../../platform/values/say.ts";
import { type ComparedPost, type Ledger, postName } from "./growth.ts";
import { burst, burstsOf, fewestToTest } from "./rules/ledger.ts";
import { canStandOut, fewestFreeTimes } from "./rules/ledger-draws.ts";

/** A post whose follows are told, its figures rounded as they are shown. */
interface ToldPost {
  name: string;
  came: number;
  usual: string;
}

/** What the ledger says, on the page and in the report. */
export interface ToldLedger {
  /** Undefined where there is nothing to say beside Instagram's own counts. */
  text: string | undefined;
  /** Named by the test, the least likely by chance first. */
  named: readonly (ToldPost & { chance: string })[];
  /** Whether named or not, the largest first. */
  bursts: readonly ToldPost[];
  /** Claims nothing. */
  aboutBursts: string;
  notes: string[];
}

/** What posts coincided with, never what they caused; 'coincided' is said of those only that the test names. */
export function toldLedger(ledger: Ledger): ToldLedger {
  const bursts = burstsOf(ledger);
  const named =
    ledger.outcome === "tested"
      ? ledger.posts
          .filter(({ standsOut }) => standsOut)
          .toSorted((a, b) => a.chance - b.chance || b.came - b.usual - (a.came - a.usual))
      : [];
  return {
    text: textOf(ledger, named.length, bursts.length),
    named: named.map((post) => ({ ...toldPost(post), chance: chanceWords(post.chance) })),
    bursts: bursts.map(toldPost),
    aboutBursts: say`After each of these posts at least ${burst.follows} people followed within 48 hours, and at least ${burst.timesUsual} times as many as usual. One burst may be chance or somebody else's doing, such as a mention elsewhere. Posts less than 48 hours apart share follows.`,
    notes: allOf(
      named.length > 0 &&
        say`Coincided: a post and follows at the same time need not be cause and effect. Of all posts that are named so, at most about one in ten is named by chance.`,
      (ledger.outcome === "tested" || bursts.length > 0) &&
        say`Those who have left since are known from your earlier exports only; who came and left in between was never seen.`,
    ),
  };
}

function textOf(ledger: Ledger, named: number, bursts: number): string | undefined {
  switch (ledger.outcome) {
    case "counted":
      return undefined;
    case "other-account":
      return say`Your posts and your exports are of two accounts, so nothing is computed from both.`;
    case "needs-export":
      return say`The times at which people followed are in your Instagram export. With it, they are compared with the times of your posts.`;
    case "too-few":
      return tooFew(ledger);
    case "tested": {
      const posts = counted(ledger.posts.length, "post");
      if (named > 0)
        return named === ledger.posts.length
          ? say`All of ${posts} coincided with clearly more follows in the next 48 hours than usual.`
          : say`${withCommas(named)} of ${posts} coincided with clearly more follows in the next 48 hours than usual.`;
      if (!canStandOut(ledger.freeTimes)) return tooDense(ledger);
      return bursts > 0
        ? say`No post is named: after none of your ${posts} were the follows surely more than chance brings. A single burst can rarely be told from chance.`
        : say`Nothing stands out: no post is named, and after none of your ${posts} did ${burst.follows} or more people follow within 48 hours that were ${burst.timesUsual} times as many as usual.`;
    }
  }
}

const toldPost = ({ came, usual, ...post }: ComparedPost): ToldPost => ({
  name: postName(post),
  came,
  usual: usual < 10 ? withDecimals(usual, 1) : withCommas(Math.round(usual)),
});

function chanceWords(chance: number): string {
  if (chance < 0.001) return say`under ${asItIs(0.1)}%`;
  const percent = Math.round(chance * 1_000) / 10;
  return asPercent(percent, Number.isInteger(percent) ? 0 : 1);
}

const tooDense = ({ freeTimes }: { freeTimes: number }) =>
  freeTimes === 1
    ? say`You post so often that there is too little to compare with. It takes ${fewestFreeTimes} stretches of 48 hours without a post; there is 1.`
    : say`You post so often that there is too little to compare with. It takes ${fewestFreeTimes} stretches of 48 hours without a post; there are ${withCommas(freeTimes)}.`;

function tooFew(have: { weeks: number; posts: number; follows: number }): string {
  const missing = (["weeks", "posts", "follows"] as const).flatMap((what) => {
    const count = fewestToTest[what] - Math.floor(have[what]);
    return count > 0 ? [missingWords[what](count)] : [];
  });
  const { weeks, posts, follows } = fewestToTest;
  return missing.length > 0
    ? say`Not enough is known yet to tell what is usual. It takes ${weeks} weeks, ${posts} posts and ${follows} follows within the same time. Still missing: ${commaList(missing)}.`
    : say`Not enough is known yet to tell what is usual. It takes ${weeks} weeks, ${posts} posts and ${follows} follows within the same time.`;
}

const missingWords: Record<keyof typeof fewestToTest, (count: number) => string> = {
  weeks: (count) => counted(count, "week"),
  posts: (count) => counted(count, "post"),
  follows: (count) => counted(count, "follow"),
};
