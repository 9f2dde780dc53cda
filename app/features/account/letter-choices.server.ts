import { randomUUID } from "node:crypto";
import type { Firestore } from "firebase-admin/firestore";
import { z } from "zod";
import { lastTurn, nextMorning, nextTurn } from "~/features/account/letter-days";
import {
  type BreachProgress,
  breachAtFirst,
  breachProgress,
  type ReminderProgress,
  reminderAtFirst,
  reminderProgress,
  type Told,
  type WeeklyProgress,
  weeklyAtFirst,
  weeklyProgress,
} from "~/features/account/letter-entries";
import { type LetterName, type Settings, storedSettings } from "~/features/account/settings";
import { keptLanguage, languageAskedIn } from "~/platform/languages/languages.server";
import { type OutboxEntry, revokeLease } from "~/platform/outbox/outbox";
import {
  type EntryKind,
  type FoundEntry,
  readEntry,
} from "~/platform/outbox/store/document.server";
import { newEntry } from "~/platform/outbox/store/keep.server";
import { decideEntry } from "~/platform/outbox/store/transaction.server";
import { writeFor } from "~/platform/store/erasure-marks.server";
import { hour, minute } from "~/platform/values/durations";
import { shareOf } from "~/platform/values/share-of";

const letterPayload = z.object({
  uid: z.string().min(1),
  /** The language of the page where it was turned on. Older documents lack it. */
  language: keptLanguage,
});
export type LetterPayload = z.output<typeof letterPayload>;

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

const kinds = {
  weeklyLetter: weeklyEntries,
  breachAlerts: breachEntries,
  importReminder: reminderEntries,
} satisfies Record<LetterName, object>;

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
 * @param choose may run several times. `known`: somebody who has been erased has no settings
 * @returns whether anything was chosen
 */
function decide<G>(
  kind: Kind<G>,
  uid: string,
  choose: (
    found: FoundEntry<LetterPayload, G>,
    now: number,
    known: Settings | undefined,
  ) => Choice<G> | undefined,
): Promise<boolean> {
  const entryOf = (database: Firestore) => database.collection(kind.collection).doc(uid);
  const ownSettings = (database: Firestore) => database.collection("settings").doc(uid);
  return writeFor(
    uid,
    (transaction, database, [found, settings]) => {
      const known = settings?.exists ? storedSettings.parse(settings.data()) : undefined;
      const choice = choose(readEntry(kind, found?.data()), Date.now(), known);
      if (choice?.entry) transaction.set(entryOf(database), choice.entry);
      if (choice?.settings) {
        const fields = { ...choice.settings, updatedAt: new Date() };
        transaction.set(ownSettings(database), fields, { merge: true });
      }
      return choice !== undefined;
    },
    (database) => [entryOf(database), ownSettings(database)],
  );
}

/** The entry of a letter that is on already: another press to turn it on changes nothing but its language. */
const waiting = <G>({ entry }: FoundEntry<LetterPayload, G>): Entry<G> | undefined =>
  entry?.state === "open" && entry.dueAt !== null ? entry : undefined;

/**
 * Turns the weekly letter on; the first comes on the next Monday.
 * @param chosen the time zone, where it is not the known one
 * @returns false where no time zone is known
 */
export function turnOnWeeklyLetter(uid: string, chosen?: string): Promise<boolean> {
  return decide(weeklyEntries, uid, (found, now, known) => {
    const timeZone = chosen ?? known?.timeZone;
    if (!timeZone) return undefined;
    const before = found.entry?.progress ?? weeklyAtFirst;
    const dueAt = nextTurn(now, timeZone, shareOf(uid), before.monday).at;
    const present = waiting(found);
    const changed = turnedOn(weeklyEntries, uid, found, { ...before, isSettled: true }, dueAt, now);
    return {
      settings: { weeklyLetter: true, timeZone },
      entry: (present && moved(changed ?? present, dueAt, now)) ?? changed,
    };
  });
}

/**
 * Keeps the time zone, and moves the next weekly letter to its Monday: to now, where the hour of that Monday is over in the new
 * zone. Otherwise like `turnOnWeeklyLetter`.
 */
export function saveTimeZone(uid: string, chosen?: string): Promise<boolean> {
  return decide(weeklyEntries, uid, (found, now, known) => {
    const timeZone = chosen ?? known?.timeZone;
    if (!timeZone) return undefined;
    const present = waiting(found);
    const share = shareOf(uid);
    const awaited = lastTurn(present?.dueAt ?? 0, known?.timeZone ?? timeZone, share).monday;
    const dueAt =
      awaited === lastTurn(now, timeZone, share).monday
        ? now
        : nextTurn(now, timeZone, share, present?.progress.monday).at;
    return { settings: { timeZone }, entry: present && moved(present, dueAt, now) };
  });
}

/** A letter that is due or on its way is left to itself. */
const moved = <G>(entry: Entry<G>, dueAt: number, now: number): Entry<G> | undefined =>
  entry.leaseUntil > now || (entry.dueAt ?? 0) <= now || entry.attempts > 0
    ? undefined
    : { ...entry, dueAt, updatedAt: now };

/** Turns the breach alerts on. What is known then is looked up soon, and told on the page only. */
export async function turnOnBreachAlerts(uid: string): Promise<void> {
  await decide(breachEntries, uid, (found, now) => ({
    settings: { breachAlerts: true },
    entry: turnedOn(breachEntries, uid, found, breachAtFirst, now, now),
  }));
}

/** Turns the import reminder on. The next morning shows whether there is something to remind of. */
export async function turnOnImportReminder(uid: string): Promise<void> {
  await decide(reminderEntries, uid, (found, now, known) => {
    const progress = found.entry?.progress ?? reminderAtFirst;
    const dueAt = nextMorning(now, known?.timeZone ?? "UTC", shareOf(uid));
    return {
      settings: { importReminder: true },
      entry: turnedOn(reminderEntries, uid, found, progress, dueAt, now),
    };
  });
}

/** The entry of a letter that is turned on; undefined where it is on already, in the language of this page. */
function turnedOn<G>(
  kind: Kind<G>,
  uid: string,
  found: FoundEntry<LetterPayload, G>,
  progress: G,
  dueAt: number,
  now: number,
): Entry<G> | undefined {
  const present = waiting(found);
  const payload = { uid, ...present?.payload, ...languageAskedIn() };
  if (present)
    return payload.language === present.payload.language
      ? undefined
      : { ...present, payload, updatedAt: now };
  const { entry, malformed } = found;
  const key = entry?.key ?? randomUUID();
  const fresh = newEntry(kind, { key, payload, progress, runsInBackground: true }, now);
  const patientUntil = dueAt + kind.askPersonAfter;
  return { ...fresh, dueAt, patientUntil, lease: ((entry ?? malformed)?.lease ?? 0) + 1 };
}

/** Turns a letter off: one that is just being written is not sent any more, unless the mail server has it already. */
export async function turnOffLetter(uid: string, letter: LetterName): Promise<void> {
  await decide<unknown>(kinds[letter], uid, ({ entry }, now, known) => ({
    settings: known && { [letter]: false },
    entry: entry && { ...revokeLease(entry), dueAt: null, needsPerson: null, updatedAt: now },
  }));
}

/**
 * Forgets what the weekly letter has said of an account and is not known any more, as after a disconnection. Up to which
 * day it told stays: the letter after a new connection goes on there. Whoever writes one just now, maybe from what was
 * known before, loses the lease.
 * @param known what is known now
 */
export const forgetTold = (
  uid: string,
  known: Pick<Told, "followers" | "newestPostAt">,
): Promise<void> =>
  decideEntry<LetterPayload, WeeklyProgress, void>(
    weeklyEntries,
    uid,
    ({ entry, malformed }, now) => {
      if (malformed) return { fields: { progress: { told: null } }, result: undefined };
      if (!entry) return { result: undefined };
      const { told } = entry.progress;
      const progress = {
        ...entry.progress,
        told: told && {
          ...told,
          followers: told.followers === known.followers ? told.followers : null,
          newestPostAt: told.newestPostAt === known.newestPostAt ? told.newestPostAt : null,
        },
      };
      return { next: { ...revokeLease(entry), progress, updatedAt: now }, result: undefined };
    },
  );
