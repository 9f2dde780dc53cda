import { randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { env } from "~/env.server";
import { subscriptionById } from "~/features/account/subscriptions.server";
import { declarationWays } from "~/features/leaving/rules/declaration";
import { stepNumbers } from "~/features/leaving/rules/unsubscribe-answers";
import {
  type CancellationWish,
  keepConfirmed,
  keepWish,
  wishOf,
} from "~/features/leaving/services/cancellation-wish.server";
import { unkeptMail } from "~/features/leaving/services/operator-mails.server";
import { cancellationOrder } from "~/features/leaving/services/outbox/cancellation.server";
import { keptLanguage, speakingIn } from "~/platform/languages/languages.server";
import { sendMail } from "~/platform/mail/mail.server";
import { seal, unseal } from "~/platform/tokens/tokens.server";
import { unlessDown } from "~/platform/upstream/upstream.server";
import { say } from "~/platform/values/say";

/**
 * A declaration that Firestore did not take in time. Only the mail server outlives this process then, so a letter to the operator
 * carries it: sealed, with the command that writes it down (docs/operations.md). Where the mail server does not take that either, the page
 * hands it to the subscriber.
 */

const claims = z.object({
  sub: z.string().min(1),
  declaration: z.string().min(1),
  key: z.string().min(1),
  pressedAt: z.number(),
  order: cancellationOrder,
  how: z.enum(declarationWays).exclude(["public"]),
  place: z.string().nullable(),
  step: z.literal([...stepNumbers, "other-plan"]).optional(),
  pagePlace: z.string().nullable().optional(),
  link: z.string().optional(),
  resumedAfter: z.string().optional(),
  language: keptLanguage,
});

interface Note {
  /** The declaration's id. */
  declaration: string;
  /** The sealed declaration. */
  token: () => Promise<string>;
  /** Sends the letter, unless it is sent. @returns whether the mail server has it */
  send: () => Promise<boolean>;
}

/** The notes of the last wishes, by billing key: another press has the same declaration, and no other letter. */
const notes = new LRUCache<string, Note>({
  maxSize: 1_048_576,
  sizeCalculation: () => 1_024,
});

export function noteUnkept(wish: CancellationWish): Note {
  const before = notes.get(wish.key);
  if (before) return before;
  const declaration = randomUUID();
  const {
    subscriptionId: sub,
    key,
    pressedAt,
    order,
    declares,
    link,
    language,
    resumedAfter,
  } = wish;
  const said = { declaration, key, pressedAt, order, link, language, resumedAfter, ...declares };
  let sealing: Promise<string> | undefined;
  const token = () => {
    sealing ??= seal("unkept declaration", { sub, ...said });
    return sealing;
  };
  let sending: Promise<boolean> | undefined;
  const send = async () => {
    // Whether the mailbox refuses letters is kept in Firestore, so it is not asked.
    sending ??= token()
      .then((sealed) => unkeptMail(declaration, wish, sealed))
      .then((mail) => unlessDown(sendMail(mail)))
      .then((sent) => sent?.outcome === "taken");
    const isSent = await sending;
    if (!isSent) sending = undefined;
    return isSent;
  };
  const note = { declaration, token, send };
  notes.set(wish.key, note);
  return note;
}

type WrittenDown = "kept" | "open" | "was-kept" | "no-subscription";

/**
 * Writes a declaration down that Firestore did not take, once. Where billing was not reached, the wish is open, and the outbox
 * carries it out.
 * @throws UpstreamError
 */
export async function writeDown(declaration: string, wish: CancellationWish): Promise<WrittenDown> {
  const { subscriptionId, pressedAt } = wish;
  const [subscription, entry] = await Promise.all([
    subscriptionById(subscriptionId),
    wishOf(subscriptionId),
  ]);
  // Another wish after it says the same, and the membership may have been resumed since.
  if (entry && entry.requestedAt >= pressedAt) return "was-kept";
  if (!subscription) return "no-subscription";
  if (subscription.status === "active") {
    await keepWish({ ...wish, declaration });
    return "open";
  }
  // It is not known whether the subscriber's letter went out. Sent again, it has the same Message-ID.
  await keepConfirmed(wish, { declaration, confirmedAt: pressedAt, letterSent: false });
  return "kept";
}

/** Writes down what a letter carries. @throws UpstreamError */
export async function keepUnkept(token: string): Promise<WrittenDown | "unreadable"> {
  const read = await unseal("unkept declaration", token, claims);
  if (!("claims" in read)) return "unreadable";
  const { sub: subscriptionId, declaration, how, place, step, pagePlace, ...wished } = read.claims;
  const declares = { how, place, step, pagePlace };
  // The words that were shown are kept, in their language.
  return speakingIn(wished.language ?? "en", () =>
    writeDown(declaration, { ...wished, subscriptionId, declares }),
  );
}

/** To be shown where neither the database nor the mail server has taken a cancellation that billing has confirmed. */
export const unkeptWords = (proof: string): string[] => [
  say`We could not write your cancellation down yet, or send you a letter about it. Please keep the code below until that letter comes: it is the proof of your cancellation, with date and time. If no letter has come by tomorrow, send this code to ${env.SUPPORT_EMAIL}.`,
  proof,
];
