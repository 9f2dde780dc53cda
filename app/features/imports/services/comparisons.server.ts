import type { StoredAnalysis } from "~/features/history/analyses.server";
import type { ChangeKind } from "~/features/history/history";
import type { Import } from "~/features/history/import";
import { hiddenPeopleOf } from "~/features/history/people-choices.server";
import { peopleInPieces } from "~/features/history/people-in-pieces.server";
import type { PeopleList } from "~/features/history/people-list";
import { decodePiece } from "~/features/history/people-piece";
import { keptForThread } from "~/features/history/turnovers.server";
import type { CompareResult } from "~/features/imports/rules/work";
import { analysed } from "~/features/imports/services/analysed";
import { piecesOf } from "~/features/imports/services/kept-pieces.server";
import { lookThrough } from "~/features/imports/services/look-through.server";
import { createCache } from "~/platform/store/cache.server";
import { within } from "~/platform/upstream/upstream.server";
import { minute } from "~/platform/values/durations";

/** What changed between two imports, with the people in pieces. */
interface StoredComparison extends CompareResult {
  pieces: readonly Uint8Array[];
}

/** By the analysis' revision and both imports. A change of the imports or of the people choices is a new revision. */
const comparisons = createCache<StoredComparison>("comparisons", {
  ttl: 10 * minute,
  maxBytes: 8 * 1_048_576,
});
/** The last one: the cache does not hold one that is larger than itself, and whoever asked for it asks again. */
let latest: { key: string; comparison: StoredComparison } | undefined;
setInterval(() => {
  latest = undefined;
}, minute).unref();

/** Two of the imports in use. */
export interface ComparedImports {
  from: Import;
  to: Import;
  /** All in use, the oldest first. */
  used: readonly Import[];
  /** What could be read of the analysis before the imports were read: a later change has another revision. */
  remains: StoredAnalysis["remains"];
}

/**
 * What changed between two of the imports in use.
 * @param patience milliseconds that somebody waits for it; the computing goes on
 * @returns undefined where it is not ready by then
 * @throws SearchRefused where this subscriber or all ask for too many, UpstreamError where lists cannot be read
 */
export async function comparisonOf(
  uid: string,
  compared: ComparedImports,
  patience: number,
): Promise<StoredComparison | undefined> {
  const { from, to, remains } = compared;
  const key = [uid, remains?.revision, from.id, to.id].join(" ");
  const computed = comparisons.get(key, async () => {
    if (latest?.key === key) return latest.comparison;
    const comparison = await compute(uid, compared);
    latest = { key, comparison };
    return comparison;
  });
  // Nobody may be waiting any more when it fails.
  computed.catch(() => {});
  return within(patience, computed);
}

async function compute(
  uid: string,
  { used, from, to, remains }: ComparedImports,
): Promise<StoredComparison> {
  const pieces: Uint8Array[] = [];
  const [hidden, kept] = await Promise.all([hiddenPeopleOf(uid), keptForThread(uid, remains)]);
  const result = await lookThrough(uid, used, (thread) =>
    thread.compare(
      {
        used: used.map(analysed),
        from: used.indexOf(from),
        to: used.indexOf(to),
        hidden,
        ...kept,
      },
      { pieceOf: piecesOf(used), keep: async (piece) => void pieces.push(piece) },
    ),
  );
  return { ...result, pieces };
}

/** The people of a kind of change. */
export function comparedPeople({ index, pieces }: StoredComparison, kind: ChangeKind): PeopleList {
  const place = index.categories[kind] ?? { start: 0, total: 0 };
  return peopleInPieces(index, place, kind, async (n) =>
    decodePiece(pieces[n] ?? new Uint8Array(0)),
  );
}
