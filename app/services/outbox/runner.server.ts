import { reportUnexpected } from "~/clients/error-reports.server";
import { log } from "~/clients/log.server";
import { countOutboxAttempt } from "~/clients/metrics.server";
import { type Claim, claimEntry, dueIds, saveProgress } from "~/clients/outbox/claim.server";
import type { KeptKind } from "~/clients/outbox/document.server";
import { entryName } from "~/clients/outbox/name.server";
import { UpstreamError } from "~/clients/upstream.server";
import { type OutboxEntry, release, scheduleRetry, settle } from "~/domain/outbox";

interface Changes<Payload, Progress> {
  payload?: Payload;
  progress?: Partial<Progress>;
}

/** The request that waits for the outcome. */
export interface Press {
  userAgent: string;
}

/** What a handler gets to carry out an entry. */
export interface Run<Payload, Progress, Outcome> {
  entry: OutboxEntry<Payload, Progress>;
  press: Press | undefined;
  /**
   * Saves how far it has come, and renews the lease. Ends the run if the lease has passed to another process, so
   * that no outside system is called after that. Call it before every outside effect but the first, such as a letter.
   */
  saveProgress(changes: Changes<Payload, Progress>): Promise<void>;
  /** Answers the waiting request before all is done. Only the first call counts, the verdict's included. */
  tell(outcome: Outcome): void;
}

export type Verdict<Payload, Progress, Outcome> = Changes<Payload, Progress> & {
  /**
   * Told after the attempt to save the verdict, unless something has been told before. If that attempt failed, it is
   * told all the same, except for `again`: nobody may be there to keep that promise, so nothing is told.
   */
  tell?: Outcome;
} & (
    | { end: "done" | "declined" }
    /** The entry is tried again after its back-off. The reason contains no personal data. */
    | { end: "again"; reason: string }
    /** Nothing was tried. */
    | { end: "untouched" }
  );

/** A kind of outbox entry: its schema, and the one handler that carries it out. */
export interface OutboxKind<Payload = unknown, Progress = unknown, Outcome = unknown>
  extends KeptKind<Payload, Progress> {
  /** Entries under way at once in one process. */
  concurrency: number;
  /** Most entries begun within so many milliseconds, by all processes together. */
  rate: { max: number; duration: number };
  handle(run: Run<Payload, Progress, Outcome>): Promise<Verdict<Payload, Progress, Outcome>>;
}

/** Carries out an entry if it is due and nobody else has it. Rejects where Firestore does not answer. */
export async function runEntry(kind: OutboxKind, id: string): Promise<void> {
  const claim = await claimEntry(kind, id);
  if (claim) await carryOut(kind, claim).finished;
}

/** Carries out what is due, as many at once as the kind allows, until nothing is left or the process is stopping. */
export async function runDue(kind: OutboxKind, isStopped = () => false): Promise<void> {
  const met = new Set<string>();
  while (!isStopped()) {
    const ids = await dueIds(kind, kind.concurrency);
    const fresh = ids.filter((id) => !met.has(id));
    for (const id of fresh) met.add(id);
    const runs = await Promise.allSettled(fresh.map((id) => runEntry(kind, id)));
    for (const run of runs) if (run.status === "rejected") throw run.reason;
    if (fresh.length < kind.concurrency) return;
  }
}

/**
 * Carries out an entry that the caller has claimed.
 * @returns `told`: the answer for the waiting request, undefined if there is none; `finished`: when all is done
 */
export function carryOut<P, G, O>(
  kind: OutboxKind<P, G, O>,
  claim: Claim<P, G>,
  press?: Press,
): { told: Promise<O | undefined>; finished: Promise<void> } {
  const { promise: told, resolve: tell } = Promise.withResolvers<O | undefined>();
  return { told, finished: run(kind, claim, press, tell).finally(() => tell(undefined)) };
}

class LeaseLost extends Error {}

async function run<P, G, O>(
  kind: OutboxKind<P, G, O>,
  claim: Claim<P, G>,
  press: Press | undefined,
  tell: (outcome: O | undefined) => void,
): Promise<void> {
  const { name } = kind;
  let held = claim;
  /** The last progress that was sent to Firestore, whether or not the write is known to have succeeded. */
  let lastWrite = claim.entry;
  async function save(
    { payload, progress }: Changes<P, G>,
    finish = (entry: OutboxEntry<P, G>, _now: number) => entry,
  ) {
    const saved = await saveProgress(kind, held, (entry, now) => {
      const changed = {
        ...entry,
        payload: payload ?? entry.payload,
        progress: { ...entry.progress, ...progress },
      };
      lastWrite = finish(changed, now);
      return lastWrite;
    });
    if (!saved) throw new LeaseLost();
    held = saved;
  }
  function reportIfNew({ needsPerson, attempts }: OutboxEntry): void {
    if (needsPerson && !claim.entry.needsPerson)
      log.error(
        { entry: entryName(name, claim.id), attempts, reason: needsPerson.reason },
        "an outbox entry needs a person",
      );
  }
  try {
    const verdict = await judge(kind, { entry: claim.entry, press, saveProgress: save, tell });
    const saving = save(verdict, (entry, now) => applyVerdict(entry, verdict, kind, now));
    await (verdict.end === "again" ? saving : saving.finally(() => tell(verdict.tell)));
    tell(verdict.tell);
    countOutboxAttempt(name, verdict.end);
  } catch (error) {
    const isLost = error instanceof LeaseLost;
    countOutboxAttempt(name, isLost ? "lease-lost" : "not-noted");
    // Another process holds the lease now, and saves what becomes of the entry.
    if (isLost) return log.info({ kind: name }, "an outbox lease was lost");
    if (!(error instanceof UpstreamError)) throw error;
    // It is due again when the lease ends, and is then repeated under the same key.
    log.warn({ kind: name, reason: error.message }, "an outbox entry was not noted");
    // The write may have succeeded, and then the next attempt does not report it: twice is better than never.
    return reportIfNew(lastWrite);
  }
  const { state, attempts } = held.entry;
  log.info({ kind: name, state, attempts }, "outbox entry carried out");
  reportIfNew(held.entry);
}

/** Whatever a handler throws, the entry is tried again. */
async function judge<P, G, O>(
  kind: OutboxKind<P, G, O>,
  run: Run<P, G, O>,
): Promise<Verdict<P, G, O>> {
  try {
    return await kind.handle(run);
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    if (error instanceof UpstreamError) return { end: "again", reason: error.message };
    reportUnexpected(error);
    return { end: "again", reason: "unexpected failure" };
  }
}

/** What becomes of the entry. */
function applyVerdict<P, G>(
  entry: OutboxEntry<P, G>,
  verdict: Verdict<P, G, unknown>,
  kind: KeptKind,
  now: number,
): OutboxEntry<P, G> {
  switch (verdict.end) {
    case "again":
      return scheduleRetry(entry, verdict.reason, kind, now);
    case "untouched":
      return release(entry, now);
    default:
      return settle(entry, verdict.end);
  }
}
