import { z } from "zod";
import { subscriptionsOf } from "~/features/account/subscriptions.server";
import { announceProfileChange } from "~/features/analysis/profiles.server";
import { noticesOwed } from "~/features/leaving/notices.server";
import {
  analysisCollections,
  type DocumentFields,
  letterCollections,
  type OwnedCollection,
  personalCollections,
} from "~/features/own-data/rules/retention";
import { type ErasureState, erasureMail } from "~/features/own-data/services/erasure-mail";
import {
  type DocumentOwner,
  documentsOf,
  eraseDocuments,
  setIfThere,
} from "~/features/own-data/store/personal-documents.server";
import { keptLanguage, speakingIn } from "~/platform/languages/languages.server";
import { deliverLetter, isLetterGivenUp } from "~/platform/outbox/letter.server";
import type { OutboxEntry } from "~/platform/outbox/outbox";
import { runDue } from "~/platform/outbox/run-due.server";
import type { OutboxKind, Run, Verdict } from "~/platform/outbox/runner.server";
import { endErasure, erasureMarkOf } from "~/platform/store/erasure-marks.server";
import { unlessDown } from "~/platform/upstream/upstream.server";
import { day, hour, minute } from "~/platform/values/durations";

const payload = z.object({
  uid: z.string().min(1),
  /** Recipient of the letters; erased after the last one. */
  email: z.string().nullable(),
  /** The language of the letters, as the settings that say it are erased before the last letter. */
  language: keptLanguage,
});
export type ErasurePayload = z.output<typeof payload>;

const progress = z.object({
  /** When the last document was erased. */
  erasedAt: z.number().nullable(),
  /** True once the subscriber may write again: what is written then is not part of it. */
  isLookingAgain: z.boolean().default(false),
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
  // Erasing takes up to 25 s, looking again as long, a letter and saving its result 9 s.
  lease: 45_000,
  // Waits for an order or a cancellation that billing has not answered yet, which may take hours.
  backOff: { first: minute, most: hour },
  askPersonAfter: day,
  stopsThen: false,
  concurrency: 5,
  rate: { max: 20, duration: 1_000 },
  handle: erase,
};

type Erasing = Run<ErasurePayload, ErasureProgress, ErasureState>;
type Erased = Verdict<ErasurePayload, ErasureProgress, ErasureState>;

const stillNeeded = "something of it is still needed";

/**
 * Completes the requests that are due, whose process died or met a failure.
 * @returns false where a failure has left one of them open: an open order or cancellation is none
 */
export async function completeErasures(): Promise<boolean> {
  let isComplete = true;
  const handle = async (run: Erasing): Promise<Erased> => {
    const verdict = await erase(run).catch((error) => {
      isComplete = false;
      throw error;
    });
    if (verdict.end === "again" && verdict.reason !== stillNeeded) isComplete = false;
    return verdict;
  };
  await runDue({ ...erasures, handle });
  return isComplete;
}

/**
 * Erases what can be erased now. Data that an open cancellation or order still needs is erased after its completion. Looks
 * again before every try of the last letter: when it goes out, nothing is left.
 */
async function erase(run: Erasing): Promise<Erased> {
  const { entry, saveProgress, answer } = run;
  const { erasedAt, letters } = entry.progress;
  const left = await eraseAllOf(run);
  if (left === "nothing") {
    if (erasedAt !== null) return close(run, erasedAt);
    const now = Date.now();
    await saveProgress({ progress: { erasedAt: now } }).finally(() => answer("erased"));
    return close(run, now);
  }
  answer("received");
  const reason = left === "needed" ? stillNeeded : "something of it is out of reach";
  if (letters.received || erasedAt !== null) return { end: "again", reason };
  await saveProgress({});
  const received = (await sendLetter("received", entry)).end !== "again";
  return { end: "again", reason, progress: { letters: { ...letters, received } } };
}

/** Sends the letter that is due once all is erased, then erases the address itself. */
async function close({ entry }: Erasing, erasedAt: number): Promise<Erased> {
  const letter = await sendLetter("erased", entry);
  if (letter.end === "again" && !isLetterGivenUp(entry, erasedAt)) return letter;
  const erased = letter.end !== "again";
  return {
    end: "done",
    payload: { ...entry.payload, email: null },
    progress: { letters: { ...entry.progress.letters, erased } },
  };
}

type Entry = OutboxEntry<ErasurePayload, ErasureProgress>;

async function sendLetter(state: ErasureState, { key: id, payload: { email, language } }: Entry) {
  const mail = await speakingIn(language ?? "en", () =>
    erasureMail(state, { to: email ?? "", id }),
  );
  return deliverLetter(erasures.name, mail);
}

/** Milliseconds by which this machine's clock and Firestore's may differ. */
const clockSkew = minute;

/**
 * Erases the documents that existed when nothing more could be written for the subscriber; later ones are not part of it.
 * @returns what is left of them
 */
async function eraseAllOf({
  entry,
  saveProgress,
}: Erasing): Promise<"nothing" | "needed" | "out of reach"> {
  const { uid, email } = entry.payload;
  const owner = { uid, email: email ?? "" };
  // After a complete erasure, cancellations that only their subscription leads to are gone, too.
  const isAgain = entry.progress.erasedAt !== null;
  const [subscriptions, owed] = isAgain
    ? [[], "decided" as const]
    : await Promise.all([
        unlessDown(subscriptionsOf(owner, { fresh: true })),
        unlessDown(noticesOwed(uid)),
      ]);
  if (owed === "owed") await expireWithPlans(uid);
  // If nobody can say now whether notices are owed, a later try decides.
  const keepsNotices = owed !== "none" && owed !== "unreadable";
  const person = { uid, subscriptionIds: subscriptions?.map(({ id }) => id) ?? [] };
  const mark = await erasureMarkOf(uid);
  if (mark?.isErasing) {
    const { free } = await eraseFrom(person, Number.POSITIVE_INFINITY, keepsNotices);
    if (free > 0) return "out of reach";
    // Before it is so: who has written again and presses must find it.
    await saveProgress({ progress: { isLookingAgain: true } });
    await endErasure(uid, mark);
  }
  // Documents that were written all the same, such as a cancellation, which nothing may prevent.
  const endedAt = mark?.isErasing ? (await erasureMarkOf(uid))?.at : mark?.at;
  const until = endedAt?.toMillis() ?? entry.requestedAt + clockSkew;
  const left = await eraseFrom(person, until, keepsNotices);
  if (left.free > 0 || subscriptions === undefined || owed === undefined) return "out of reach";
  return left.needed > 0 ? "needed" : "nothing";
}

interface Left {
  /** Those that could not be erased now, and collections that could not be read. */
  free: number;
  /** Those that an open cancellation, an order or a trial needs. */
  needed: number;
}

/**
 * Erases what was created by `until`.
 * @param until by Firestore's clock, in epoch milliseconds
 * @param keepsNotices whether what the law asks to tell them of a plan that renews stays
 */
async function eraseFrom(
  person: DocumentOwner,
  until: number,
  keepsNotices: boolean,
): Promise<Left> {
  const left: Left = { free: 0, needed: 0 };
  const from = async (collection: OwnedCollection) => {
    const erased = await unlessDown(eraseCollection(collection, person, until));
    const { free, needed } = erased ?? { free: 1, needed: 0 };
    left.free += free;
    left.needed += needed;
  };
  // One after the other, since the connection goes before what belongs to it.
  for (const collection of analysisCollections) await from(collection);
  await announceProfileChange(person.uid);
  const others = personalCollections.filter(({ provesErasure }) => !provesErasure);
  const letters = letterCollections.filter(
    ({ isKeptForPlans }) => !(isKeptForPlans && keepsNotices),
  );
  await Promise.all([...letters, ...others].map(from));
  return left;
}

/**
 * What is kept for plans that renew goes at the first `erase-expired` after they have ended: for somebody without a date of last
 * use, when it was begun decides.
 */
async function expireWithPlans(uid: string): Promise<void> {
  for (const { name, begunBy, isKeptForPlans } of letterCollections)
    if (isKeptForPlans && begunBy) await unlessDown(setIfThere(name, uid, { [begunBy.field]: 0 }));
}

/** How often a collection is read at most: a reading or a letter may change documents while they are erased. */
const mostLooks = 5;

async function eraseCollection(
  collection: OwnedCollection,
  person: DocumentOwner,
  until: number,
): Promise<Left> {
  for (let look = 1; ; look += 1) {
    const found = await documentsOf(collection, person);
    const documents = found.filter(({ createdAt }) => createdAt <= until);
    const now = Date.now();
    const free = documents.filter(({ fields }) => !collection.isNeeded?.(fields, now));
    const nameless = (fields: DocumentFields) => collection.leftNameless?.(fields, now);
    const left = free.length - (await eraseDocuments(collection.name, free, nameless));
    if (left === 0 || look === mostLooks)
      return { free: left, needed: documents.length - free.length };
  }
}
