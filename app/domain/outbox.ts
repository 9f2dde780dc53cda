/**
 * The outbox: each thing that must happen later or again (contract 12) is a document. These rules are the same for
 * every kind; a kind is data and one handler.
 */

export const entryStates = ["open", "done", "declined", "given-up"] as const;
export type EntryState = (typeof entryStates)[number];

export interface OutboxEntry<Payload = unknown, Progress = unknown> {
  /** Identifies the wish: the Idempotency-Key of every attempt, and part of its mails' Message-IDs. */
  key: string;
  state: EntryState;
  /** What must happen. */
  payload: Payload;
  /** How far it has come. */
  progress: Progress;
  /** Epoch milliseconds, as all times here. */
  requestedAt: number;
  updatedAt: number;
  /** From when any process may claim it; null if it does not run in the background. */
  dueAt: number | null;
  /** The fencing token: each claim counts it up, and a holder of an older one can write nothing. */
  lease: number;
  /** When the lease ends; 0 once it was released. */
  leaseUntil: number;
  /** Earlier ones that may have reached an outside system. */
  attempts: number;
  /** From when a failing attempt is reported to a person. */
  patientUntil: number;
  needsPerson: { at: number; reason: string } | null;
}

/** What differs between kinds, as far as these rules go. Times in milliseconds. */
export interface KindRules {
  /** Longer than the handler's longest stretch between two notes, as each note renews it. */
  lease: number;
  backOff: { first: number; most: number };
  /** For how long attempts may fail until a person is asked for. */
  askPersonAfter: number;
  /** Whether attempts end then. A retry is one attempt more, and gives no new time. */
  stopsThen: boolean;
}

/** 5 s, 10 s, 20 s … each up to a quarter longer, so that processes do not march in step. */
export function backOffAfter(
  attempts: number,
  { first, most }: KindRules["backOff"],
  random = Math.random(),
): number {
  const step = Math.min(first * 2 ** Math.max(0, attempts - 1), most);
  return Math.round(step * (1 + random / 4));
}

export const isLeased = ({ leaseUntil }: OutboxEntry, now: number) => leaseUntil > now;

/** Whether a process that looks for work may claim it. */
export const isDue = (entry: OutboxEntry, now: number) =>
  entry.state === "open" && entry.dueAt !== null && entry.dueAt <= now && !isLeased(entry, now);

/** Gives the caller the lease. */
export const claim = <Entry extends OutboxEntry>(entry: Entry, rules: KindRules, now: number) =>
  renewLease(revokeLease(entry), rules, now);

/**
 * Ends the lease of whoever holds it, alive or dead, by counting up the fencing token. What the holder did is not
 * known, so its attempt counts.
 */
export const revokeLease = <Entry extends OutboxEntry>(entry: Entry): Entry => ({
  ...entry,
  lease: entry.lease + 1,
  leaseUntil: 0,
  attempts: entry.attempts + (entry.leaseUntil === 0 ? 0 : 1),
});

/** If the holder dies, the entry is due again when the lease ends, unless it does not run in the background. */
export function renewLease<Entry extends OutboxEntry>(
  entry: Entry,
  { lease }: KindRules,
  now: number,
): Entry {
  const leaseUntil = now + lease;
  return { ...entry, leaseUntil, dueAt: entry.dueAt === null ? null : leaseUntil, updatedAt: now };
}

/** Releases the lease with nothing left to do. */
export const settle = <Entry extends OutboxEntry>(entry: Entry, state: EntryState): Entry => ({
  ...entry,
  state,
  attempts: entry.attempts + 1,
  dueAt: null,
  leaseUntil: 0,
  needsPerson: null,
});

/** Releases the lease after a failed attempt: due again after its back-off; after the kind's time a person is asked for. */
export function scheduleRetry<Entry extends OutboxEntry>(
  entry: Entry,
  reason: string,
  { backOff, stopsThen }: KindRules,
  now: number,
): Entry {
  const attempts = entry.attempts + 1;
  const late = now >= entry.patientUntil;
  return {
    ...entry,
    attempts,
    leaseUntil: 0,
    dueAt: late && stopsThen ? null : now + backOffAfter(attempts, backOff),
    needsPerson: entry.needsPerson ?? (late ? { at: now, reason } : null),
  };
}

/** Releases the lease as if there had been no attempt. If another press has made it due meanwhile, it stays due. */
export const release = <Entry extends OutboxEntry>(entry: Entry, now: number): Entry => ({
  ...entry,
  leaseUntil: 0,
  dueAt: entry.dueAt === null ? null : now,
});
