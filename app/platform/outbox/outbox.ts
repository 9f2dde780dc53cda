/**
 * The outbox: each task that must be done later or retried (docs/product.md#jobs) is a document. These rules apply to every kind
 * of entry; a kind adds its data and one handler.
 */

export const entryStates = ["open", "done", "declined", "given-up"] as const;
export type EntryState = (typeof entryStates)[number];

export interface OutboxEntry<Payload = unknown, Progress = unknown> {
  /** The idempotency key of every attempt, and part of its mails' Message-IDs. */
  key: string;
  state: EntryState;
  /** What must happen. */
  payload: Payload;
  /** How far it has come. */
  progress: Progress;
  /** All times are in epoch milliseconds. */
  requestedAt: number;
  updatedAt: number;
  /** When any process may claim it; null if it does not run in the background. */
  dueAt: number | null;
  /** The fencing token: each claim increments it, and a write with an older one is rejected. */
  lease: number;
  /** When the lease ends; 0 if it was released. */
  leaseUntil: number;
  /** A mark of the last claim: after a lost answer, two that were made in the same millisecond are told apart by it. */
  claimedBy?: string | undefined;
  /** How many earlier attempts may have reached an outside system. */
  attempts: number;
  /** A failed attempt after this time is reported to an operator (`needsPerson`). */
  patientUntil: number;
  needsPerson: { at: number; reason: string } | null;
}

/** The rules that differ between kinds. Times in milliseconds. */
export interface KindRules {
  /** Must exceed the longest time between two calls of `saveProgress`, each of which renews the lease. */
  lease: number;
  backOff: { first: number; most: number };
  /** How long attempts may fail before the entry is reported to an operator. */
  askPersonAfter: number;
  /** Whether automatic attempts stop after `askPersonAfter`. Then an operator's retry is a single attempt. */
  stopsThen: boolean;
}

/** Exponential back-off: 5 s, 10 s, 20 s …, plus up to 25 % jitter so that processes do not retry in step. */
export function backOffAfter(
  attempts: number,
  { first, most }: KindRules["backOff"],
  random = Math.random(),
): number {
  const step = Math.min(first * 2 ** Math.max(0, attempts - 1), most);
  return Math.round(step * (1 + random / 4));
}

export const isLeased = ({ leaseUntil }: OutboxEntry, now: number) => leaseUntil > now;

/** Whether a background process may claim the entry. */
export const isDue = (entry: OutboxEntry, now: number) =>
  entry.state === "open" && entry.dueAt !== null && entry.dueAt <= now && !isLeased(entry, now);

export const claim = <Entry extends OutboxEntry>(entry: Entry, rules: KindRules, now: number) => ({
  ...renewLease(revokeLease(entry), rules, now),
  claimedBy: crypto.randomUUID(),
});

/**
 * Takes the lease from its holder, whether or not that process is still alive, by incrementing the fencing token. The
 * holder may have reached an outside system, so its attempt counts.
 */
export const revokeLease = <Entry extends OutboxEntry>(entry: Entry): Entry => ({
  ...entry,
  lease: entry.lease + 1,
  leaseUntil: 0,
  attempts: entry.attempts + (entry.leaseUntil === 0 ? 0 : 1),
});

/** If the holder dies, a background entry is due again when the lease ends. */
export function renewLease<Entry extends OutboxEntry>(
  entry: Entry,
  { lease }: KindRules,
  now: number,
): Entry {
  const leaseUntil = now + lease;
  return { ...entry, leaseUntil, dueAt: entry.dueAt === null ? null : leaseUntil, updatedAt: now };
}

/** Closes the entry in a final state and releases the lease. */
export const closeEntry = <Entry extends OutboxEntry>(entry: Entry, state: EntryState): Entry => ({
  ...entry,
  state,
  attempts: entry.attempts + 1,
  dueAt: null,
  leaseUntil: 0,
  needsPerson: null,
});

/** Releases the lease after a failed attempt. The entry is due after its back-off, or needs a person if it is late. */
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

/** Releases the lease without counting an attempt. If another request has made the entry due since, it stays due. */
export const release = <Entry extends OutboxEntry>(entry: Entry, now: number): Entry => ({
  ...entry,
  leaseUntil: 0,
  dueAt: entry.dueAt === null ? null : now,
});

/**
 * Releases the lease of an entry that stays open for good, until a time that its handler chose. That is no failed
 * attempt: the entry begins anew then.
 * @param dueAt null: nothing happens until somebody makes it due
 */
export const postpone = <Entry extends OutboxEntry>(
  entry: Entry,
  dueAt: number | null,
  { askPersonAfter }: KindRules,
  now: number,
): Entry => ({
  ...entry,
  attempts: 0,
  dueAt,
  leaseUntil: 0,
  patientUntil: Math.max(now, dueAt ?? now) + askPersonAfter,
  needsPerson: null,
});
