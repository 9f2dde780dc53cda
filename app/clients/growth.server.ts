import { createCache } from "~/clients/cache.server";
import { onChange } from "~/clients/change-notices.server";
import { type Analysis, analysisOf } from "~/clients/imports/analyses.server";
import { readPiece } from "~/clients/imports/pieces.server";
import { UpstreamError } from "~/clients/upstream.server";
import type { UnclearNames } from "~/domain/analysis/turnover";
import { decodeGrowth, decodeTurnovers } from "~/domain/growth/encode";
import type { Growth } from "~/domain/growth/growth";
import type { PieceRange } from "~/domain/imports/work";

/** Pieces never change: a new analysis is a new generation. */
const pieces = createCache<Uint8Array[]>("growth", { ttl: 600_000, maxBytes: 16 * 1_048_576 });

const marks = createCache<string | null>("growth-marks", { ttl: 2_000, maxBytes: 2 * 1_048_576 });
onChange("profile", marks.drop);

/** Called with a new profile, which comes with its growth. */
export const forgetGrowth = marks.drop;

/** Differs when the growth does, at most 2 s old, as the profile is; null where there is none. Cheaper than the growth itself. */
export const growthMark = (uid: string): Promise<string | null> =>
  marks.get(uid, async () => {
    const analysis = await analysisOf(uid);
    return (analysis?.growth && analysis.generation) ?? null;
  });

const malformed = () => new UpstreamError("firestore", "malformed");

/** What is stored of somebody's growth is damaged. It follows from the imports and readings, and can be computed again. */
export class GrowthUnreadable extends UpstreamError {
  override name = "GrowthUnreadable";

  constructor() {
    super("firestore", "malformed");
  }
}

/**
 * What the pages of growth show. Undefined where nothing was imported or connected, and where the analysis is
 * older than growth: the next import or reading computes it.
 * @throws GrowthUnreadable where what is stored is damaged, UpstreamError where Firestore fails
 */
export async function growthOf(uid: string): Promise<Growth | undefined> {
  const analysis = await analysisOf(uid);
  try {
    return await growthIn(uid, analysis);
  } catch (error) {
    // A newer analysis may have replaced it meanwhile.
    const newer = isMalformed(error) ? await analysisOf(uid) : undefined;
    if (!newer) throw error;
    if (newer.generation === analysis?.generation) throw new GrowthUnreadable();
    return growthIn(uid, newer);
  }
}

async function growthIn(uid: string, analysis: Analysis | undefined): Promise<Growth | undefined> {
  if (!analysis?.generation || !analysis.growth) return undefined;
  const owner = `${uid}-${analysis.generation}`;
  const { growth } = analysis.growth;
  const stored = await pieces.get(owner, () => readRange(owner, growth));
  try {
    return await decodeGrowth(stored);
  } catch {
    pieces.drop(owner);
    throw malformed();
  }
}

/** What each import changed, as the analysis kept it; undefined where it kept nothing, or nothing that can be read. */
export async function keptTurnovers(
  uid: string,
  analysis: Analysis | undefined,
): Promise<Uint8Array[] | undefined> {
  if (!analysis?.generation || !analysis.growth) return undefined;
  try {
    return await readRange(`${uid}-${analysis.generation}`, analysis.growth.departures);
  } catch (error) {
    if (!isMalformed(error)) throw error;
    return undefined;
  }
}

/** Those of an import in use of whom nobody can tell who is who; undefined where that was not kept. */
export async function unclearNamesOf(
  uid: string,
  analysis: Analysis | undefined,
  id: string,
): Promise<UnclearNames | undefined> {
  const pieces = await keptTurnovers(uid, analysis);
  return pieces && decodeTurnovers(pieces)?.get(id)?.unclear;
}

const readRange = (owner: string, { at, count }: PieceRange): Promise<Uint8Array[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => readPiece("analysisLists", owner, at + n)));

const isMalformed = (error: unknown): boolean =>
  error instanceof UpstreamError && error.kind === "malformed";
