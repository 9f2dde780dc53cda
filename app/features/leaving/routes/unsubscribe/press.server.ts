import { data, redirect } from "@remix-run/node";
import { canceledAddress } from "~/features/account/other-plans";
import type { Product } from "~/features/account/product";
import { findMainSubscription } from "~/features/account/subscription";
import { lastKnownSubscriptions } from "~/features/account/subscriptions.server";
import { cancelOwn } from "~/features/leaving/cancellation.server";
import type { AnswerField, StepNumber } from "~/features/leaving/rules/unsubscribe-answers";
import {
  movedTo,
  readFields,
  type Situation,
  stepNumber,
  steps,
} from "~/features/leaving/rules/unsubscribe-flow";
import { noAnswers } from "~/features/leaving/rules/unsubscribe-state";
import type { Cancellation } from "~/features/leaving/services/cancellation-wish.server";
import { saveFlowEnd, storeAnswers } from "~/features/leaving/store/unsubscribe-answers.server";
import {
  type PurchaseState,
  purchase,
  purchaseStanding,
} from "~/features/purchases/purchase.server";
import { fieldText } from "~/platform/http/forms/parse-form.server";
import type { Subscriber } from "~/platform/session/session.server";
import { orElse, unlessDown } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { somethingWentWrong } from "~/platform/values/identity-messages";
import { say, sayText, sentences } from "~/platform/values/say";
import { inBackground } from "~/platform/work/background.server";
import { type CanceledEnd, canceledEnd } from "./canceled-end.server.ts";

/** The response to a press that did not lead to another page. */
export interface PressAnswer {
  errors?: Partial<Record<AnswerField["name"], string>>;
  /** The posted values, to refill the fields. */
  posted?: { select: string; stars: string; feedback: string };
  message?: string;
  /** Billing did not confirm the cancellation: it will be tried again, was not done, or may have gone through. */
  cancellation?: "tried-again" | "not-done" | "unknown";
  /** Canceled or changed, but that could not be saved, so the result is shown here instead of at its own address. */
  canceled?: CanceledEnd;
  ended?: "updated";
}

const pressAnswer = (body: PressAnswer, status: number) => data<PressAnswer>(body, status);

/** Awaits a write to the flow's answers. @returns whether it succeeded; an outage does not stop the flow */
const isProgressSaved = (write: Promise<void>): Promise<boolean> =>
  orElse(
    write.then(() => true),
    () => false,
  );

/** Buys the plan that a step offers: redirects to the result, or says why it is not bought yet. */
async function acceptOffer(
  subscriber: Subscriber,
  product: Extract<Product, "premiumOneMonth" | "giftOneMonth">,
) {
  const result = await purchase(subscriber, product);
  switch (result.outcome) {
    case "bought":
    case "already-owned": {
      const isSaved = await isProgressSaved(saveFlowEnd(subscriber.uid, product));
      return isSaved ? redirect(addresses.planUpdated) : pressAnswer({ ended: "updated" }, 200);
    }
    case "declined":
      return pressAnswer({ message: result.message }, 402);
    default:
      return pressAnswer({ message: notBought[result.outcome] }, statuses[result.outcome]);
  }
}

/** Which plan a step offers. */
const offered: Partial<Record<StepNumber, Extract<Product, "premiumOneMonth" | "giftOneMonth">>> = {
  3: "premiumOneMonth",
  7: "giftOneMonth",
};

/** How an earlier order stands of the plan that a step offers; undefined where it offers none, or that cannot be read. */
export async function standingOfOffer(
  uid: string,
  step: StepNumber | undefined,
): Promise<PurchaseState | undefined> {
  const product = step === undefined ? undefined : offered[step];
  return product && unlessDown(purchaseStanding(uid, product));
}

/** Whether they have one of the plans that steps offer by an order that has just gone through after its press was answered. */
export async function hasNewPlan(
  uid: string,
  { premium, gift }: Pick<Situation, "premium" | "gift">,
): Promise<boolean> {
  const standings = await Promise.all([
    premium ? standingOfOffer(uid, 3) : undefined,
    gift ? standingOfOffer(uid, 7) : undefined,
  ]);
  return standings.some(wentThroughLater);
}

/** Whether an order has just gone through after its press was answered. */
export const wentThroughLater = (standing: PurchaseState | undefined): boolean =>
  standing?.state === "bought" && standing.unread;

/** What a step says of an earlier order: that it is awaited or has gone through, or a refusal that was not read yet. */
export function toldOfOrder(standing: PurchaseState | undefined): PressAnswer | undefined {
  if (standing?.state === "awaited") return { message: notBought.pending };
  // The service does not show it yet: where it does, the step is not shown any more.
  if (wentThroughLater(standing))
    return {
      message: say`Your order has gone through. It may take a moment until your account shows the plan.`,
    };
  return standing?.state === "declined" && standing.unread
    ? { message: standing.refusal }
    : undefined;
}

const notBought = sentences({
  pending:
    "Billing has not answered yet. We have your order and will keep trying until it does; you are charged once at most.",
  unknown:
    "We could not confirm whether your order went through. Please try again: you are charged once at most.",
  unavailable:
    "We cannot reach billing right now. Nothing was charged. Please try again in a moment.",
  "no-main-subscription": "We found no active plan to change, so nothing was charged.",
});

const statuses = { pending: 202, unknown: 503, unavailable: 503, "no-main-subscription": 409 };

interface PressedCancel {
  userAgent: string;
  place: string | null;
  step: StepNumber;
  /** That the page has shown; "": the main one. Another one may have taken its place since. */
  subscription: string;
}

/** Cancels the subscription that was shown: redirects to the result, or says why it is not confirmed. */
async function cancelMembership(
  subscriber: Subscriber,
  { answers }: Situation,
  { userAgent, place, step, subscription }: PressedCancel,
) {
  const known = lastKnownSubscriptions(subscriber.uid) ?? [];
  const result = await cancelOwn(subscriber, userAgent, {
    step,
    place,
    ...(subscription && { id: subscription }),
  });
  const isDone = result.outcome === "canceled" || result.outcome === "received";
  if (isDone && answers?.position)
    inBackground("end of the unsubscribe flow", saveFlowEnd(subscriber.uid, null));
  const done = canceledAddress(subscription || (findMainSubscription(known)?.id ?? ""), known);
  return answerToCancel(result, { done, end: "canceled" });
}

/**
 * Redirects to the result of a press on 'cancel', or says why it is not confirmed.
 * @param end what is said where the result could not be saved, so that its page would not show it
 */
export function answerToCancel(
  result: Cancellation,
  { done, end }: { done: string; end: "canceled" | "plan-canceled" },
) {
  switch (result.outcome) {
    case "canceled":
      return result.kept
        ? redirect(done)
        : pressAnswer({ canceled: canceledEnd(end, { proof: result.proof }) }, 200);
    case "received":
      return redirect(done);
    case "declined":
      return pressAnswer(
        { message: result.message, cancellation: result.kept ? "tried-again" : "not-done" },
        502,
      );
    case "not-found":
      return pressAnswer({ message: say`Cant find subscription id or firebase uid` }, 404);
    case "failed":
      return pressAnswer({ cancellation: "not-done" }, 503);
    case "unknown":
      return pressAnswer({ cancellation: "unknown" }, 503);
  }
}

interface Press {
  subscriber: Subscriber;
  step: StepNumber;
  /** The name of the button. */
  name: string;
  form: FormData;
  situation: Situation;
  userAgent: string;
  /** Where the subscriber lives, as far as it is known. */
  place: string | null;
}

/** Carries out a press on a step: to the next step, to a purchase, or to the cancellation. */
export async function carryOutStep({ subscriber, step, name, form, situation, ...more }: Press) {
  const { presses } = steps[step];
  const targetOf = Object.hasOwn(presses, name) && presses[name];
  if (!targetOf) return pressAnswer({ message: sayText(somethingWentWrong) }, 400);
  if (name === "cancel") {
    // 'Cancel now' stands on every step, and posts to the last.
    const from = stepNumber(fieldText(form, "shown", 2)) ?? step;
    const subscription = fieldText(form, "subscription");
    return cancelMembership(subscriber, situation, { ...more, step: from, subscription });
  }
  const product = offered[step];
  if (name === "accept" && product) return acceptOffer(subscriber, product);

  const { answers } = situation;
  const read = readFields(step, (field) => fieldText(form, field, 10_000), answers ?? noAnswers);
  if (!read.ok) return pressAnswer({ errors: read.errors, posted: postedIn(form) }, 400);
  const target = targetOf({ ...situation, answers: read.answers });
  // Answers that could not be read are not written either: that would erase them, and Firestore has just failed.
  const saved =
    answers !== undefined &&
    (await isProgressSaved(
      storeAnswers(subscriber.uid, movedTo(target, read.answers), target === "close"),
    ));
  if (!saved && steps[step].fields)
    return pressAnswer(
      {
        message: say`We could not save your answer. Please try again in a moment, or cancel right away with the link below.`,
        posted: postedIn(form),
      },
      503,
    );
  return redirect(
    typeof target === "number" ? addresses.unsubscribeStep(target) : addresses.dashboard,
  );
}

function postedIn(form: FormData) {
  return {
    select: fieldText(form, "select"),
    stars: fieldText(form, "stars"),
    feedback: fieldText(form, "feedback", 10_000),
  };
}
