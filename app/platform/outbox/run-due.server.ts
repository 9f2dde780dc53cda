import { setTimeout as pause } from "node:timers/promises";
import { type OutboxKind, runEntry } from "~/platform/outbox/runner.server";
import { dueIds } from "~/platform/outbox/store/claim.server";

/** Milliseconds between two looks for due entries. */
export const lookInterval = 5_000;

/** Start times of each kind's latest entries in this process. A process that polls keeps to the `rate`, too. */
const latest = new Map<string, number[]>();

/** @returns milliseconds until another entry of the kind may begin; 0: it may now, and counts as begun */
function takeTurn({ name, rate: { max, duration } }: OutboxKind): number {
  const now = performance.now();
  const begun = (latest.get(name) ?? []).filter((at) => at > now - duration);
  const [first = now] = begun;
  const isFree = begun.length < max;
  latest.set(name, isFree ? [...begun, now] : begun);
  return isFree ? 0 : first + duration - now;
}

/**
 * Carries out the due entries, as many at once as the kind's `concurrency` says: one that takes long holds up no other.
 * Goes on until nothing is due and nothing in work, or the process is stopping. Rejects if Firestore does not answer.
 */
export async function runDue(kind: OutboxKind, isStopped = () => false): Promise<void> {
  const inWork = new Set<string>();
  const failed = new Set<string>();
  const failures: unknown[] = [];
  /** Start times by id. An entry that is due again at once waits for the next look, so that others get their turn. */
  const begun = new Map<string, number>();
  let waiting: string[] = [];
  let lookedAt = Number.NEGATIVE_INFINITY;
  let mayBeMore = true;
  let wake = () => {};

  async function look(): Promise<void> {
    lookedAt = performance.now();
    // What was begun before counts as due until it is claimed.
    const limit = kind.concurrency + inWork.size + failed.size;
    const ids = await dueIds(kind, limit);
    mayBeMore = ids.length === limit;
    for (const [id, at] of begun) if (at + lookInterval <= lookedAt) begun.delete(id);
    waiting = ids.filter((id) => !inWork.has(id) && !failed.has(id) && !begun.has(id));
  }
  function begin(id: string): void {
    inWork.add(id);
    begun.set(id, performance.now());
    runEntry(kind, id)
      .catch((error: unknown) => {
        failed.add(id);
        failures.push(error);
      })
      .finally(() => {
        inWork.delete(id);
        wake();
      });
  }

  while (!isStopped() && failures.length < kind.concurrency) {
    const isTimeToLook = mayBeMore || performance.now() - lookedAt >= lookInterval;
    if (waiting.length === 0 && inWork.size < kind.concurrency && isTimeToLook)
      await look().catch((error: unknown) => {
        failures.push(error);
        mayBeMore = false;
      });
    let patience = lookInterval;
    while (waiting.length > 0 && inWork.size < kind.concurrency && !isStopped()) {
      const wait = takeTurn(kind);
      if (wait > 0) {
        patience = Math.min(wait, lookInterval);
        break;
      }
      begin(waiting.shift() ?? "");
    }
    if (inWork.size === 0 && waiting.length === 0) break;
    await Promise.race([
      new Promise<void>((resolve) => {
        wake = resolve;
      }),
      pause(patience, undefined, { ref: false }),
    ]);
  }
  while (inWork.size > 0)
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  if (failures.length > 0) throw failures[0];
}
