import rates from "content:engagement-rates";
import rules from "content:recommendations";
import { randomUUID } from "node:crypto";
import { settingsOf } from "~/features/account/settings.server";
import { announceProfileChange } from "~/features/analysis/profiles.server";
import {
  type Analysis,
  type Change,
  isRotten,
  storedAnalysis,
  switchAnalysis,
} from "~/features/history/analyses.server";
import type { Window } from "~/features/history/history";
import { inOrderOfTime, keepsLists, usedAmong } from "~/features/history/import";
import { ImportsUnreadable, storedImports } from "~/features/history/import-documents.server";
import { pieceWriter } from "~/features/history/kept-pieces.server";
import { choicesOf } from "~/features/history/people-choices.server";
import type { RangeEvidence } from "~/features/history/range-evidence";
import { keptForThread } from "~/features/history/turnovers.server";
import { eraseReplaced, eraseUnused } from "~/features/imports/cleanup.server";
import { analysed } from "~/features/imports/services/analysed";
import { connectedOf } from "~/features/imports/services/connected.server";
import { piecesOf } from "~/features/imports/services/kept-pieces.server";
import {
  firstDifference,
  type ImportPlan,
  type Standing,
  zoneOf,
} from "~/features/imports/services/plans.server";
import type { ImportThread } from "~/features/imports/thread.server";
import { log } from "~/platform/monitoring/log.server";
import { noteErasures } from "~/platform/store/erasure-marks.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";
import { inBackground } from "~/platform/work/background.server";

/** In English, whoever imports: what is stored is in no reader's language. */
const content = structuredClone({ rules, rates });

/** How often all is computed at most, when other requests change the imports meanwhile. */
const mostAttempts = 4;

export type Settled = { outcome: "done"; plan: ImportPlan } | { outcome: "outside" };

/**
 * Carries out what is planned for a subscriber's imports: computes all that follows, writes it beside the current lists,
 * and switches over in one transaction. If that fails, nothing has changed, and what was written is erased later.
 * @param planFor gets the stored state; called again if that has changed meanwhile
 * @throws ImportsUnreadable where an import cannot be read that the plan does not remove
 */
export async function carryOutPlan(
  uid: string,
  thread: () => ImportThread,
  planFor: (standing: Standing) => ImportPlan,
): Promise<Settled> {
  await noteErasures(uid);
  for (let attempt = 1; ; attempt += 1) {
    // First the revision: of what is read after it, the transaction notices every change.
    const stored = await storedAnalysis(uid);
    if (isRotten(stored)) log.warn({}, "an analysis cannot be read, and is computed anew");
    const [{ imports, rotten }, connected, { hidden, same }, { timeZone }] = await Promise.all([
      storedImports(uid),
      connectedOf(uid),
      choicesOf(uid),
      settingsOf(uid),
    ]);
    const standing = { ...stored, imports, rotten, connected, hidden, same, timeZone };
    const plan = planFor(standing);
    if (rotten.some(({ id }) => id !== plan.removed)) throw new ImportsUnreadable();
    if (plan.moves.length === 0 && !plan.refigures) return { outcome: "done", plan };
    const change = await changeFor(uid, thread, standing, plan);
    const outcome = await switchAnalysis(change);
    if (outcome === "switched") {
      await announceProfileChange(uid);
      inBackground("erasing replaced imports", eraseReplaced(uid, standing, change));
      return { outcome: "done", plan };
    }
    inBackground("erasing lists that came to nothing", eraseUnused(change));
    if (outcome === "outside") return { outcome };
    if (attempt === mostAttempts) throw new UpstreamError("firestore", "busy");
  }
}

async function changeFor(
  uid: string,
  thread: () => ImportThread,
  standing: Standing,
  plan: ImportPlan,
): Promise<Change> {
  const { imports, analysis, remains, connected } = standing;
  const base = {
    uid,
    computedFrom: remains?.revision,
    imports: plan.moves,
    erased: plan.erased,
    removed: plan.removed,
    connection: connected?.key,
  };
  const used = plan.used.toSorted(inOrderOfTime);
  const before = usedAmong(imports);
  // A removed import cannot be read, so its place among the others is unknown: then all are gone through.
  const from = firstDifference(before, used, plan.removed ? undefined : analysis);
  if (from === undefined && !plan.refigures && !isRotten(standing))
    return { ...base, analysis: revised(analysis, standing, plan), profile: "unchanged" };
  if (used.length === 0 && !connected)
    return { ...base, analysis: revised(undefined, standing, plan), profile: "none" };
  const kept = used.length > 0 ? await keptForThread(uid, remains) : {};
  const generation = randomUUID();
  const people = pieceWriter("analysisLists", { uid, owner: `${uid}-${generation}` });
  try {
    // Where no import has changed, nothing is folded but what the lists of people come from.
    const recomputeFrom = from ?? used.length;
    const result = await thread().analyse(
      {
        used: used.map(analysed),
        recomputeFrom,
        ...kept,
        ...besideImports(standing, plan),
      },
      {
        pieceOf: piecesOf([...imports, ...plan.used]),
        keep: (piece) => people.write(piece),
      },
    );
    if ("held" in result) return await changeFor(uid, thread, standing, plan.ifHeld(result));
    const earlier = used
      .slice(0, recomputeFrom)
      .map(({ id }) => [id, analysis?.changes[id] ?? null]);
    const next: Analysis = {
      revision: randomUUID(),
      generation,
      computedAt: Date.now(),
      changes: { ...Object.fromEntries(earlier), ...result.changes },
      pieces: await people.end(),
      index: result.index,
      growth: result.growth,
      timeZone: zoneOf(standing),
    };
    return { ...base, imports: judgedMoves(plan, result), analysis: next, profile: result.profile };
  } catch (error) {
    inBackground("erasing lists that came to nothing", people.erase());
    throw error;
  }
}

/** The moves of a plan, in which the candidate covers what it was judged to. */
const judgedMoves = (
  { moves, candidate }: ImportPlan,
  { window, evidence }: { window?: Window; evidence?: RangeEvidence },
) =>
  moves.map((move) =>
    window && move.to.id === candidate
      ? { ...move, to: { ...move.to, window, evidence: evidence ?? null } }
      : move,
  );

/** What the analysis takes beside the imports. */
const besideImports = (
  { connected, hidden, same, timeZone }: Standing,
  { candidate, settled }: ImportPlan,
) => ({
  content,
  hidden,
  same,
  timeZone,
  now: Date.now(),
  ...(connected && { reading: connected.reading }),
  ...(candidate && { candidate }),
  ...(settled && { settled }),
});

/** The same analysis under a new revision; undefined where no import is held or in use any more. */
function revised(
  analysis: Analysis | undefined,
  { imports }: Standing,
  { moves, erased }: ImportPlan,
): Analysis | undefined {
  const moved = new Map(moves.map(({ to }) => [to.id, to]));
  const after = imports.filter((one) => !erased.includes(one));
  if (!after.some((one) => keepsLists((moved.get(one.id) ?? one).state))) return undefined;
  const index = { starts: [], categories: {} };
  const empty = { generation: null, computedAt: Date.now(), changes: {}, pieces: 0, index };
  return { timeZone: "UTC", ...(analysis ?? empty), revision: randomUUID() };
}
