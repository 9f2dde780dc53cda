import { randomUUID } from "node:crypto";
import { sourceOf } from "~/features/analysis/profiles.server";
import { allTime } from "~/features/history/history";
import {
  type FoundFacts,
  type Import,
  keepsLists,
  refusedAs,
  signOfLifeEvery,
} from "~/features/history/import";
import {
  beginReading,
  endReading,
  importOf,
  importsOf,
  noteAlive,
} from "~/features/history/import-documents.server";
import { eraseOwned, pieceWriter } from "~/features/history/kept-pieces.server";
import { takenAtOf } from "~/features/history/taken-at";
import { eraseLeftovers } from "~/features/imports/cleanup.server";
import type { FoundExport, ReadResult, UploadEvent } from "~/features/imports/rules/work";
import { carryOutPlan } from "~/features/imports/services/carry-out-plan.server";
import { NoMemory, type ThreadMemory, takeMemory } from "~/features/imports/services/memory.server";
import { takePlace } from "~/features/imports/services/places.server";
import { planTakeIn, sameExport } from "~/features/imports/services/plans.server";
import { type ImportThread, startThread, ThreadDied } from "~/features/imports/thread.server";
import { reportUnexpected } from "~/platform/monitoring/error-reports.server";
import { log } from "~/platform/monitoring/log.server";
import { createLimit } from "~/platform/store/rate-limits.server";
import { UpstreamError, unlessDown } from "~/platform/upstream/upstream.server";
import { hourInSeconds, minute } from "~/platform/values/durations";
import { inBackground } from "~/platform/work/background.server";

export const uploadLimit = createLimit("imports", { points: 120, seconds: hourInSeconds });

/** Milliseconds in all that an upload may keep us waiting for its bytes while somebody else waits for its memory. */
const longestHold = 3 * minute;
/** Milliseconds between two looks at whether somebody else waits. */
const lookEvery = 1_000;

/** What is sent, piece by piece. */
interface PacedUpload {
  files: AsyncIterable<UploadEvent>;
  /** Ends it with the words that the connection was too slow. */
  endAsTooSlow: () => void;
}

/** The events of an upload. It ends as too slow where it keeps others for too long from the memory beyond its place. */
const withoutHold = (
  { files, endAsTooSlow }: PacedUpload,
  { isAwaited }: Pick<ThreadMemory, "isAwaited">,
): AsyncIterable<UploadEvent> => ({
  [Symbol.asyncIterator]() {
    const events = files[Symbol.asyncIterator]();
    let left = longestHold;
    return {
      async next() {
        let counted = performance.now();
        const count = () => {
          const now = performance.now();
          if (isAwaited()) left -= now - counted;
          counted = now;
          if (left <= 0) endAsTooSlow();
        };
        const looking = setInterval(count, lookEvery).unref();
        try {
          return await events.next();
        } finally {
          clearInterval(looking);
          count();
        }
      },
      async return() {
        await events.return?.();
        return { done: true, value: undefined };
      },
    };
  },
});

/** An upload, read while it arrives. */
export interface Upload extends PacedUpload {
  /** The fields `takenAt` and `followersShown`; they may stand before or behind the files. */
  fields: () => { takenAt: string | undefined; followersShown: number | undefined };
  /**
   * One is aborted when the client has left or the server stops: then no memory is waited for. Of a client that has sent more
   * than is read ahead, the server hears late that it has left.
   */
  signals?: readonly AbortSignal[];
}

export type TakenIn =
  | { outcome: "taken-in"; id: string }
  /** No place is free (`busy`), or an import of the same subscriber is running (`own`). */
  | { outcome: "busy" | "own" }
  | { outcome: "limited"; wait: number }
  /** The outside system has a profile of this subscriber. */
  | { outcome: "outside" };

/** Of the uploads that wait for memory, by subscriber: ends the wait, and resolves when nothing is left of it. */
const endWait = new Map<string, () => Promise<void>>();

/**
 * Reads an upload and keeps what follows from it, before it returns. One of the same subscriber that waits for memory ends:
 * its client has most likely left.
 * @throws UpstreamError where Firestore fails, NoMemory where there is none in time, and what the upload throws; then
 * nothing is kept
 */
export async function takeIn(uid: string, upload: Upload): Promise<TakenIn> {
  if ((await sourceOf(uid, { fresh: true })) === "outside") return { outcome: "outside" };
  await endWait.get(uid)?.();
  const giveBack = takePlace(uid);
  if (typeof giveBack === "string") return { outcome: giveBack };
  const over = Promise.withResolvers<void>();
  try {
    const wait = await uploadLimit.take(uid);
    if (wait !== undefined) return { outcome: "limited", wait };
    return await readAndSettle(uid, upload, over.promise);
  } finally {
    giveBack();
    over.resolve();
  }
}

/**
 * Waits for the memory of an upload; meanwhile the next upload of the same subscriber may end the wait.
 * @param over resolves when nothing is left of the upload
 * @throws NoMemory
 */
async function memoryFor(
  uid: string,
  { signals = [] }: Upload,
  over: Promise<void>,
): Promise<ThreadMemory> {
  const waiting = new AbortController();
  const end = () => waiting.abort();
  endWait.set(uid, () => {
    end();
    return over;
  });
  for (const signal of signals) {
    if (signal.aborted) end();
    signal.addEventListener("abort", end);
  }
  try {
    return await takeMemory("imports", { signal: waiting.signal });
  } finally {
    for (const signal of signals) signal.removeEventListener("abort", end);
    endWait.delete(uid);
  }
}

/**
 * Nothing is kept of an import that failed. One whose upload broke off is shown as damaged; one that failed by our fault
 * or Firestore's leaves nothing. If that cannot be written either, the import is later found broken off.
 */
async function recordFailure(uid: string, begun: Import, error: unknown): Promise<void> {
  const isOutage = [UpstreamError, ThreadDied, NoMemory].some((ours) => error instanceof ours);
  if (error instanceof ThreadDied) reportUnexpected(error);
  await unlessDown(async () => {
    await endReading(uid, begun.id, isOutage ? "gone" : refusedAs(begun, "damaged"));
    await eraseUnlessKept(uid, begun);
  });
  log.warn({ state: isOutage ? "gone" : "refused" }, "import broke off");
}

/** Erases the lists now, not with a later import: there is none if the subscriber had everything erased meanwhile. */
async function eraseUnlessKept(uid: string, { id }: Import): Promise<void> {
  const left = await importOf(uid, id);
  if (!left || !keepsLists(left.state)) await eraseOwned("importPieces", id);
}

/** An import that came to nothing leaves nothing. */
async function forget(uid: string, one: Import): Promise<void> {
  await endReading(uid, one.id, "gone");
  await eraseUnlessKept(uid, one);
}

async function readAndSettle(uid: string, upload: Upload, over: Promise<void>): Promise<TakenIn> {
  // Fails first where an earlier import cannot be read, so that no upload is read in vain.
  await importsOf(uid);
  const begun = newImport(Date.now());
  if (!(await beginReading(uid, begun))) return { outcome: "own" };
  const alive = setInterval(() => void noteAlive(begun.id).catch(() => {}), signOfLifeEvery);
  let memory: ThreadMemory | undefined;
  let thread: ImportThread | undefined;
  try {
    const own = await memoryFor(uid, upload, over);
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
  const withFacts = <F extends FoundFacts>({ facts, dates }: FoundExport<F>) => ({
    ...begun,
    ...facts,
    takenAt: takenAtOf({ field, ...dates, uploadedAt: begun.startedAt }),
  });
  if ("refused" in result) {
    const { refused, isSeveral, found } = result;
    const one = refusedAs(found ? withFacts(found) : begun, refused);
    return refuse(uid, isSeveral ? { ...one, isSeveral } : one);
  }
  const { facts } = result;
  const same = sameExport(await importsOf(uid), facts);
  if (same) {
    await endReading(uid, begun.id, "gone");
    return { outcome: "taken-in", id: same.id };
  }
  const pieces = await keepLists(uid, begun.id, thread);
  const read: Import = {
    ...withFacts(result),
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
    // All pieces are erased then: none may be written after that.
    await pieces.end().catch(() => {});
    throw error;
  }
  return pieces.end();
}

async function refuse(uid: string, refused: Import): Promise<TakenIn> {
  const { id } = refused;
  await endReading(uid, id, refused);
  logTakenIn(refused);
  return { outcome: "taken-in", id };
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
