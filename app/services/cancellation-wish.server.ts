import { type Claim, decideEntry, entryAt } from "~/clients/outbox.server";
import { begun, claimed, isHeld, type OutboxEntry } from "~/domain/outbox";
import { keyAfter, keyOf, rememberKey, samePress } from "~/services/cancellation-key.server";
import {
  type CancellationOrder,
  type CancellationPayload,
  type CancellationProgress,
  cancellations,
} from "~/services/outbox/cancellation.server";

type Entry = OutboxEntry<CancellationPayload, CancellationProgress>;

/** A press on 'cancel', whichever way it came. */
export interface CancellationWish {
  subscriptionId: string;
  order: CancellationOrder | null;
  /** Id of the mailed link, where one was used. */
  link?: string | undefined;
}

export interface KeptWish {
  entry: Entry;
  /** Where the caller is to carry it out; otherwise another process does, or nothing is left to do. */
  claim?: Claim<CancellationPayload, CancellationProgress>;
}

const idOf = encodeURIComponent;

/**
 * Keeps the wish durably; once this resolves it cannot be lost. A second wish joins the one that is under way. A
 * confirmed one is begun anew, as the membership may have been resumed since, unless the same link or the same
 * press asks again.
 */
export async function keepWish(wish: CancellationWish): Promise<KeptWish> {
  const { subscriptionId, link } = wish;
  const id = idOf(subscriptionId);
  const kept = await decideEntry(cancellations, id, ({ entry, remains }, now) => {
    const claim = (next: Entry) => ({ next, result: { entry: next, claim: { id, entry: next } } });
    if (entry?.state === "open" && entry.progress.confirmedAt === null) {
      if (isHeld(entry, now)) return { result: { entry } };
      const { links, order } = entry.payload;
      const payload = { ...entry.payload, links: joined(links, link), order: order ?? wish.order };
      return claim(claimed({ ...entry, payload }, cancellations, now));
    }
    const confirmedAt = entry?.progress.confirmedAt ?? null;
    if (entry && confirmedAt !== null) {
      const isUsed = link !== undefined && entry.payload.links.includes(link);
      if (isUsed || now - confirmedAt < samePress) return { result: { entry } };
    }
    const used = confirmedAt === null ? undefined : entry?.key;
    const key =
      // What cannot be read may have been asked of billing.
      (remains?.state === "open" ? remains.key : undefined) ??
      (entry || remains ? keyAfter(subscriptionId, used ?? remains?.key) : keyOf(subscriptionId));
    const payload = {
      subscriptionId,
      order: wish.order,
      links: joined(entry?.payload.links ?? [], link),
    };
    const progress = { confirmedAt: null, letters: { received: false, canceled: false } };
    const { lease } = entry ?? remains ?? {};
    return claim(begun({ key, payload, progress, due: true, lease }, cancellations, now));
  });
  remember(kept.entry);
  return kept;
}

const remember = ({ key, payload, progress }: Entry) =>
  rememberKey(payload.subscriptionId, key, progress.confirmedAt);

const joined = (links: readonly string[], link: string | undefined) =>
  link === undefined || links.includes(link) ? [...links] : [...links, link].slice(-20);

/** The wish that is kept for a subscription. */
export async function wishOf(subscriptionId: string): Promise<Entry | undefined> {
  const entry = await entryAt(cancellations, idOf(subscriptionId));
  if (entry) remember(entry);
  return entry;
}
