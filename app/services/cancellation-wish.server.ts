import { type Kept, keepEntry } from "~/clients/outbox/keep.server";
import { entryAt } from "~/clients/outbox/transaction.server";
import { keyAfter, rememberKey, samePress } from "~/services/cancellation-key.server";
import {
  type CancellationOrder,
  type CancellationPayload,
  type CancellationProgress,
  cancellations,
  isComplete,
} from "~/services/outbox/cancellation.server";

/** What a press on 'cancel' came to. */
export type Cancellation =
  /** Billing has confirmed it. `kept`: Firestore or the subscription service says so too. */
  | { outcome: "canceled"; kept: boolean }
  /** Stored durably; sent to billing until it confirms. */
  | { outcome: "received" }
  /** Billing's words (spec 8). `kept`: the wish is stored and tried again. */
  | { outcome: "declined"; message: string; kept: boolean }
  | { outcome: "not-found" }
  /** Neither stored nor confirmed so far, but either may still happen. */
  | { outcome: "unknown" }
  /** Neither stored nor sent to billing: nothing has changed. */
  | { outcome: "failed" };

/** A press on 'cancel', whichever way it came. */
export interface CancellationWish {
  subscriptionId: string;
  order: CancellationOrder | null;
  /** Id of the mailed link, where one was used. */
  link?: string | undefined;
  pressedAt: number;
  /** `keyOf` of it: its key, unless something is kept that says otherwise. */
  key: string;
}

export type KeptWish = Kept<CancellationPayload, CancellationProgress>;

const idOf = encodeURIComponent;

/**
 * Keeps a wish to leave. A second one joins the one that is under way. A confirmed one is begun anew, as the membership
 * may have been resumed since, unless the same link or the same press asks again.
 */
export async function keepWish(wish: CancellationWish): Promise<KeptWish> {
  const { subscriptionId, link, order, pressedAt } = wish;
  const withLink = (links: readonly string[] = []) =>
    link === undefined || links.includes(link) ? [...links] : [...links, link].slice(-20);
  const kept = await keepEntry(cancellations, idOf(subscriptionId), {
    isDone: ({ payload: { links }, progress: { confirmedAt } }, now) =>
      confirmedAt !== null &&
      ((link !== undefined && links.includes(link)) || now - confirmedAt < samePress),
    canJoin: ({ state, progress }) => state === "open" && progress.confirmedAt === null,
    join: ({ payload }) => ({
      payload: {
        ...payload,
        links: withLink(payload.links),
        // Only a complete one may have been sent, and then it stays as it was.
        order: isComplete(payload.order) ? payload.order : (order ?? payload.order),
      },
    }),
    begin: ({ entry, malformed }) => {
      const used = entry?.progress.confirmedAt ? entry.key : malformed?.key;
      const next = used ? keyAfter(subscriptionId, used, pressedAt) : wish.key;
      return {
        // What cannot be read may have been asked of billing.
        key: (malformed?.state === "open" && malformed.key) || next,
        payload: { subscriptionId, order, links: withLink(entry?.payload.links) },
        progress: { confirmedAt: null, letters: { received: false, canceled: false } },
        runsInBackground: true,
      };
    },
  });
  remember(kept.entry);
  return kept;
}

/** The wish that is kept for a subscription. */
export async function wishOf(subscriptionId: string): Promise<KeptWish["entry"] | undefined> {
  const entry = await entryAt(cancellations, idOf(subscriptionId));
  if (entry) remember(entry);
  return entry;
}

const remember = ({ key, payload, progress }: KeptWish["entry"]) =>
  rememberKey(payload.subscriptionId, key, progress.confirmedAt);
