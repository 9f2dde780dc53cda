import { speakingIn } from "~/platform/languages/languages.server";
import { reportUnexpected } from "~/platform/monitoring/error-reports.server";
import { log } from "~/platform/monitoring/log.server";
import { countOutboxAttempt } from "~/platform/monitoring/metrics.server";
import {
  closeEntry,
  type OutboxEntry,
  postpone,
  release,
  scheduleRetry,
} from "~/platform/outbox/outbox";
import { type Claim, claimEntry, saveProgress } from "~/platform/outbox/store/claim.server";
import type { EntryKind } from "~/platform/outbox/store/document.server";
import { entryName } from "~/platform/outbox/store/name.server";
import { asOneWork } from "~/platform/store/erasure-marks.server";
import { asBackgroundWork, UpstreamError } from "~/platform/upstream/upstream.server";

interface Changes<Payload, Progress> {
  payload?: Payload;
  progress?: Partial<Progress>;
}

/** The user's request that waits for the outcome. */
export interface WaitingRequest {
  userAgent: string;
}

export interface Run<Payload, Progress, Outcome> {
  /** The document's name. */
  id: string;
  entry: OutboxEntry<Payload, Progress>;
  press: WaitingRequest | undefined;
  /**
   * Saves the progress and renews the lease. Throws if the lease has passed to another process, so that the handler
   * calls no outside system after that. Call it before every side effect except the first, for example a letter.
   */
  saveProgress(changes: Changes<Payload, Progress>): Promise<void>;
  /** Answers the waiting request before the run ends. The first answer counts, later ones are ignored. */
  answer(outcome: Outcome): void;
}

export type Verdict<Payload, Progress, Outcome> = Changes<Payload, Progress> & {
  /**
   * Answers the waiting request after the verdict was saved, unless it has been answered before. If the verdict could
   * not be saved, the request is still answered, except for `again`: the retry that it promises may never happen.
   */
  answer?: Outcome;
  /** Nothing of the entry is kept once it is settled, as of all entries of some kinds (`isErasedWhenSettled`). */
  leavesNothing?: boolean;
} & (
    | { end: "done" | "declined" }
    /** Retry after the back-off. The reason must not contain personal data. */
    | { end: "again"; reason: string }
    /**
     * Stays open and begins anew at `dueAt` (epoch milliseconds); null: not until somebody makes it due. `asks`: why an operator
     * is to decide before. The handler tells them itself, as many entries may have one reason.
     */
    | { end: "later"; dueAt: number | null; asks?: string }
    /** No outside system was asked, so this does not count as an attempt. */
    | { end: "untouched" }
  );

/** A kind of outbox entry: its schema, and the one handler that carries it out. */
export interface OutboxKind<Payload = unknown, Progress = unknown, Outcome = unknown>
  extends EntryKind<Payload, Progress> {
  /** Maximum number of entries that one process runs at the same time. */
  concurrency: number;
  /** Entries stay open for good: one that waits for its next time is nothing for an operator. */
  isStanding?: true;
  /** At most `max` entries start per `duration` milliseconds: in all processes together with Redis, else in each. */
  rate: { max: number; duration: number };
  handle(run: Run<Payload, Progress, Outcome>): Promise<Verdict<Payload, Progress, Outcome>>;
  /** What else ends when an operator gives an entry up. */
  afterGiveUp?(id: string): Promise<void>;
}

/** Carries out an entry if it is due and not leased. Rejects if Firestore does not answer. */
export function runEntry(kind: OutboxKind, id: string): Promise<void> {
  return asBackgroundWork(async () => {
    const claim = await claimEntry(kind, id);
    if (claim) await asOneWork(() => carryOut(kind, claim).finished);
  });
}

/**
 * Carries out an entry that the caller has claimed.
 * @returns `answer`: for the waiting request, undefined if there is none; `finished`: resolves when the run has ended
 */
export function carryOut<P, G, O>(
  kind: OutboxKind<P, G, O>,
  claim: Claim<P, G>,
  press?: WaitingRequest,
): { answer: Promise<O | undefined>; finished: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<O | undefined>();
  const finished = run(kind, claim, press, resolve).finally(() => resolve(undefined));
  return { answer: promise, finished };
}

class LeaseLost extends Error {}

async function run<P, G, O>(
  kind: OutboxKind<P, G, O>,
  claim: Claim<P, G>,
  press: WaitingRequest | undefined,
  answer: (outcome: O | undefined) => void,
): Promise<void> {
  const { name } = kind;
  let held = claim;
  /** The last progress that was sent to Firestore, whether or not the write is known to have succeeded. */
  let lastWrite = claim.entry;
  let asksItself = false;
  async function save(
    { payload, progress, leavesNothing }: Changes<P, G> & { leavesNothing?: boolean },
    finish = (entry: OutboxEntry<P, G>, _now: number) => entry,
  ) {
    const stored = leavesNothing ? { ...kind, isErasedWhenSettled: true as const } : kind;
    const saved = await saveProgress(stored, held, (entry, now) => {
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
    const verdict = await judge(kind, {
      id: claim.id,
      entry: claim.entry,
      press,
      saveProgress: save,
      answer,
    });
    const saving = save(verdict, (entry, now) => applyVerdict(entry, verdict, kind, now));
    await (verdict.end === "again" ? saving : saving.finally(() => answer(verdict.answer)));
    answer(verdict.answer);
    asksItself = verdict.end === "later";
    countOutboxAttempt(name, verdict.end);
  } catch (error) {
    const isLost = error instanceof LeaseLost;
    countOutboxAttempt(name, isLost ? "lease-lost" : "not-noted");
    // Another process holds the lease now, and saves the entry's result.
    if (isLost) return log.info({ kind: name }, "an outbox lease was lost");
    if (!(error instanceof UpstreamError)) throw error;
    // The entry is due again when its lease ends, and is retried with the same key.
    log.warn({ kind: name, reason: error.message }, "an outbox entry was not noted");
    // If the write succeeded after all, the next attempt will not report it. Reporting twice is better than never.
    return reportIfNew(lastWrite);
  }
  const { state, attempts } = held.entry;
  log.info({ kind: name, state, attempts }, "outbox entry carried out");
  if (!asksItself) reportIfNew(held.entry);
}

/** Any error of a handler leads to a retry. */
async function judge<P, G, O>(
  kind: OutboxKind<P, G, O>,
  run: Run<P, G, O>,
): Promise<Verdict<P, G, O>> {
  try {
    // The request that began it may be in another language than the mails that it sends.
    return await speakingIn("en", () => kind.handle(run));
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    if (error instanceof UpstreamError) return { end: "again", reason: error.message };
    reportUnexpected(error);
    return { end: "again", reason: "unexpected failure" };
  }
}

function applyVerdict<P, G>(
  entry: OutboxEntry<P, G>,
  verdict: Verdict<P, G, unknown>,
  kind: EntryKind,
  now: number,
): OutboxEntry<P, G> {
  switch (verdict.end) {
    case "again":
      return scheduleRetry(entry, verdict.reason, kind, now);
    case "later": {
      const postponed = postpone(entry, verdict.dueAt, kind, now);
      const { asks } = verdict;
      return asks === undefined
        ? postponed
        : { ...postponed, needsPerson: { at: now, reason: asks } };
    }
    case "untouched":
      return release(entry, now);
    default:
      return closeEntry(entry, verdict.end);
  }
}
