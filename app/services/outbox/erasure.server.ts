import { z } from "zod";
import { documentsOf, eraseDocuments } from "~/clients/personal-documents.server";
import { announceProfileChange } from "~/clients/profiles.server";
import { subscriptionsOf } from "~/clients/subscriptions.server";
import { unlessDown } from "~/clients/upstream.server";
import type { OutboxEntry } from "~/domain/outbox";
import {
  analysisCollections,
  letterCollections,
  type OwnedCollection,
  type PersonalCollection,
  personalCollections,
} from "~/domain/retention";
import { env } from "~/env.server";
import { type ErasureState, erasureMail } from "~/services/mails";
import { deliverLetter, isLetterGivenUp } from "~/services/outbox/letter.server";
import type { OutboxKind, Run, Verdict } from "~/services/outbox/runner.server";

const payload = z.object({
  uid: z.string().min(1),
  /** Recipient of the letters; erased after the last one. */
  email: z.string().nullable(),
});
export type ErasurePayload = z.output<typeof payload>;

const progress = z.object({
  /** When the last document was erased. */
  erasedAt: z.number().nullable(),
  /** True if the letter is settled, as in a cancellation. */
  letters: z.object({ received: z.boolean(), erased: z.boolean() }),
});
export type ErasureProgress = z.output<typeof progress>;

/** A subscriber's request to erase their data, stored in `erasureRequests/{uid}`. */
export const erasures: OutboxKind<ErasurePayload, ErasureProgress, ErasureState> = {
  name: "erasure",
  collection: "erasureRequests",
  payload,
  progress,
  // Erasing takes up to 25 s, a letter and saving its result 9 s.
  lease: 45_000,
  // Waits for an order or a cancellation that billing has not answered yet, which may take hours.
  backOff: { first: 60_000, most: 3_600_000 },
  askPersonAfter: 86_400_000,
  stopsThen: false,
  concurrency: 5,
  rate: { max: 20, duration: 1_000 },
  handle: erase,
};

type Erasing = Run<ErasurePayload, ErasureProgress, ErasureState>;
type Erased = Verdict<ErasurePayload, ErasureProgress, ErasureState>;

/** Erases what can be erased now. Data that an open cancellation or order still needs is erased after its completion. */
async function erase(run: Erasing): Promise<Erased> {
  const { entry, saveProgress, answer } = run;
  const { erasedAt, letters } = entry.progress;
  if (erasedAt !== null) return close(run, erasedAt);
  if (await eraseAllOf(entry)) {
    const now = Date.now();
    await saveProgress({ progress: { erasedAt: now } }).finally(() => answer("erased"));
    return close(run, now);
  }
  answer("received");
  const reason = "something of it is still needed or out of reach";
  if (letters.received) return { end: "again", reason };
  await saveProgress({});
  const received = await deliverLetter(letter("received", entry));
  return { end: "again", reason, progress: { letters: { ...letters, received } } };
}

/** Sends the letter that is due once all is erased, then erases the address itself. */
async function close({ entry }: Erasing, erasedAt: number): Promise<Erased> {
  const erased = await deliverLetter(letter("erased", entry));
  if (!erased && !isLetterGivenUp(entry, erasedAt))
    return { end: "again", reason: "mail: the letter was not taken" };
  return {
    end: "done",
    payload: { ...entry.payload, email: null },
    progress: { letters: { ...entry.progress.letters, erased } },
  };
}

type Entry = OutboxEntry<ErasurePayload, ErasureProgress>;

const letter = (state: ErasureState, { key, payload: { email } }: Entry) =>
  erasureMail(state, {
    to: email ?? "",
    id: key,
    origin: env.APP_ORIGIN,
    supportEmail: env.SUPPORT_EMAIL,
  });

/** Milliseconds by which this machine's clock and Firestore's may differ. */
const clockSkew = 60_000;

/**
 * Erases the documents that existed when the request was made; later ones are not part of it.
 * @returns whether none of them is left
 */
async function eraseAllOf({ payload: { uid, email }, requestedAt }: Entry): Promise<boolean> {
  const owner = { uid, email: email ?? "" };
  const subscriptions = await unlessDown(subscriptionsOf(owner, { fresh: true }));
  const person = { uid, subscriptionIds: subscriptions?.map(({ id }) => id) ?? [] };
  let complete = subscriptions !== undefined;
  const leftIn = async (collection: OwnedCollection, isNeeded: PersonalCollection["isNeeded"]) => {
    const documents = await documentsOf(collection, person);
    const existing = documents.filter(({ createdAt }) => createdAt <= requestedAt + clockSkew);
    const free = existing.filter(({ fields }) => !isNeeded(fields, Date.now()));
    return existing.length - (await eraseDocuments(collection.name, free));
  };
  for (const collection of [...letterCollections, ...analysisCollections])
    if ((await unlessDown(leftIn(collection, () => false))) !== 0) complete = false;
  await announceProfileChange(uid);
  for (const collection of personalCollections) {
    if (collection.provesErasure) continue;
    if ((await unlessDown(leftIn(collection, collection.isNeeded))) !== 0) complete = false;
  }
  return complete;
}
