import { z } from "zod";
import { entryName } from "~/platform/outbox/store/name.server";
import { inFirestore } from "~/platform/store/firestore.server";
import { day } from "~/platform/values/durations";
import { addressKey } from "~/platform/values/mail-address";

/** How often a mailbox has refused letters of one kind for good, since it last took one. */
const mailRefusals = z.object({
  count: z.number(),
  /** Epoch milliseconds. */
  lastAt: z.number(),
  /** The reply's codes: `mail: 550 5.1.1`. */
  reason: z.string(),
});
type Refusals = z.output<typeof mailRefusals>;

/** So many refusals switch a kind off for a mailbox. */
const most = 3;
/** Then one letter is tried again, once so long has passed since the last one: mailboxes come back. */
const rest = 30 * day;
/** Milliseconds that refusals are remembered: a letter of each month still counts as one of a row. */
const rememberedFor = 180 * day;

/** Whether letters of the kind do not go to the mailbox any more. */
export const isSwitchedOff = ({ count, lastAt }: Refusals, now: number): boolean =>
  count >= most && now - lastAt < rest;

// `mailRefusals/{keyed digest of an address}`: which kinds of letters a mailbox refuses for good. It names nobody.
const collection = "mailRefusals";
const kindsOf = z.object({ kinds: z.record(z.string(), mailRefusals) });
type Kinds = Record<string, Refusals>;

const readKinds = (fields: unknown): Kinds => kindsOf.safeParse(fields).data?.kinds ?? {};

/** What a mailbox is called in Firestore and on operators' screens. */
export const mailboxName = (address: string) => entryName("mailbox", addressKey(address));

export const isMailboxName = (name: string) => /^mailbox-[\da-f]{16}$/.test(name);

/** @returns what it refuses, by kind of letter */
export const refusalsOf = (mailbox: string): Promise<Kinds> =>
  inFirestore("read", async (database) =>
    readKinds((await database.collection(collection).doc(mailbox).get()).data()),
  );

/** @returns how many of the kind have been refused in a row, with this one */
export function noteRefusal(mailbox: string, kind: string, reason: string): Promise<number> {
  return inFirestore("write", (database, signal) =>
    database.runTransaction(async (transaction) => {
      const reference = database.collection(collection).doc(mailbox);
      const kinds = readKinds((await transaction.get(reference)).data());
      signal.throwIfAborted();
      const count = (kinds[kind]?.count ?? 0) + 1;
      const lastAt = Date.now();
      transaction.set(reference, {
        kinds: { ...kinds, [kind]: { count, lastAt, reason } },
        expireAt: new Date(lastAt + rememberedFor),
      });
      return count;
    }),
  );
}

/**
 * Letters go to the mailbox again.
 * @param kind left out: letters of all kinds
 * @returns false if it refused none
 */
export function forgetRefusals(mailbox: string, kind?: string): Promise<boolean> {
  return inFirestore("write", (database, signal) =>
    database.runTransaction(async (transaction) => {
      const reference = database.collection(collection).doc(mailbox);
      const document = await transaction.get(reference);
      signal.throwIfAborted();
      const { [kind ?? ""]: _, ...others } = readKinds(document.data());
      if (kind === undefined || Object.keys(others).length === 0) transaction.delete(reference);
      else transaction.update(reference, { kinds: others });
      return document.exists;
    }),
  );
}

/** The mailboxes with refusals, the latest first; at most `limit`. */
export function listRefusals(limit: number): Promise<{ mailbox: string; kinds: Kinds }[]> {
  return inFirestore("read", async (database) => {
    const found = await database
      .collection(collection)
      .orderBy("expireAt", "desc")
      .limit(limit)
      .get();
    return found.docs.map((document) => ({
      mailbox: document.id,
      kinds: readKinds(document.data()),
    }));
  });
}
