import { writtenTo } from "~/features/account/language.server";
import { isRunning, namedDateOf, type Subscription } from "~/features/account/subscription";
import { subscriptionById } from "~/features/account/subscriptions.server";
import { renews, secondLetterBefore } from "~/features/leaving/rules/term";
import { alarmOfFlood, cameInFlood } from "~/features/leaving/services/brake.server";
import { keepAndCarryOut, wishOf } from "~/features/leaving/services/cancellation-wish.server";
import { type Declared, secondMail } from "~/features/leaving/services/declaration-mails.server";
import {
  billedWith,
  type CancellationOrder,
  mainBeside,
} from "~/features/leaving/services/outbox/cancellation.server";
import {
  countsAs,
  dueOf,
  dueOfSaid,
  latestOf,
  owedSinceOf,
} from "~/features/leaving/services/outbox/open-declaration/due.server";
import {
  asDeclaredOf,
  confirmedOf,
  frontOf,
  leftAfter,
  type OpenEntry,
  type Opened,
  type Opening,
  type OpenPayload,
  type OpenProgress,
  openDeclarationName,
  pressableUntil,
  type Said,
  withoutSaid,
} from "~/features/leaving/services/outbox/open-declaration/entry.server";
import {
  declaredOf,
  endsRun,
  letterReader,
  sendCopy,
  sendReceipt,
  sendReceiptOwed,
  tellCharge,
  tellOfMoney,
  wishSince,
} from "~/features/leaving/services/outbox/open-declaration/letters.server";
import { amendDeclaration, amendUndecided } from "~/features/leaving/store/declarations.server";
import { hasObjected } from "~/features/leaving/store/objections.server";
import { deliverLetter, isLetterGivenUp } from "~/platform/outbox/letter.server";
import { orElse } from "~/platform/upstream/upstream.server";

export async function goOnWithDeclaration(run: Opening): Promise<Opened> {
  const { payload, progress } = run.entry;
  const found = await subscriptionById(payload.subscriptionId);
  const isTold = progress.receipt !== null && (payload.declared.kind === "cancel" || progress.told);
  if (progress.wished && !found && isTold) return { end: "done" };
  // It may be known again later. Billing was not asked yet, or somebody is still to be told.
  if (!found) return { end: "again", reason: "subscriptions: the subscription is not known" };
  const subscription = asDeclaredOf(payload, found);
  if (progress.wished) return afterwards(run, subscription, progress.receipt);
  // Another way may have canceled it: all ways share one cancellation. A withdrawal goes on, because of its money.
  if (countsAs(payload.declared, subscription) !== "withdraw") {
    const isOver = subscription.status !== "active";
    if (isOver || (!progress.handedOver && (await wasCanceledSince(payload))))
      return carriedOutOtherwise(run, subscription);
  }
  if (progress.handedOver || payload.atOnce) return handOver(run, subscription, progress.receipt);
  // What the receipt has said holds, even if the objection has expired since.
  const objected = progress.needsLink ?? (await hasObjected(payload.subscriptionId, Date.now()));
  const dueConfirmed = objected ? confirmedOf(payload) : undefined;
  if (dueConfirmed && Date.now() >= dueOfSaid(dueConfirmed, subscription))
    return goBackTo(run, dueConfirmed, [frontOf(run.entry)]);
  const declared = declaredOf(payload, subscription, objected);
  const receipt = progress.receipt ?? (await sendReceipt(run, declared, subscription));
  if (endsRun(receipt)) return receipt;
  await sendCopy(run, declared, receipt);
  // Then only the link in the receipt confirms it, as long as that works.
  if (objected) return waitForLink(run, subscription, receipt);
  const held = isHeld(run.entry) ? latestOf(payload, subscription) : undefined;
  const dueAt = held ?? dueOf(payload, subscription, receipt);
  if (dueAt !== progress.dueAt) await announceDue(run, dueAt);
  return (
    (await waitUntilDue(run, declared, dueAt)) ??
    (await waitForPerson(run, subscription)) ??
    handOver(run, subscription, receipt)
  );
}

/** Saves when it is carried out, for My Plan and the proof. */
async function announceDue({ entry, saveProgress }: Opening, dueAt: number | null): Promise<void> {
  await amendDeclaration(entry.payload.declaration, { dueAt });
  await saveProgress({ progress: { dueAt } });
}

/** Waits until it is due. A second letter goes out before that, and one more if the brake has put the time off. */
async function waitUntilDue(
  { entry }: Opening,
  declared: Declared,
  dueAt: number,
): Promise<Opened | undefined> {
  const { payload, progress } = entry;
  const now = Date.now();
  if (now >= dueAt) return undefined;
  const asks = isHeld(entry) ? cameWithMany : undefined;
  const wait = (until: number) => ({ end: "later", dueAt: until, ...asks }) as const;
  if (now < dueAt - secondLetterBefore) return wait(dueAt - secondLetterBefore);
  if (progress.second || dueAt - declared.declaredAt <= secondLetterBefore) return wait(dueAt);
  const letter = await deliverLetter(
    openDeclarationName,
    await writtenTo(letterReader(payload), () =>
      secondMail(declared, { dueAt, isHeld: progress.braked }),
    ),
  );
  return letter.end === "again" ? letter : { ...wait(dueAt), progress: { second: true } };
}

const cameWithMany = { asks: "it came with far more declarations than usual" };

/** Whether it came in a flood, and no operator has made it due yet. */
const isHeld = ({ progress, needsPerson }: OpenEntry): boolean =>
  progress.braked && needsPerson !== null;

/** One that came in a flood waits for an operator, who makes it due. */
async function waitForPerson(
  run: Opening,
  subscription: Subscription,
): Promise<Opened | undefined> {
  const { payload, progress } = run.entry;
  const latest = latestOf(payload, subscription);
  const isDecided = progress.braked && !isHeld(run.entry);
  if (isDecided || (latest !== undefined && Date.now() >= latest)) return undefined;
  if (!progress.braked && !(await cameInFlood(payload.declared.declaredAt))) return undefined;
  await alarmOfFlood(payload.declared.declaredAt);
  await announceDue(run, latest ?? null);
  return {
    end: "later",
    dueAt: latest === undefined ? null : Math.max(Date.now(), latest - secondLetterBefore),
    ...cameWithMany,
    progress: { braked: true, second: false },
  };
}

/** Waits for a press in the letter. Without one, a declaration goes on that was confirmed before for a later day. */
async function waitForLink(
  run: Opening,
  subscription: Subscription,
  receipt: OpenProgress["receipt"],
): Promise<Opened> {
  const { payload, progress } = run.entry;
  const { declaration, declared } = payload;
  const until = pressableUntil({ declared, progress: { ...progress, receipt } });
  const confirmed = confirmedOf(payload);
  if (Date.now() < until) {
    const dueAt = confirmed ? Math.min(until, dueOfSaid(confirmed, subscription)) : until;
    return { end: "later", dueAt };
  }
  await amendUndecided(declaration, { state: "stopped", stoppedAt: until });
  return confirmed ? goBackTo(run, confirmed, []) : { end: "declined" };
}

/** Goes back to a declaration that was put aside. @param aside what is put aside instead */
async function goBackTo(
  { entry: { payload } }: Opening,
  one: Said,
  aside: readonly Said[],
): Promise<Opened> {
  for (const { declaration } of aside) await amendUndecided(declaration, { state: "same" });
  await amendUndecided(one.declaration, { state: "open" });
  const { declaration, declared, progress } = one;
  const earlier = [...withoutSaid(payload.earlier, one), ...aside];
  return {
    end: "later",
    dueAt: Date.now(),
    payload: { ...payload, declaration, declared, earlier, atOnce: false },
    progress: { ...progress, dueAt: null },
  };
}

/** From here on it is a cancellation like any other, which is retried until billing confirms it. */
async function handOver(
  run: Opening,
  subscription: Subscription,
  receipt: OpenProgress["receipt"],
): Promise<Opened> {
  const { subscriptionId, declaration, declared, order } = run.entry.payload;
  const kept = run.entry.progress.handedOver ? await wishOf(subscriptionId) : undefined;
  // The process died before it noted that the wish is kept. After a minute, another wish would be new to billing.
  if (kept?.payload.declaration === declaration) {
    await run.saveProgress({ progress: { wished: true, wishedAt: kept.requestedAt } });
    return afterwards(run, subscription, receipt);
  }
  const counts = countsAs(declared, subscription);
  const orderNow = await orElse(billedNow(order, subscription), () => order);
  // Throws where an objection has taken the lease.
  await run.saveProgress({ progress: { handedOver: true, counts } });
  const wishedAt = Date.now();
  const carriedOutBy = renews(subscription)
    ? await keepAndCarryOut({
        subscriptionId,
        order: orderNow,
        declaration,
        pressedAt: wishedAt,
        owedSince: owedSinceOf(declared),
        named: subscription.named ?? namedDateOf(subscription),
        isWithdrawal: counts === "withdraw",
        language: declared.language,
      })
    : undefined;
  // Canceled before, or by another wish that is under way; or paid once, so that billing has nothing to cancel.
  if (carriedOutBy !== declaration)
    await amendDeclaration(declaration, { state: "carried-out", carriedOutAt: wishedAt });
  await run.saveProgress({ progress: { wished: true, wishedAt } });
  return afterwards(run, subscription, receipt);
}

/** The main plan beside which another plan was billed may have ended since it was declared. */
async function billedNow(
  order: CancellationOrder,
  subscription: Subscription,
): Promise<CancellationOrder> {
  if (subscription.mainPlan || subscription.status !== "active") return order;
  const { mainSubscriptionId: named, ...rest } = order;
  const main = named === undefined ? undefined : await subscriptionById(named);
  if (main && isRunning(main)) return order;
  return { ...rest, ...billedWith(subscription, await mainBeside(subscription)) };
}

/**
 * Tells the operator about the money of a withdrawal, and sends the receipt if it is still missing: neither waits for
 * the other. Then it tells of charges before another wish; those since the own wish are told by its cancellation.
 */
async function afterwards(
  run: Opening,
  subscription: Subscription,
  before: OpenProgress["receipt"],
): Promise<Opened> {
  const declared = declaredOf(run.entry.payload, subscription, false);
  const untold = await tellOfMoney(run, declared);
  const sent = before ?? (await sendReceipt(run, declared, subscription, true));
  const receipt = endsRun(sent) && isReceiptGivenUp(run, sent) ? "refused" : sent;
  if (endsRun(receipt)) return receipt;
  await sendCopy(run, declared, receipt);
  return (
    untold ??
    (await sendReceiptOwed(run, subscription)) ??
    (await tellCharge(run, subscription)) ??
    settle(run, subscription)
  );
}

/** Whether the receipt is given up, after a day, so that what waits for the end of this entry can go on. */
const isReceiptGivenUp = ({ entry }: Opening, { end }: Opened): boolean =>
  end === "again" && isLetterGivenUp(entry, entry.progress.wishedAt ?? Date.now());

/** A withdrawal that was put aside before it had its letter gets it now: it is about the money. */
async function settle(run: Opening, subscription: Subscription): Promise<Opened> {
  const { payload } = run.entry;
  const left = leftAfter(payload, countsAs(payload.declared, subscription));
  const unsent = left.find(({ progress }) => progress.receipt === null);
  return unsent ? goBackTo(run, unsent, []) : { end: "done" };
}

/** Whether another wish was carried out after the declaration. If the subscription is active, it may be shown late. */
async function wasCanceledSince({
  subscriptionId,
  declaration,
  declared,
}: OpenPayload): Promise<boolean> {
  const wish = await wishOf(subscriptionId);
  return (
    wish !== undefined &&
    wish.progress.confirmedAt !== null &&
    wish.payload.declaration !== declaration &&
    wish.requestedAt >= declared.declaredAt
  );
}

/**
 * Another way has ended the subscription. Charges between the declaration and that end are owed back. The declaration
 * still gets its receipt.
 */
async function carriedOutOtherwise(run: Opening, subscription: Subscription): Promise<Opened> {
  const { payload, progress } = run.entry;
  await run.saveProgress({ progress: { counts: countsAs(payload.declared, subscription) } });
  const wish = await wishSince(payload);
  const carriedOutAt = wish?.progress.confirmedAt ?? Date.now();
  const needsLink = progress.needsLink ?? (await hasObjected(payload.subscriptionId, Date.now()));
  // Nobody has confirmed it. So it was not carried out, and no charge since then is owed back.
  const isUnpressed = needsLink && !payload.atOnce;
  await amendDeclaration(
    payload.declaration,
    isUnpressed ? { state: "same" } : { state: "carried-out", carriedOutAt },
  );
  if (progress.receipt === null) {
    const declared = declaredOf(payload, subscription, false);
    const receipt = await sendReceipt(run, declared, subscription, true);
    if (endsRun(receipt)) return receipt;
  }
  return (
    (isUnpressed ? undefined : await tellCharge(run, subscription)) ?? settle(run, subscription)
  );
}
