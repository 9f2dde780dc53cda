import { setTimeout as pause } from "node:timers/promises";
import { subscriptionById } from "~/features/account/subscriptions.server";
import {
  type Cancellation,
  type CancellationWish,
  type KeptWish,
  keepConfirmed,
} from "~/features/leaving/services/cancellation-wish.server";
import {
  askBilling,
  type CancellationOrder,
  cancellations,
  type Delivery,
  isComplete,
  sendLetter,
} from "~/features/leaving/services/outbox/cancellation.server";
import { noteUnkept, writeDown } from "~/features/leaving/services/unkept-declaration.server";
import { log } from "~/platform/monitoring/log.server";
import { untilSettled } from "~/platform/outbox/letter.server";
import { carryOut, runEntry } from "~/platform/outbox/runner.server";
import { saveProgress } from "~/platform/outbox/store/claim.server";
import { NothingWritten } from "~/platform/outbox/store/transaction.server";
import {
  orElse,
  type UpstreamError,
  unlessDown,
  within,
} from "~/platform/upstream/upstream.server";
import { inBackground } from "~/platform/work/background.server";

/** Milliseconds that the call to billing waits for the mail server to take the operator's letter. */
const notedWithin = 500;

/**
 * Calls billing directly, because the wish could not be stored in time. Before that, a letter to the operator carries
 * the declaration: if the process is killed, nothing else is left of it.
 * @param keeping the attempt to store it, which may still succeed; the outbox then completes it
 */
export async function cancelDirectly(
  wish: CancellationWish,
  keeping: Promise<KeptWish | UpstreamError>,
  { userAgent, left }: { userAgent: string; left: () => number },
): Promise<Cancellation> {
  const { subscriptionId, order, key } = wish;
  log.error("a cancellation could not be kept in time; asking billing directly");
  const note = noteUnkept(wish);
  const asked: Promise<Delivery> = isComplete(order)
    ? within(notedWithin, note.send())
        .then(() => askBilling(subscriptionId, order, key, userAgent))
        .then(verified)
    : Promise.resolve({ outcome: "unconfirmed", asked: false, reason: "incomplete" });
  inBackground("cancellation", finishLate());
  const result = await within(left(), asked);
  if (result?.outcome === "confirmed") {
    const isNoted = (await within(left(), note.send())) === true;
    return { outcome: "canceled", kept: false, ...(!isNoted && { proof: await note.token() }) };
  }
  const kept = await within(left(), keeping);
  if (kept && !(kept instanceof Error)) {
    if (kept.entry.progress.confirmedAt !== null) return { outcome: "canceled", kept: true };
    return result?.outcome === "declined" ? { ...result, kept: true } : { outcome: "received" };
  }
  // A write or call that was sent may still succeed.
  if (!(kept instanceof NothingWritten)) return { outcome: "unknown" };
  if (result?.outcome === "declined") return { ...result, kept: false };
  return { outcome: result && !result.asked ? "failed" : "unknown" };

  /** The stored wish is unknown, so the key may have been used before. Then billing only repeats its old answer. */
  async function verified(delivery: Delivery): Promise<Delivery> {
    if (delivery.outcome !== "confirmed" || (await hasEnded(subscriptionId))) return delivery;
    return { outcome: "unconfirmed", asked: true, reason: "subscriptions: still active" };
  }

  /** A wish that was stored late is completed by the outbox, which also sends the letter. Otherwise both are done here. */
  async function finishLate(): Promise<void> {
    const delivery = await asked;
    const kept = await keeping;
    if (!(kept instanceof Error)) return kept.claim && finishKept(kept.claim, delivery.outcome);
    if (delivery.outcome === "confirmed" && order) await keepLater(wish, order, note);
    // Billing may have canceled it: the outbox asks again, under the same key.
    if (delivery.outcome === "unconfirmed" && delivery.asked)
      await untilKept(wish, note, () => writeDown(note.declaration, wish));
  }
}

type Note = ReturnType<typeof noteUnkept>;

/**
 * Billing has confirmed a cancellation that could not be stored: its letter goes out now, and the declaration is
 * written once Firestore answers.
 */
function keepLater(wish: CancellationWish, order: CancellationOrder, note: Note): Promise<void> {
  const confirmed = { declaration: note.declaration, confirmedAt: Date.now() };
  const place = wish.declares?.place ?? undefined;
  const told = { ...wish, declaredAt: wish.pressedAt, place };
  let letterSent = false;
  const keep = async () => {
    letterSent ||= (await sendLetter("canceled", order, told)).end !== "again";
    // From here on the outbox sends the letter, if it is not out.
    await keepConfirmed(wish, { ...confirmed, letterSent });
  };
  return untilKept(wish, note, keep, () => ({ confirmed: true, letterSent }));
}

/**
 * Tries until a wish is kept, for the outbox to go on with it. Until then only this process and the operator's letter
 * have it.
 * @param done what is logged if the process stops before
 */
async function untilKept(
  { subscriptionId }: CancellationWish,
  { send }: Note,
  keep: () => Promise<unknown>,
  done = () => ({}),
): Promise<void> {
  const attempt = async () => {
    const noted = send();
    const isKept = await orElse(
      () => keep().then(() => true),
      () => false,
    );
    if (!isKept) await noted;
    return isKept;
  };
  if (await untilSettled(attempt))
    return unlessDown(runEntry(cancellations, encodeURIComponent(subscriptionId)));
  const noted = await send();
  log.error({ ...done(), noted }, "a cancellation could not be kept before the process stopped");
}

async function finishKept(
  kept: NonNullable<KeptWish["claim"]>,
  outcome: Delivery["outcome"],
): Promise<void> {
  // Save billing's confirmation first, so that no letter contradicts it.
  const confirmed = { confirmedAt: Date.now() };
  const claim =
    outcome === "confirmed"
      ? await saveProgress(cancellations, kept, (entry) => ({
          ...entry,
          progress: { ...entry.progress, ...confirmed },
        }))
      : kept;
  if (claim) await carryOut(cancellations, claim).finished;
}

/** Milliseconds that a request waits at most for the subscription service to show what billing has confirmed. */
const shownWithin = 1_500;

/** Whether the subscription service shows in time that the subscription is no longer active. */
async function hasEnded(subscriptionId: string): Promise<boolean> {
  const until = performance.now() + shownWithin;
  for (;;) {
    const subscription = await unlessDown(subscriptionById(subscriptionId));
    if (subscription && subscription.status !== "active") return true;
    if (performance.now() + 200 >= until) return false;
    await pause(200);
  }
}
