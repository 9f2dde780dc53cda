import { z } from "zod";
import { documentsOf, eraseDocuments } from "~/clients/personal-documents.server";
import { subscriptionsOf } from "~/clients/subscriptions.server";
import { unlessDown } from "~/clients/upstream.server";
import type { OutboxEntry } from "~/domain/outbox";
import { personalCollections } from "~/domain/retention";
import { env } from "~/env.server";
import { type ErasureState, erasureMail } from "~/services/mails";
import { deliverLetter, isLetterGivenUp } from "~/services/outbox/letter.server";
import type { OutboxKind, Run, Verdict } from "~/services/outbox/runner.server";

const payload = z.object({
  uid: z.string().min(1),
  /** Where the letters go; erased with the last of them. */
  email: z.string().nullable(),
});
export type ErasurePayload = z.output<typeof payload>;

const progress = z.object({
  /** When the last of the app's own documents was erased. */
  erasedAt: z.number().nullable(),
  /** As of a cancellation: the settled ones. */
  letters: z.object({ received: z.boolean(), erased: z.boolean() }),
});
export type ErasureProgress = z.output<typeof progress>;

/** A subscriber's wish to have their data erased, kept in `erasureRequests/{uid}`. */
export const erasures: OutboxKind<ErasurePayload, ErasureProgress, ErasureState> = {
  name: "erasure",
  collection: "erasureRequests",
  payload,
  progress,
  // Erasing takes up to 25 s, a letter and saving its progress 9 s.
  lease: 45_000,
  // What is waited for is an order or a cancellation on its way to billing.
  backOff: { first: 60_000, most: 3_600_000 },
  askPersonAfter: 86_400_000,
  stopsThen: false,
  concurrency: 5,
  rate: { max: 20, duration: 1_000 },
  handle: erase,
};

type Erasing = Run<ErasurePayload, ErasureProgress, ErasureState>;
type Erased = Verdict<ErasurePayload, ErasureProgress, ErasureState>;

/** Erases what can go now. What a running cancellation or order still needs goes once that is completed. */
async function erase(run: Erasing): Promise<Erased> {
  const { entry, saveProgress, tell } = run;
  const { erasedAt, letters } = entry.progress;
  if (erasedAt !== null) return close(run, erasedAt);
  if (await eraseAllOf(entry)) {
    const now = Date.now();
    await saveProgress({ progress: { erasedAt: now } }).finally(() => tell("erased"));
    return close(run, now);
  }
  tell("received");
  const reason = "something of it is still needed or out of reach";
  if (letters.received) return { end: "again", reason };
  await saveProgress({});
  const received = await deliverLetter(letter("received", entry));
  return { end: "again", reason, progress: { letters: { ...letters, received } } };
}

/** What is left once all is erased: the letter. Then nothing names its address. */
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
const skew = 60_000;

/** What somebody left here after their request is not part of it. @returns whether nothing else is left */
async function eraseAllOf({ payload: { uid, email }, requestedAt }: Entry): Promise<boolean> {
  const owner = { uid, email: email ?? "" };
  const subscriptions = await unlessDown(subscriptionsOf(owner, { fresh: true }));
  const person = { uid, subscriptionIds: subscriptions?.map(({ id }) => id) ?? [] };
  let complete = subscriptions !== undefined;
  for (const collection of personalCollections) {
    if (collection.provesErasure) continue;
    const left = await unlessDown(
      documentsOf(collection, person).then(async (documents) => {
        const meant = documents.filter(({ createdAt }) => createdAt <= requestedAt + skew);
        const free = meant.filter(({ fields }) => !collection.isNeeded(fields, Date.now()));
        return meant.length - (await eraseDocuments(collection.name, free));
      }),
    );
    if (left !== 0) complete = false;
  }
  return complete;
}
