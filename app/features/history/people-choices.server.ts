import type { DocumentData, Firestore } from "firebase-admin/firestore";
import { z } from "zod";
import { type HiddenPerson, mostHiddenPeople } from "~/features/history/hidden-people";
import { writeFor } from "~/platform/store/erasure-marks.server";
import { inFirestore } from "~/platform/store/firestore.server";

/** What a subscriber has said of people. One document each, by uid. */
const collection = "peopleChoices";

/** The entries that can be read: one that cannot must not stop every later import. */
const entries = <S extends z.ZodType>(schema: S) =>
  z
    .array(schema.optional().catch(undefined))
    .catch([])
    .transform((list) => list.filter((entry) => entry !== undefined));

const document = z.object({
  hidden: entries(z.object({ username: z.string(), after: z.number() })),
  /** Of a profile of the outside system, by name alone. */
  hiddenOutside: entries(z.string()),
  /** Two names that are one person's. */
  same: entries(z.object({ old: z.string(), new: z.string() })),
});

export interface PeopleChoices extends z.output<typeof document> {}

const asChoices = (data: DocumentData | undefined): PeopleChoices => document.parse(data ?? {});

export const choicesOf = (uid: string): Promise<PeopleChoices> =>
  inFirestore("read", async (database) =>
    asChoices((await database.collection(collection).doc(uid).get()).data()),
  );

export const hiddenPeopleOf = async (uid: string): Promise<readonly HiddenPerson[]> =>
  (await choicesOf(uid)).hidden;

const listeners: ((uid: string) => void)[] = [];

/** Registers what is called when a subscriber has said something. */
export function onChoices(listener: (uid: string) => void): void {
  listeners.push(listener);
}

/**
 * Changes what a subscriber has said. @param change gets what stands there; undefined where nothing shall be changed
 * @returns whether anything was
 */
export async function changeChoices(
  uid: string,
  change: (standing: PeopleChoices) => PeopleChoices | undefined,
): Promise<boolean> {
  const own = (database: Firestore) => database.collection(collection).doc(uid);
  const isChanged = await writeFor(
    uid,
    (transaction, database, [found]) => {
      const next = change(asChoices(found?.data()));
      if (!next) return false;
      transaction.set(own(database), { ...next, updatedAt: new Date() });
      return true;
    },
    (database) => [own(database)],
  );
  for (const listener of listeners) listener(uid);
  return isChanged;
}

export const isFull = (people: readonly unknown[]): boolean => people.length >= mostHiddenPeople;
