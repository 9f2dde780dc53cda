/**
 * The outbox: what must happen later or again (contract 12) stands in a document each. These rules are the same
 * for every kind; a kind is data and one handler.
 */

export const entryStates = ["open", "done", "declined", "given-up"] as const;
export type EntryState = (typeof entryStates)[number];

export interface OutboxEntry<Payload = unknown, Progress = unknown> {
  /** Names the wish: the Idempotency-Key of every attempt, and the start of its letters' Message-IDs. */
  key: string;
  state: EntryState;
  /** What must happen. */
  payload: Payload;
  /** How far it has come. */
  progress: Progress;
  /** Epoch milliseconds, as all times here. */
  requestedAt: number;
  updatedAt: number;
  /** From when any process may take it up; null where nothing runs it by itself. */
  dueAt: number | null;
  /** The fencing token: each claim counts it up, and who holds an older one changes nothing. */
  lease: number;
  /** Until when the claimant has it for itself; 0 once it was given back. */
  leaseUntil: number;
  /** Those before now that may have touched something outside. */
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

export const isHeld = ({ leaseUntil }: OutboxEntry, now: number) => leaseUntil > now;

/** Whether a process that looks for work may take it up. */
export const isDue = (entry: OutboxEntry, now: number) =>
  entry.state === "open" && entry.dueAt !== null && entry.dueAt <= now && !isHeld(entry, now);

export const claimed = <Entry extends OutboxEntry>(entry: Entry, rules: KindRules, now: number) =>
  renewed(taken(entry), rules, now);

/** Taken from whoever has it, or has died with it. What that one did is not known, so its attempt counts. */
export const taken = <Entry extends OutboxEntry>(entry: Entry): Entry => ({
  ...entry,
  lease: entry.lease + 1,
  leaseUntil: 0,
  attempts: entry.attempts + (entry.leaseUntil === 0 ? 0 : 1),
});

/** Should its holder die, it is due again at the lease's end, unless nothing runs it by itself. */
export function renewed<Entry extends OutboxEntry>(
  entry: Entry,
  { lease }: KindRules,
  now: number,
): Entry {
  const leaseUntil = now + lease;
  return { ...entry, leaseUntil, dueAt: entry.dueAt === null ? null : leaseUntil, updatedAt: now };
}

/** Given back with nothing left to do. */
export const settled = <Entry extends OutboxEntry>(entry: Entry, state: EntryState): Entry => ({
  ...entry,
  state,
  attempts: entry.attempts + 1,
  dueAt: null,
  leaseUntil: 0,
  needsPerson: null,
});

/** Given back to be tried again after its back-off; after the kind's time a person is asked for. */
export function triedInVain<Entry extends OutboxEntry>(
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

/** Given back as if it had not been taken up. What was promised of it meanwhile stays promised. */
export const givenBack = <Entry extends OutboxEntry>(entry: Entry, now: number): Entry => ({
  ...entry,
  leaseUntil: 0,
  dueAt: entry.dueAt === null ? null : now,
});
