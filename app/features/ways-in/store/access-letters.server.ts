import { randomUUID } from "node:crypto";
import { z } from "zod";
import { accessChanges } from "~/features/ways-in/rules/access-change";
import { keptLanguage } from "~/platform/languages/languages.server";
import type { EntryKind } from "~/platform/outbox/store/document.server";
import { keepEntry } from "~/platform/outbox/store/keep.server";
import { hour } from "~/platform/values/durations";

const payload = z.object({
  uid: z.string().min(1),
  change: z.enum(accessChanges),
  /** Epoch milliseconds. */
  at: z.number(),
  /** From `browserKind`; null where it is not known. */
  browser: z.string().nullable(),
  /** The language of the page where the change was made. */
  language: keptLanguage,
});
export type AccessLetter = z.output<typeof payload>;

const progress = z.object({
  /** Epoch milliseconds; null until the letter is settled. */
  sentAt: z.number().nullable(),
});
export type AccessLetterProgress = z.output<typeof progress>;

/** How `accessLetters/{id}` is kept; the outbox kind `access-letter` is this with its handler. */
export const accessLetterEntries: EntryKind<AccessLetter, AccessLetterProgress> = {
  name: "access-letter",
  collection: "accessLetters",
  payload,
  progress,
  // Looking the address and the time zone up takes up to 4 s, what the mailbox refused 2 s, a letter 4 s, looking for an
  // erasure 2 s, saving its result 5 s.
  lease: 20_000,
  backOff: { first: 10_000, most: 900_000 },
  askPersonAfter: 3 * hour,
  stopsThen: false,
};

/** A random name for a letter; the same letter sent twice has the same one. */
export const newAccessLetterId = () => randomUUID();

/** Keeps a letter that must be sent; once this resolves, it cannot be lost. */
export const keepAccessLetter = (id: string, letter: AccessLetter) =>
  keepEntry(accessLetterEntries, id, {
    isDone: ({ state }) => state === "done",
    canJoin: ({ state }) => state === "open",
    join: () => ({}),
    begin: () => ({
      key: id,
      payload: letter,
      progress: { sentAt: null },
      runsInBackground: true,
    }),
  });
