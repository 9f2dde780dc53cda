import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { type Claim, decideEntry, entryAt } from "~/clients/outbox.server";
import { begun, claimed, isHeld, type OutboxEntry } from "~/domain/outbox";
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

/** Milliseconds within which another press means the cancellation that has just been confirmed. */
const samePress = 60_000;

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

const joined = (links: readonly string[], link: string | undefined) =>
  link === undefined || links.includes(link) ? [...links] : [...links, link].slice(-20);

/** The wish that is kept for a subscription. */
export async function wishOf(subscriptionId: string): Promise<Entry | undefined> {
  const entry = await entryAt(cancellations, idOf(subscriptionId));
  if (entry) remember(entry);
  return entry;
}

/** By subscription, the last wish that this process has seen. */
const seen = new LRUCache<string, { key: string; isConfirmed: boolean }>({ max: 10_000 });

function remember({ key, payload, progress }: Entry): void {
  seen.set(payload.subscriptionId, { key, isConfirmed: progress.confirmedAt !== null });
}

/**
 * Billing's Idempotency-Key of a wish. It is not drawn at random, so that a second press, and the way past a Firestore
 * that is late or down, name the same wish.
 */
export function keyOf(subscriptionId: string): string {
  const last = seen.get(subscriptionId);
  return last && !last.isConfirmed ? last.key : keyAfter(subscriptionId, last?.key);
}

/** More cancellations of one membership in a day than anybody makes. */
const mostADay = 20;

/** The key of the day's first cancellation of a subscription, its second, and so on: the one after `used`. */
function keyAfter(subscriptionId: string, used: string | undefined): string {
  const today = new Date().toISOString().slice(0, 10);
  const keys = Array.from({ length: mostADay }, (_, nth) =>
    createHash("sha256")
      .update(JSON.stringify(["cancellation", subscriptionId, today, nth]))
      .digest("hex"),
  );
  const next = used === undefined ? 0 : keys.indexOf(used) + 1;
  return keys[next] ?? keys[mostADay - 1] ?? "";
}
