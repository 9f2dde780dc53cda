import type { Growth } from "../growth/growth.ts";
import { fewestToTest } from "../growth/ledger.ts";
import { canStandOut } from "../growth/ledger-draws.ts";
import { postName } from "../growth-series/post-words.ts";
import { counted, withCommas } from "../numbers.ts";
import type { ReportInput } from "./input.ts";
import type { LedgerPart } from "./report.ts";

const mostRows = 10;

/** What posts coincided with; never what they caused. Null without an analysis of growth. */
export function ledgerPart({ growth }: ReportInput): LedgerPart | null {
  if (!growth) return null;
  const counts = ownCounts(growth);
  const tested = testedTable(growth);
  return {
    lines: linesOf(growth),
    tables: [...tested, ...counts],
    after: [
      ...(tested.length > 0
        ? [
            "'Usual' is what came on the same weekdays and hours of other weeks. 'By chance' is how often 5,000 times drawn by lot, far from any post, did as well. Of the posts that stand out, about one in ten does so by chance.",
          ]
        : []),
      ...(growth.ledger.outcome === "tested"
        ? ["Those who left before your first export are unknown, so their follows are not counted."]
        : []),
    ],
  };
}

/** Where there is nothing to test. */
const untested = {
  "needs-export":
    "An export of yours tells when your followers came; without one, nothing can be compared.",
  "other-account":
    "Your connection is to another account than your exports are from, so posts and followers are not compared.",
  counted:
    "Instagram itself counts the follows from each of your posts. These are its figures; a post of which it counts none is not listed.",
};

function linesOf({ ledger }: Growth): string[] {
  if (ledger.outcome === "too-few")
    return [
      `Not enough yet: ${fewestToTest.weeks} weeks, ${fewestToTest.posts} posts and ${fewestToTest.follows} follows are needed, and there are ${counted(ledger.weeks, "week")}, ${counted(ledger.posts, "post")} and ${counted(ledger.follows, "follow")}.`,
    ];
  if (ledger.outcome !== "tested") return [untested[ledger.outcome]];
  const outstanding = ledger.posts.filter(({ standsOut }) => standsOut).length;
  if (outstanding === 0 && !canStandOut(ledger.freeTimes))
    return [
      `Nothing can be told: you post so often that there are too few times without a post to compare with (${ledger.freeTimes} of 48 hours).`,
    ];
  return [
    outstanding === 0
      ? "No post stands out: after none of them did more followers come than chance explains."
      : `${counted(outstanding, "post")} coincided with more new followers than usual. That does not say that the post was the reason.`,
  ];
}

function testedTable({ ledger }: Growth): LedgerPart["tables"] {
  if (ledger.outcome !== "tested") return [];
  const outstanding = ledger.posts.filter(({ standsOut }) => standsOut);
  if (outstanding.length === 0) return [];
  const rows = outstanding
    .toSorted((a, b) => b.came - b.usual - (a.came - a.usual))
    .slice(0, mostRows)
    .map((post) => [
      postName(post),
      withCommas(post.came),
      withCommas(Math.round(post.usual * 10) / 10),
      chanceOf(post.chance),
    ]);
  return [
    {
      title: "Posts that coincided with more followers",
      heads: ["Post", "Came in 48 hours", "Usual", "By chance"],
      rows,
    },
  ];
}

const chanceOf = (chance: number) =>
  chance < 0.001 ? "under 0.1 %" : `${Math.round(chance * 1_000) / 10} %`;

/** What Instagram itself counted for each post. */
function ownCounts({ posts }: Growth): LedgerPart["tables"] {
  const counted = posts.filter(({ follows }) => follows !== null && follows > 0);
  if (counted.length === 0) return [];
  const rows = counted
    .toSorted((a, b) => (b.follows ?? 0) - (a.follows ?? 0))
    .slice(0, mostRows)
    .map((post) => [
      postName(post),
      withCommas(post.follows ?? 0),
      post.reach === null ? "–" : withCommas(post.reach),
    ]);
  return [
    {
      title: "Instagram's own count of follows from a post",
      heads: ["Post", "Follows", "Reach"],
      rows,
    },
  ];
}
