import { allOf } from "../../../platform/values/listed.ts";
import { withCommas } from "../../../platform/values/numbers.ts";
import { say } from "../../../platform/values/say.ts";
import type { Growth } from "../../growth/growth.ts";
import { postName } from "../../growth/growth.ts";
import { type ToldLedger, toldLedger } from "../../growth/ledger-words.ts";
import type { ReportInput } from "./input.ts";
import type { LedgerPart } from "./report.ts";

const mostRows = 10;

/** What posts coincided with; never what they caused. Null without an analysis of growth. */
export function ledgerPart({ growth }: Pick<ReportInput, "growth">): LedgerPart | null {
  if (!growth) return null;
  const told = toldLedger(growth.ledger);
  return {
    lines: [
      told.text ??
        say`Instagram itself counts the follows from each of your posts. These are its figures; a post of which it counts none is not listed.`,
    ],
    tables: [...namedTable(told), ...burstsTable(told), ...ownCounts(growth)],
    after: allOf(
      told.named.length + told.bursts.length > 0 &&
        say`'Usual' is what came on the same weekdays and hours of the four weeks before and after.`,
      told.named.length > 0 &&
        say`'By chance' is how often ${withCommas(5_000)} times drawn by lot, far from any post, did as well.`,
      ...told.notes,
    ),
  };
}

function namedTable({ named }: ToldLedger): LedgerPart["tables"] {
  if (named.length === 0) return [];
  return [
    {
      title: say`Posts that coincided with more followers`,
      lead: null,
      heads: [say`Post`, say`Came in 48 hours`, say`Usual`, say`By chance`],
      rows: named
        .slice(0, mostRows)
        .map(({ name, came, usual, chance }) => [name, withCommas(came), usual, chance]),
    },
  ];
}

function burstsTable({ bursts, aboutBursts }: ToldLedger): LedgerPart["tables"] {
  if (bursts.length === 0) return [];
  return [
    {
      title: say`Largest bursts`,
      lead: aboutBursts,
      heads: [say`Post`, say`Came in 48 hours`, say`Usual`],
      rows: bursts.map(({ name, came, usual }) => [name, withCommas(came), usual]),
    },
  ];
}

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
      title: say`Instagram's own count of follows from a post`,
      lead: null,
      heads: [say`Post`, say`Follows`, say`Reach`],
      rows,
    },
  ];
}
