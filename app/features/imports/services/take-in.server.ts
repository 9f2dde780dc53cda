import { randomUUID } from "node:crypto";
import { profileOf } from "~/features/analysis/profiles.server";
import type { ExportRefusal } from "~/features/export/export";
import { allTime } from "~/features/history/history";
import { type Import, keepsLists, refusedAs, signOfLifeEvery } from "~/features/history/import";
import {
  beginReading,
  endReading,
  eraseImports,
  importsOf,
  noteAlive,
} from "~/features/history/import-documents.server";
import { pieceWriter } from "~/features/history/kept-pieces.server";
import { surplusOf } from "~/features/history/surplus";
import { takenAtOf } from "~/features/history/taken-at";
import { eraseLeftovers } from "~/features/imports/cleanup.server";
import type { ReadResult } from "~/features/imports/rules/work";
import { carryOutPlan } from "~/features/imports/services/carry-out-plan.server";
import { type ThreadMemory, takeMemory } from "~/features/imports/services/memory.server";
import { type PacedUpload, withoutHold } from "~/features/imports/services/paced-upload.server";
import { takePlace } from "~/features/imports/services/places.server";
import { planTakeIn, sameExport } from "~/features/imports/services/plans.server";
import { forget, recordFailure } from "~/features/imports/services/record-failure.server";
import { type ImportThread, startThread, ThreadDied } from "~/features/imports/thread.server";
import { reportUnexpected } from "~/platform/monitoring/error-reports.server";
import { log } from "~/platform/monitoring/log.server";
import { createLimit } from "~/platform/store/rate-limits.server";
import { hourInSeconds } from "~/platform/values/durations";
import { inBackground } from "~/platform/work/background.server";

export const uploadLimit = createLimit("imports", { points: 30, seconds: hourInSeconds });

/** An upload, read while it arrives. */
export interface Upload extends PacedUpload {
  /** The fields `takenAt` and `followersShown`; they may stand before or behind the files. */
  fields: () => { takenAt: string | undefined; followersShown: number | undefined };
  /** Aborted when the client has left or the server stops: then no memory is waited for. */
  signal?: AbortSignal;
}

export type TakenIn =
  | { outcome: "taken-in"; id: string }
  /** No place is free (`busy`), or an import of the same subscriber is running (`own`). */
  | { outcome: "busy" | "own" }
  | { outcome: "limited"; wait: number }
  /** The outside system has a profile of this subscriber. */
  | { outcome: "outside" };

/**
 * Reads an upload and keeps what follows from it, before it returns.
 * @throws UpstreamError where Firestore fails, NoMemory where there is none in time, and what the upload throws; then
 * nothing is kept
 */
export async function takeIn(uid: string, upload: Upload): Promise<TakenIn> {
  if ((await profileOf(uid, { fresh: true })).source === "outside") return { outcome: "outside" };
  const giveBack = takePlace(uid);
  if (typeof giveBack === "string") return { outcome: giveBack };
  try {
    const wait = await uploadLimit.take(uid);
    if (wait !== undefined) return { outcome: "limited", wait };
    return await readAndSettle(uid, upload);
  } finally {
    giveBack();
  }
}

async function readAndSettle(uid: string, upload: Upload): Promise<TakenIn> {
  // Where an earlier one cannot be read, nothing is read in vain.
  await importsOf(uid);
  const begun = newImport(Date.now());
  if (!(await beginReading(uid, begun))) return { outcome: "own" };
  const alive = setInterval(() => void noteAlive(begun.id).catch(() => {}), signOfLifeEvery);
  let memory: ThreadMemory | undefined;
  let thread: ImportThread | undefined;
  try {
    const own = await takeMemory("imports", { signal: upload.signal });
    memory = own;
    thread = startThread(() => own);
    const result = await thread.read(withoutHold(upload, own)).catch(damagedIfThreadDied);
    return await keep(uid, begun, upload, result, thread);
  } catch (error) {
    await recordFailure(uid, begun, error);
    throw error;
  } finally {
    clearInterval(alive);
    const ended = Promise.resolve(thread?.end());
    inBackground("ending an import's thread", ended.finally(memory?.giveBack));
    inBackground("erasing leftovers of imports", eraseLeftovers(uid, Date.now()));
  }
}

async function keep(
  uid: string,
  begun: Import,
  upload: Upload,
  result: ReadResult,
  thread: ImportThread,
): Promise<TakenIn> {
  const { takenAt: field, followersShown } = upload.fields();
  if ("refused" in result) return refuse(uid, begun, result.refused);
  const { facts, dates } = result;
  const same = sameExport(await importsOf(uid), facts);
  if (same) {
    await endReading(uid, begun.id, "gone");
    return { outcome: "taken-in", id: same.id };
  }
  const pieces = await keepLists(uid, begun.id, thread);
  const takenAt = takenAtOf({ field, ...dates, uploadedAt: begun.startedAt });
  const read: Import = {
    ...begun,
    ...facts,
    takenAt,
    followersShown: followersShown ?? null,
    pieces,
  };
  const settled = await carryOutPlan(
    uid,
    () => thread,
    (standing) => planTakeIn(read, standing, Date.now()),
  );
  if (settled.outcome === "outside") {
    await forget(uid, read);
    return { outcome: "outside" };
  }
  if (settled.plan.same) {
    await forget(uid, read);
    return { outcome: "taken-in", id: settled.plan.same };
  }
  const [id = read.id] = settled.plan.moves.map(({ to }) => to.id);
  logTakenIn(settled.plan.moves.find(({ to }) => to.id === read.id)?.to ?? read);
  return { outcome: "taken-in", id };
}

/** @returns how many pieces they take */
async function keepLists(uid: string, id: string, thread: ImportThread): Promise<number> {
  const pieces = pieceWriter("importPieces", { uid, owner: id });
  try {
    await thread.keep((piece) => pieces.write(piece));
  } catch (error) {
    // Then all are erased: none may be written after that.
    await pieces.end().catch(() => {});
    throw error;
  }
  return pieces.end();
}

async function refuse(uid: string, begun: Import, refusal: ExportRefusal): Promise<TakenIn> {
  const refused = refusedAs(begun, refusal);
  await endReading(uid, begun.id, refused);
  logTakenIn(refused);
  const imports = await importsOf(uid);
  const surplus = surplusOf(imports, begun.id, Date.now()).filter(
    ({ state }) => !keepsLists(state),
  );
  await eraseImports(surplus);
  return { outcome: "taken-in", id: begun.id };
}

/** A file that breaks its thread is a damaged one, and reported: it should have been refused in words. */
function damagedIfThreadDied(error: unknown): ReadResult {
  if (!(error instanceof ThreadDied)) throw error;
  reportUnexpected(error);
  return { refused: "damaged" };
}

const newImport = (now: number): Import => ({
  id: randomUUID(),
  state: "reading",
  startedAt: now,
  aliveAt: now,
  takenAt: now,
  account: null,
  ownNames: [],
  counts: { followers: 0, following: null, skipped: 0 },
  found: [],
  digest: "",
  followersShown: null,
  unreadable: {},
  unknownLabels: [],
  problems: [],
  // The judgement says which it is.
  window: allTime,
  evidence: null,
  decision: null,
  pieces: 0,
  readings: null,
});

/** Labels that are logged of an import: they come from the subscriber's file. */
const loggedLabels = 20;

function logTakenIn({ state, problems, counts, unknownLabels }: Import): void {
  log.info({ state, problems, skipped: counts.skipped }, "import");
  for (const { file, label, count } of unknownLabels.slice(0, loggedLabels))
    log.info({ file, label: label.slice(0, 60), count }, "unknown label in an export");
}
