import { setTimeout as pause } from "node:timers/promises";
import { otherPlans } from "~/features/account/other-plans";
import { placeIn } from "~/features/account/place.server";
import {
  findMainSubscription,
  namedDateOf,
  type Subscription,
} from "~/features/account/subscription";
import { subscriptionById } from "~/features/account/subscriptions.server";
import { type Confirms, readConfirms } from "~/features/leaving/rules/link-words";
import type { ShownPage } from "~/features/leaving/rules/unsubscribe-answers";
import { cancelDirectly } from "~/features/leaving/services/cancellation-direct.server";
import { cancellationKeyOf, keyAfter } from "~/features/leaving/services/cancellation-key.server";
import {
  type Cancellation,
  type CancellationWish,
  type KeptWish,
  keepWish,
  wishOf,
} from "~/features/leaving/services/cancellation-wish.server";
import { otherPlansGoOn } from "~/features/leaving/services/declaration-mails.server";
import {
  billedWith,
  cancellations,
  mainBeside,
  orderFor,
  withAccount,
} from "~/features/leaving/services/outbox/cancellation.server";
import { confirmOpenDeclaration } from "~/features/leaving/services/outbox/open-declaration/change.server";
import { isWithdrawal } from "~/features/leaving/services/outbox/open-declaration/entry.server";
import {
  decidedOf,
  openDeclarationOf,
} from "~/features/leaving/services/outbox/open-declaration/kind.server";
import {
  cancellationBy,
  shownFrom,
  stillRenewing,
} from "~/features/leaving/services/outbox/renewal.server";
import {
  chosenOf,
  subscriptionsToCancel,
} from "~/features/leaving/services/subscriptions-to-cancel.server";
import { declarationState } from "~/features/leaving/store/declarations.server";
import { reportEvent } from "~/features/tracking/events.server";
import { languageAskedIn, speakingIn } from "~/platform/languages/languages.server";
import { carryOut } from "~/platform/outbox/runner.server";
import { type ReadLink, verifyLinkToken } from "~/platform/tokens/link-token.server";
import { orElse, unlessDown, within } from "~/platform/upstream/upstream.server";
import { minute } from "~/platform/values/durations";
import { inBackground } from "~/platform/work/background.server";

export {
  cancellationOf,
  type Renewal,
  renewalOf,
  stillRenewing,
} from "~/features/leaving/services/outbox/renewal.server";

/** Milliseconds within which the wish must be stored, and the request be answered. */
const storedWithin = 1_200;
const answeredWithin = 2_700;

/** Milliseconds that a press waits for the look-up of the subscriber's place, which only the proof needs. */
const placedWithin = 300;

type Press = Omit<CancellationWish, "pressedAt" | "key">;

/** The presses that are being answered, by subscription. */
const underWay = new Map<string, Promise<Cancellation>>();

/**
 * Cancels a subscription. A press during another one in this process gets the same answer: presses that all try to
 * store the wish would delay each other, and those that are too late would each call billing.
 */
function cancel(press: Press, userAgent: string): Promise<Cancellation> {
  reportEvent({ event: "cancel_click", userAgent });
  const { subscriptionId } = press;
  const before = underWay.get(subscriptionId);
  if (before) return before;
  const attempt = keepAndCancel(press, userAgent);
  const answer = attempt.then(({ result }) => result);
  underWay.set(subscriptionId, answer);
  const forget = () => void underWay.delete(subscriptionId);
  attempt.then(({ finished }) => finished).then(forget, forget);
  return answer;
}

/** `finished`: once another press is another attempt. */
interface Attempt {
  result: Cancellation;
  finished?: Promise<void>;
}

/**
 * The wish is stored in the outbox before it is acknowledged, so that it cannot be lost. If it cannot be stored in time,
 * billing is called directly with the same key, and only billing's confirmation counts.
 */
async function keepAndCancel(
  press: Press,
  userAgent: string,
  started = performance.now(),
): Promise<Attempt> {
  const pressedAt = Date.now();
  const wish = {
    ...press,
    ...languageAskedIn(),
    pressedAt,
    key: press.resumedAfter
      ? keyAfter(press.subscriptionId, press.resumedAfter, pressedAt)
      : cancellationKeyOf(press.subscriptionId, pressedAt),
  };
  const left = () => answeredWithin - (performance.now() - started);

  const keeping = orElse(keepWish(wish), (failure) => failure);
  const kept = await within(storedWithin, keeping);
  if (!kept || kept instanceof Error)
    return { result: await cancelDirectly(wish, keeping, { userAgent, left }) };
  const { entry, claim } = kept;
  if (entry.progress.confirmedAt !== null)
    return (await within(left(), isResumed(entry)))
      ? keepAndCancel({ ...press, resumedAfter: entry.key }, userAgent, started)
      : { result: { outcome: "canceled", kept: true } };
  if (!claim) return { result: await followOther(wish.subscriptionId, left) };

  const { answer, finished } = carryOut(cancellations, claim, { userAgent });
  inBackground("cancellation", finished);
  const result = await within(left(), answer);
  if (result?.outcome === "confirmed") return { result: { outcome: "canceled", kept: true } };
  // Billing's letter is still being written: until then a second press hears the same refusal.
  if (result?.outcome === "declined") return { result: { ...result, kept: true }, finished };
  return { result: { outcome: "received" } };
}

/** Whether a subscription goes on again since this cancellation of it, as far as the service can show. */
async function isResumed({ payload, progress }: KeptWish["entry"]): Promise<boolean> {
  const { confirmedAt, shownAt } = progress;
  if (confirmedAt === null || Date.now() < shownFrom(confirmedAt, shownAt)) return false;
  const asked = await unlessDown(subscriptionById(payload.subscriptionId));
  return asked?.status === "active";
}

/** Whether a subscription was canceled after a time, by a wish that counts still. @throws UpstreamError */
export async function wasCanceledAfter(one: Subscription, time: number): Promise<boolean> {
  const kept = await Promise.all([wishOf(one.id), openDeclarationOf(one.id)]);
  const [wish, open] = kept;
  const pressedAt = wish ? (wish.payload.pressedAt ?? wish.requestedAt) : 0;
  // One that is carried out at once is no wish yet where the subscription could not be looked up.
  const decidedAt = open?.payload.atOnce ? open.requestedAt : 0;
  const isLater = Math.max(pressedAt, decidedAt) > time;
  return isLater && (one.status !== "active" || cancellationBy(one, kept) !== undefined);
}

/** What is said to somebody whose main plan is canceled. @param all their subscriptions */
export const tellOfOthers = async (all: readonly Subscription[]): Promise<string[]> =>
  otherPlansGoOn(await stillRenewing(otherPlans(all)));

/** Waits for the result of another request or process that is carrying out the wish. */
async function followOther(subscriptionId: string, left: () => number): Promise<Cancellation> {
  while (left() > 300) {
    await pause(200);
    const entry = await unlessDown(within(left(), wishOf(subscriptionId)));
    if (entry && entry.progress.confirmedAt !== null) return { outcome: "canceled", kept: true };
    if (entry?.leaseUntil === 0) break;
  }
  return { outcome: "received" };
}

/**
 * Cancels a subscription of the signed-in subscriber.
 * @param id by default, the main subscription
 * @param step of the flow that was shown, or the page that cancels another plan
 * @param place where they say that they live; looked up, for a short time, where no page has done so
 */
export async function cancelOwn(
  owner: { uid: string; email: string },
  userAgent: string,
  {
    id,
    how = "signed-in",
    step,
    ...page
  }: {
    id?: string;
    how?: "signed-in" | "api";
    step?: ShownPage;
    place?: string | null;
  } = {},
): Promise<Cancellation> {
  const subscriptions = await unlessDown(subscriptionsToCancel(owner, id));
  if (!subscriptions) return { outcome: "failed" };
  const subscription = chosenOf(
    step === "other-plan" ? otherPlans(subscriptions) : subscriptions,
    id,
  );
  if (!subscription || subscription.status === "expired") return { outcome: "not-found" };
  if (subscription.status === "canceled" || (await wasCanceledUnseen(subscription)))
    return { outcome: "canceled", kept: true };
  const main = findMainSubscription(subscriptions);
  const order = { ...billedWith(subscription, main), email: owner.email, uid: owner.uid };
  const place =
    subscription.country ??
    (page.place === undefined ? await placeInTime(subscription, owner.uid, main) : page.place);
  const declares = { how, place, step } as const;
  const named = namedDateOf(subscription);
  return cancel({ subscriptionId: subscription.id, order, declares, named }, userAgent);
}

/**
 * In an outage of the service: whether a subscription was canceled after it was last read, so that it still seems to go on.
 * Another press would be another cancellation.
 */
async function wasCanceledUnseen({ id, readAt = Date.now() }: Subscription): Promise<boolean> {
  if (Date.now() - readAt < minute) return false;
  const wish = await unlessDown(wishOf(id));
  return wish !== undefined && (wish.progress.confirmedAt ?? 0) > readAt;
}

async function placeInTime(
  subscription: Subscription,
  uid: string | undefined,
  main: Subscription | undefined,
): Promise<string | null> {
  if (!uid) return subscription.country ?? main?.country ?? null;
  return (await within(placedWithin, placeIn(subscription, uid, main))) ?? null;
}

/** Cancels by the link of a mail, for its bearer (docs/product.md#by-link). A refused link calls no outside system. */
export async function cancelByLink(
  token: string,
  userAgent: string,
  how: "link" | "one-click" | "api" = "link",
): Promise<
  | (Cancellation & {
      /** The declaration that the link has confirmed. */
      confirms?: Confirms;
    })
  | RefusedLink
> {
  const link = await verifyLinkToken("cancellation", token);
  if ("refused" in link) return { outcome: "refused", reason: link.refused };
  const confirms = link.about === undefined ? undefined : readConfirms(link.about);
  if (confirms) {
    const confirmed = await confirmByLink(link.subject, confirms);
    if (confirmed?.outcome === "refused") return confirmed;
    if (confirmed) return { ...confirmed, confirms };
    // A withdrawal that was stopped does not become a cancellation.
    if (confirms.kind === "withdraw") return { outcome: "refused", reason: "over" };
  }
  const press = { userAgent, how, ...(confirms && { pagePlace: confirms.place }) };
  // No page was shown: the words are those of the mail.
  return how === "one-click"
    ? speakingIn(link.language ?? "en", () => cancelFor(link, press))
    : cancelFor(link, press);
}

/** Whether a mailed link has canceled its subscription before. @throws UpstreamError */
export async function hasCanceled(subscriptionId: string, link: string): Promise<boolean> {
  const wish = await wishOf(subscriptionId);
  return (
    wish !== undefined && wish.progress.confirmedAt !== null && wish.payload.links.includes(link)
  );
}

interface RefusedLink {
  outcome: "refused";
  /**
   * `over`: the withdrawal that the link would confirm was stopped, or its time is over. `used`: what it confirms was
   * carried out, and the subscription resumed since.
   */
  reason: "expired" | "invalid" | "over" | "used";
}

/** Milliseconds within which a declaration that was made without signing in must be found, and confirmed. */
const confirmedWithin = 3_500;

/**
 * Confirms the declaration that a letter's link is about. A withdrawal stays a withdrawal. A declaration that an
 * earlier press has carried out stays carried out, even if the subscription was resumed since.
 * @returns undefined if the declaration was stopped
 */
async function confirmByLink(
  subscriptionId: string,
  confirms: Confirms,
): Promise<Cancellation | RefusedLink | undefined> {
  const confirming = unlessDown(
    confirmOpenDeclaration(subscriptionId, confirms.declaration, "letter"),
  );
  const isConfirmed = await within(confirmedWithin, confirming);
  // It is not known whether the confirmation was written.
  if (isConfirmed === undefined) return { outcome: "unknown" };
  const reached = await unlessDown(reachedBy(subscriptionId, confirms));
  if (reached === "carried-out") {
    const wish = await unlessDown(wishOf(subscriptionId));
    const goesOn = wish !== undefined && (await isResumed(wish));
    return goesOn ? { outcome: "refused", reason: "used" } : { outcome: "canceled", kept: true };
  }
  if (isConfirmed || reached === "under-way") return { outcome: "received" };
  return reached === undefined ? { outcome: "unknown" } : undefined;
}

/**
 * How far this declaration has come, alone or through another with the same effect. A cancellation does not carry out a
 * withdrawal: it pays nothing back.
 */
async function reachedBy(
  subscriptionId: string,
  { declaration, kind }: Confirms,
): Promise<"carried-out" | "under-way" | "nothing"> {
  const [state, wish, decided] = await Promise.all([
    declarationState(declaration),
    wishOf(subscriptionId),
    decidedOf(subscriptionId),
  ]);
  const isCarriedOut = state === "carried-out";
  const isDecided =
    isCarriedOut ||
    decided?.payload.declaration === declaration ||
    (state === "same" && (kind === "cancel" || (decided && isWithdrawal(decided))));
  if (!isDecided || !(isCarriedOut || decided)) return "nothing";
  const isWished = isCarriedOut || decided?.state !== "open" || decided.progress.wished;
  const isAsked = wish?.state === "open" && wish.progress.confirmedAt === null;
  return isWished && !isAsked ? "carried-out" : "under-way";
}

async function cancelFor(
  link: ReadLink,
  {
    userAgent,
    ...from
  }: {
    userAgent: string;
    how: "link" | "one-click" | "api";
    pagePlace?: string | null;
  },
): Promise<Cancellation> {
  const declares = (place: string | null) => ({ declares: { ...from, place } });
  const wish = { subscriptionId: link.subject, link: link.id };
  const found = await unlessDown(subscriptionById(link.subject).then((one) => one ?? null));
  // The link itself proves the wish, so it is stored even if its subscription cannot be looked up now.
  if (found === undefined) return cancel({ ...wish, order: null, ...declares(null) }, userAgent);
  if (!found || found.status === "expired") return { outcome: "not-found" };
  if (found.status === "canceled") return { outcome: "canceled", kept: true };
  const [main, account] = await Promise.all([
    unlessDown(mainBeside(found).then((one) => one ?? null)),
    unlessDown(withAccount(orderFor(found), found.emails)),
  ]);
  const place = await placeInTime(found, account?.uid, main ?? undefined);
  // Without the main subscription the order is completed later.
  const order =
    main === undefined
      ? null
      : { ...orderFor(found, main ?? undefined), uid: account?.uid ?? null };
  return cancel({ ...wish, order, ...declares(place), named: namedDateOf(found) }, userAgent);
}
