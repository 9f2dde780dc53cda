import { type ChartRequest, openWay } from "~/features/growth/chart";
import { type GrowthPost, namedPost } from "~/features/growth/growth";
import { type ToldLedger, toldLedger } from "~/features/growth/ledger-words";
import { counted, withCommas } from "~/platform/values/numbers";
import { say } from "~/platform/values/say";

/** Posts that are named; the file has all. */
const mostNamed = 5;

/** What brought followers: words only, as what is computed are coincidences. */
export function shownLedger({ growth, knowing }: Pick<ChartRequest, "growth" | "knowing">) {
  const { text, named, bursts, aboutBursts, notes } = toldLedger(growth.ledger);
  return {
    counted: countedPosts(growth.posts),
    isCounted: growth.posts.some(({ follows }) => follows !== null),
    text,
    named: named.slice(0, mostNamed).map(coincidence),
    bursts: bursts.map(shownBurst),
    aboutBursts,
    notes,
    way:
      growth.ledger.outcome === "needs-export"
        ? openWay(knowing, "import", say`Import your export`)
        : undefined,
  };
}

export type ShownLedger = ReturnType<typeof shownLedger>;

/** The posts with the most follows, those with equally many in one entry. */
function countedPosts(posts: readonly GrowthPost[]) {
  const withFollows = posts.filter(({ follows }) => follows !== null && follows > 0);
  const byFollows = Map.groupBy(withFollows, ({ follows }) => follows ?? 0);
  const counts = [...byFollows.keys()].toSorted((a, b) => b - a);
  let left = mostNamed;
  return counts.flatMap((follows) => {
    const all = byFollows.get(follows) ?? [];
    const named = all.slice(0, left);
    left -= named.length;
    if (named.length === 0) return [];
    return [
      {
        posts: named.map(namedPost),
        others: all.length - named.length,
        text:
          all.length > 1
            ? say`${counted(follows, "follow")} each, counted by Instagram`
            : say`${counted(follows, "follow")} counted by Instagram`,
      },
    ];
  });
}

const coincidence = ({ name, came, usual, chance }: ToldLedger["named"][number]) => ({
  name,
  text: say`coincided with ${counted(came, "follow")} in 48 hours; the usual is ${usual}`,
  chance: say`by chance: ${chance}`,
});

const shownBurst = ({ name, came, usual }: ToldLedger["bursts"][number]) => ({
  name,
  text: say`${withCommas(came)} people followed within 48 hours after it; the usual is ${usual}`,
});
