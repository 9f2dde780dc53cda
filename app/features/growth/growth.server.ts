import { decodeGrowth } from "~/features/growth/encode-growth";
import type { Growth } from "~/features/growth/growth";
import { type Analysis, analysisOf } from "~/features/history/analyses.server";
import { readRange } from "~/features/history/kept-pieces.server";
import { createCache } from "~/platform/store/cache.server";
import { isMalformed, UpstreamError, unlessMalformed } from "~/platform/upstream/upstream.server";

/** Pieces never change: a new analysis is a new generation. */
const pieces = createCache<Uint8Array[]>("growth", { ttl: 600_000, maxBytes: 16 * 1_048_576 });

const malformed = () => new UpstreamError("firestore", "malformed");

/** What is stored of somebody's growth is damaged. It follows from the imports and readings, and can be computed again. */
export class GrowthUnreadable extends UpstreamError {
  override name = "GrowthUnreadable";

  constructor() {
    super("firestore", "malformed");
  }
}

/** Awaits a reading of the analysis. @throws GrowthUnreadable where that is damaged */
export const orGrowthUnreadable = <T>(work: Promise<T>): Promise<T> =>
  unlessMalformed(work, () => {
    throw new GrowthUnreadable();
  });

/**
 * What the pages of growth show. Undefined where nothing was imported or connected, and where the analysis is
 * older than growth: the next import or reading computes it.
 * @throws GrowthUnreadable where what is stored is damaged, UpstreamError where Firestore fails
 */
export async function growthOf(uid: string): Promise<Growth | undefined> {
  const analysis = await orGrowthUnreadable(analysisOf(uid));
  try {
    return await growthIn(uid, analysis);
  } catch (error) {
    // A newer analysis may have replaced it meanwhile.
    const newer = isMalformed(error) ? await orGrowthUnreadable(analysisOf(uid)) : undefined;
    if (!newer) throw error;
    if (newer.generation === analysis?.generation) throw new GrowthUnreadable();
    return growthIn(uid, newer);
  }
}

async function growthIn(uid: string, analysis: Analysis | undefined): Promise<Growth | undefined> {
  if (!analysis?.generation || !analysis.growth) return undefined;
  const owner = `${uid}-${analysis.generation}`;
  const { growth } = analysis.growth;
  const stored = await pieces.get(owner, () => readRange("analysisLists", owner, growth));
  try {
    return await decodeGrowth(stored);
  } catch {
    pieces.drop(owner);
    throw malformed();
  }
}
