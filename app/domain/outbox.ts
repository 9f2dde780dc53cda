/**
 * The outbox: what must happen later or again (contract 12) stands in a document each. These rules are the same
 * for every kind; a kind is data and one handler.
 */

export const entryStates = ["open", "done", "declined", "given-up"] as const;
export type EntryState = (typeof entryStates)[number];

/** What happened to an entry that wants an operator's attention, or had it. */
export interface Remark {
  /** Epoch milliseconds, as all times here. */
  at: number;
  reason: string;
}

export interface OutboxEntry<Payload, Progress> {
  /** Names the wish: the Idempotency-Key of every attempt, and the start of its letters' Message-IDs. */
  key: string;
  state: EntryState;
  /** What must happen. */
  payload: Payload;
  /** How far it has come. */
  progress: Progress;
  requestedAt: number;
  updatedAt: number;
  /** From when any process may take it up; null where nothing runs it by itself. */
  dueAt: number | null;
  /** The fencing token: each claim counts it up, and who holds an older one changes nothing. */
  lease: number;
  /** Until when the claimant has it for itself. */
  leaseUntil: number;
  attempts: number;
  /** When a failing attempt is reported to a person. */
  patientUntil: number;
  needsPerson: Remark | null;
  givenUp: Remark | null;
}

/** What differs between kinds, as far as these rules go. Times in milliseconds. */
export interface KindRules {
  /** Longer than the handler's longest stretch between two notes, as each note renews it. */
  lease: number;
  backOff: { first: number; most: number };
  /** For how long attempts may fail until a person is asked for. */
  patience: number;
  /** Whether attempts end then. */
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

interface Wish<Payload, Progress> {
  key: string;
  payload: Payload;
  progress: Progress;
  /** Whether it is run by itself from now on, or only by the press that records it. */
  due: boolean;
  /** The token of what stood in its place. */
  lease?: number | undefined;
}

/** A new entry, claimed by whoever records it. */
export function begun<Payload, Progress>(
  { key, payload, progress, due, lease = 0 }: Wish<Payload, Progress>,
  rules: KindRules,
  now: number,
): OutboxEntry<Payload, Progress> {
  const entry: OutboxEntry<Payload, Progress> = {
    key,
    state: "open",
    payload,
    progress,
    requestedAt: now,
    updatedAt: now,
    dueAt: due ? now : null,
    lease,
    leaseUntil: 0,
    attempts: 0,
    patientUntil: now + rules.patience,
    needsPerson: null,
    givenUp: null,
  };
  return claimed(entry, rules, now);
}

type AnyEntry = OutboxEntry<unknown, unknown>;

export const isHeld = ({ leaseUntil }: AnyEntry, now: number) => leaseUntil > now;

/** Whether a process that looks for work may take it up. */
export const isDue = (entry: AnyEntry, now: number) =>
  entry.state === "open" && entry.dueAt !== null && entry.dueAt <= now && !isHeld(entry, now);

/** Should the claimant die, it is due again at the lease's end, unless nothing runs it by itself. */
export const claimed = <Entry extends AnyEntry>(entry: Entry, rules: KindRules, now: number) =>
  renewed({ ...entry, lease: entry.lease + 1 }, rules, now);

/** As noted by who holds it, who has it for another lease. */
export function renewed<Entry extends AnyEntry>(
  entry: Entry,
  rules: KindRules,
  now: number,
): Entry {
  const leaseUntil = now + rules.lease;
  const dueAt = entry.dueAt === null ? null : leaseUntil;
  return { ...entry, leaseUntil, dueAt, updatedAt: now };
}

/** Given back with nothing left to do. */
export const settled = <Entry extends AnyEntry>(
  entry: Entry,
  state: Exclude<EntryState, "open">,
  now: number,
): Entry => ({
  ...entry,
  state,
  attempts: entry.attempts + 1,
  dueAt: null,
  leaseUntil: 0,
  needsPerson: null,
  updatedAt: now,
});

/** Given back to be tried again after its back-off; out of patience, a person is asked for. */
export function triedInVain<Entry extends AnyEntry>(
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
    updatedAt: now,
  };
}

/** Given back as if it had not been taken up. What was promised of it meanwhile stays promised. */
export const givenBack = <Entry extends AnyEntry>(entry: Entry, now: number): Entry => ({
  ...entry,
  leaseUntil: 0,
  dueAt: entry.dueAt === null ? null : now,
  updatedAt: now,
});

/** An operator's word: now, however often it has failed. Whoever holds it does no longer. */
export const retried = <Entry extends AnyEntry>(
  entry: Entry,
  { patience }: KindRules,
  now: number,
): Entry => ({
  ...entry,
  state: "open",
  dueAt: now,
  lease: entry.lease + 1,
  leaseUntil: 0,
  patientUntil: now + patience,
  needsPerson: null,
  givenUp: null,
  updatedAt: now,
});

/** An operator's word: never again. Whoever holds it does no longer. */
export const givenUp = <Entry extends AnyEntry>(
  entry: Entry,
  reason: string,
  now: number,
): Entry => ({
  ...entry,
  state: "given-up",
  dueAt: null,
  lease: entry.lease + 1,
  leaseUntil: 0,
  needsPerson: null,
  givenUp: { at: now, reason },
  updatedAt: now,
});
