import { z } from "zod";

// `weeklyLetters/{uid}`, `breachAlerts/{uid}` and `importReminders/{uid}` are outbox entries that stay open: each letter makes
// them due again.
// Where a letter goes is asked of the identity provider each time, so that no address is kept here.

/** What a weekly letter said: the next one is written only if that has changed. */
const told = z.object({
  /** Epoch milliseconds. */
  at: z.number(),
  followers: z.number().nullable(),
  /** When the newest export in use was taken, epoch milliseconds. */
  exportTakenAt: z.number().nullable(),
  /** When the newest post was posted, epoch seconds. */
  newestPostAt: z.number().nullable(),
  /** The last day whose count by Instagram it told, epoch milliseconds. Older documents lack it. */
  countedTo: z.number().nullish(),
});
export type Told = z.output<typeof told>;

export const weeklyProgress = z.object({
  /** The Monday of the last letter that was begun, `2026-11-23`; null before the first. */
  monday: z.string().nullable(),
  /** Whether nothing is left to do for that Monday. If not, the letter may or may not have gone out. */
  isSettled: z.boolean(),
  told: told.nullable(),
});
export type WeeklyProgress = z.output<typeof weeklyProgress>;

export const weeklyAtFirst: WeeklyProgress = { monday: null, isSettled: true, told: null };

export const breachProgress = z.object({
  /** Marks (`marksOf`) of the breaches that need no alert any more; null before the first look. */
  known: z.array(z.string()).nullable(),
  /** A digest of the address that was looked up. The first look of another address only records what is there. */
  addressDigest: z.string().nullable(),
  /** Names in a letter that was begun: it may or may not have gone out. */
  pending: z.array(z.string()).nullable(),
  /** Of the last look, epoch milliseconds. */
  lookedAt: z.number().nullable(),
  /** Whether the first look has failed: breaches that a later one finds may be new since then. */
  isBeginningLate: z.boolean().default(false),
});
export type BreachProgress = z.output<typeof breachProgress>;

export const breachAtFirst: BreachProgress = {
  known: null,
  addressDigest: null,
  pending: null,
  lookedAt: null,
  isBeginningLate: false,
};

export const reminderProgress = z.object({
  /** The import that the last reminder was about; null before the first. */
  remindedOf: z.string().nullable(),
  /** When that import was started, epoch milliseconds: nobody is reminded of an earlier one. Older documents lack it. */
  remindedFrom: z.number().nullish(),
});
export type ReminderProgress = z.output<typeof reminderProgress>;

export const reminderAtFirst: ReminderProgress = { remindedOf: null, remindedFrom: null };
