import { reportUnexpected } from "~/clients/error-reports.server";
import { log } from "~/clients/log.server";
import { countOutboxAttempt } from "~/clients/metrics.server";
import { type Claim, claimEntry, dueIds, type KeptKind, noteEntry } from "~/clients/outbox.server";
import { entryName } from "~/clients/outbox-name.server";
import { UpstreamError } from "~/clients/upstream.server";
import { givenBack, type OutboxEntry, settled, triedInVain } from "~/domain/outbox";

interface Changes<Payload, Progress> {
  payload?: Payload;
  progress?: Partial<Progress>;
}

/** Somebody who waits for the outcome. */
export interface Press {
  userAgent: string;
}

/** What a handler is given to carry out an entry. */
export interface Run<Payload, Progress, Outcome> {
  entry: OutboxEntry<Payload, Progress>;
  press: Press | undefined;
  /**
   * Notes how far it has come, and renews the lease. Ends the run where that has passed on, so nothing outside
   * is touched after it; a second effect outside, such as a letter, comes only after a note.
   */
  note(changes: Changes<Payload, Progress>): Promise<void>;
  /** Answers who waits, before all is done. The first word counts, so it goes before the verdict's. */
  tell(outcome: Outcome): void;
}

export type Verdict<Payload, Progress, Outcome> = Changes<Payload, Progress> & {
  /**
   * Said after the try to note the verdict, unless something has been said before. Where that failed, it is said all the
   * same, except for `again`, of which it may be a promise that nobody keeps: then nothing is said.
   */
  tell?: Outcome;
} & (
    | { end: "done" | "declined" }
    /** Tried again after its back-off. The reason names nobody. */
    | { end: "again"; reason: string }
    /** Nothing was tried. */
    | { end: "untouched" }
  );

/** A kind of what must happen: how it is kept, and the one handler that carries it out. */
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

/** Carries out what is due, as many at once as the kind allows, until nothing is left or the process is to end. */
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
 * @returns `told`: what who waits is told, undefined where nothing can be said; `finished`: when all is done
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
  /** What the last note was to write, whether or not it is known to have been written. */
  let begun = claim.entry;
  async function note(
    { payload, progress }: Changes<P, G>,
    give = (entry: OutboxEntry<P, G>, _now: number) => entry,
  ) {
    const noted = await noteEntry(kind, held, (entry, now) => {
      const changed = {
        ...entry,
        payload: payload ?? entry.payload,
        progress: { ...entry.progress, ...progress },
      };
      begun = give(changed, now);
      return begun;
    });
    if (!noted) throw new LeaseLost();
    held = noted;
  }
  function reportIfNew({ needsPerson, attempts }: OutboxEntry): void {
    if (needsPerson && !claim.entry.needsPerson)
      log.error(
        { entry: entryName(name, claim.id), attempts, reason: needsPerson.reason },
        "an outbox entry needs a person",
      );
  }
  try {
    const verdict = await judge(kind, { entry: claim.entry, press, note, tell });
    const noting = note(verdict, (entry, now) => given(entry, verdict, kind, now));
    await (verdict.end === "again" ? noting : noting.finally(() => tell(verdict.tell)));
    tell(verdict.tell);
    countOutboxAttempt(name, verdict.end);
  } catch (error) {
    const isLost = error instanceof LeaseLost;
    countOutboxAttempt(name, isLost ? "lease-lost" : "not-noted");
    // Somebody else has it now, and notes what becomes of it.
    if (isLost) return log.info({ kind: name }, "an outbox lease was lost");
    if (!(error instanceof UpstreamError)) throw error;
    // Found due again at its lease's end; what was done is done under the same key.
    log.warn({ kind: name, reason: error.message }, "an outbox entry was not noted");
    // It may have been all the same, and then the next attempt finds a person asked: twice is better than never.
    return reportIfNew(begun);
  }
  const { state, attempts } = held.entry;
  log.info({ kind: name, state, attempts }, "outbox entry carried out");
  reportIfNew(held.entry);
}

/** One rule for what handlers throw: it is tried again. */
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

function given<P, G>(
  entry: OutboxEntry<P, G>,
  verdict: Verdict<P, G, unknown>,
  kind: KeptKind,
  now: number,
): OutboxEntry<P, G> {
  switch (verdict.end) {
    case "again":
      return triedInVain(entry, verdict.reason, kind, now);
    case "untouched":
      return givenBack(entry, now);
    default:
      return settled(entry, verdict.end);
  }
}
