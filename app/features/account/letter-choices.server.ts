import { randomUUID } from "node:crypto";
import { nextMorning, nextTurn } from "~/features/account/letter-days";
import {
  type BreachProgress,
  breachAtFirst,
  breachProgress,
  type LetterPayload,
  letterPayload,
  type ReminderProgress,
  reminderAtFirst,
  reminderProgress,
  type WeeklyProgress,
  weeklyAtFirst,
  weeklyProgress,
} from "~/features/account/letter-entries";
import type { LetterName } from "~/features/account/settings";
import { type OutboxEntry, revokeLease } from "~/platform/outbox/outbox";
import {
  type EntryKind,
  type FoundEntry,
  readEntry,
} from "~/platform/outbox/store/document.server";
import { newEntry } from "~/platform/outbox/store/keep.server";
import { writeFor } from "~/platform/store/erasure-marks.server";
import { hour, minute } from "~/platform/values/durations";
import { shareOf } from "~/platform/values/share-of";

const rules = {
  payload: letterPayload,
  // Longer than it may take to read what a letter is made from, and to send it.
  lease: minute,
  backOff: { first: minute, most: hour },
  askPersonAfter: 12 * hour,
  stopsThen: false,
};

export const weeklyEntries: EntryKind<LetterPayload, WeeklyProgress> = {
  ...rules,
  name: "weekly-letter",
  collection: "weeklyLetters",
  progress: weeklyProgress,
};

export const breachEntries: EntryKind<LetterPayload, BreachProgress> = {
  ...rules,
  name: "breach-alert",
  collection: "breachAlerts",
  progress: breachProgress,
};

export const reminderEntries: EntryKind<LetterPayload, ReminderProgress> = {
  ...rules,
  name: "import-reminder",
  collection: "importReminders",
  progress: reminderProgress,
};

type Kind<G> = EntryKind<LetterPayload, G>;
type Entry<G> = OutboxEntry<LetterPayload, G>;

interface Choice<G> {
  /** Fields of `settings/{uid}`. */
  settings?: Record<string, unknown> | undefined;
  /** Replaces the letter's entry. */
  entry?: Entry<G> | undefined;
}

/**
 * Writes what was chosen and the letter's entry in one transaction, the settings field by field.
 * @param choose may run several times. `hasSettings`: somebody who has been erased has none
 */
function decide<G>(
  kind: Kind<G>,
  uid: string,
  choose: (found: FoundEntry<LetterPayload, G>, now: number, hasSettings: boolean) => Choice<G>,
): Promise<void> {
  return writeFor(uid, async (transaction, database, signal) => {
    const reference = database.collection(kind.collection).doc(uid);
    const own = database.collection("settings").doc(uid);
    const [found, settings] = await transaction.getAll(reference, own);
    signal.throwIfAborted();
    const choice = choose(readEntry(kind, found?.data()), Date.now(), settings?.exists ?? false);
    if (choice.entry) transaction.set(reference, choice.entry);
    if (choice.settings)
      transaction.set(own, { ...choice.settings, updatedAt: new Date() }, { merge: true });
  });
}

/** The entry of a letter that is on already: another press to turn it on changes nothing. */
const waiting = <G>({ entry }: FoundEntry<LetterPayload, G>): Entry<G> | undefined =>
  entry?.state === "open" && entry.dueAt !== null ? entry : undefined;

/** Turns the weekly letter on; the first comes on the next Monday. */
export function turnOnWeeklyLetter(uid: string, timeZone: string): Promise<void> {
  return decide(weeklyEntries, uid, (found, now) => {
    const { entry } = found;
    const present = waiting(found);
    const dueAt = nextTurn(now, timeZone, shareOf(uid), entry?.progress.monday).at;
    return {
      settings: { weeklyLetter: true, timeZone },
      entry: present
        ? moved(present, dueAt, now)
        : begun(
            weeklyEntries,
            uid,
            found,
            { ...(entry?.progress ?? weeklyAtFirst), isSettled: true },
            dueAt,
            now,
          ),
    };
  });
}

/** Keeps the time zone, and moves the next weekly letter to its Monday. */
export function saveTimeZone(uid: string, timeZone: string): Promise<void> {
  return decide(weeklyEntries, uid, (found, now) => {
    const present = waiting(found);
    const dueAt = nextTurn(now, timeZone, shareOf(uid), present?.progress.monday).at;
    return { settings: { timeZone }, entry: present && moved(present, dueAt, now) };
  });
}

/** A letter that is due or on its way is left to itself. */
const moved = <G>(entry: Entry<G>, dueAt: number, now: number): Entry<G> | undefined =>
  entry.leaseUntil > now || (entry.dueAt ?? 0) <= now || entry.attempts > 0
    ? undefined
    : { ...entry, dueAt, updatedAt: now };

/** Turns the breach alerts on. What is known then is looked up soon, and told on the page only. */
export function turnOnBreachAlerts(uid: string): Promise<void> {
  return decide(breachEntries, uid, (found, now) => ({
    settings: { breachAlerts: true },
    entry: waiting(found) ? undefined : begun(breachEntries, uid, found, breachAtFirst, now, now),
  }));
}

/** Turns the import reminder on. The next morning shows whether there is something to remind of. */
export function turnOnImportReminder(uid: string, timeZone: string): Promise<void> {
  return decide(reminderEntries, uid, (found, now) => {
    const progress = found.entry?.progress ?? reminderAtFirst;
    const dueAt = nextMorning(now, timeZone, shareOf(uid));
    return {
      settings: { importReminder: true },
      entry: waiting(found) ? undefined : begun(reminderEntries, uid, found, progress, dueAt, now),
    };
  });
}

function begun<G>(
  kind: Kind<G>,
  uid: string,
  { entry, malformed }: FoundEntry<LetterPayload, G>,
  progress: G,
  dueAt: number,
  now: number,
): Entry<G> {
  const key = entry?.key ?? randomUUID();
  const fresh = newEntry(kind, { key, payload: { uid }, progress, runsInBackground: true }, now);
  const patientUntil = dueAt + kind.askPersonAfter;
  return { ...fresh, dueAt, patientUntil, lease: ((entry ?? malformed)?.lease ?? 0) + 1 };
}

/** Turns a letter off: one that is just being written is not sent any more, unless the mail server has it already. */
export function turnOffLetter(uid: string, letter: LetterName): Promise<void> {
  switch (letter) {
    case "weeklyLetter":
      return turnOff(weeklyEntries, uid, letter);
    case "breachAlerts":
      return turnOff(breachEntries, uid, letter);
    case "importReminder":
      return turnOff(reminderEntries, uid, letter);
  }
}

const turnOff = <G>(kind: Kind<G>, uid: string, letter: LetterName): Promise<void> =>
  decide(kind, uid, ({ entry }, now, hasSettings) => ({
    settings: hasSettings ? { [letter]: false } : undefined,
    entry: entry && { ...revokeLease(entry), dueAt: null, needsPerson: null, updatedAt: now },
  }));
