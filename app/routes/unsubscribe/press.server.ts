import { data, redirect } from "@remix-run/node";
import { keepAnswers, noteFlowEnd } from "~/clients/unsubscribe-answers.server";
import { UpstreamError } from "~/clients/upstream.server";
import { somethingWentWrong } from "~/domain/identity-messages";
import type { Product } from "~/domain/product";
import { type Field, noAnswers, type StepNumber } from "~/domain/unsubscribe-answers";
import { movedTo, readFields, type Situation, steps } from "~/domain/unsubscribe-flow";
import { inBackground } from "~/services/background.server";
import { cancelOwn } from "~/services/cancellation.server";
import { purchase } from "~/services/purchase.server";
import { addresses } from "~/web/addresses";
import { fieldText } from "~/web/forms/parse-form.server";
import type { Subscriber } from "~/web/session/session.server";

/** What a press came to, where it did not lead on. */
export interface PressAnswer {
  errors?: Partial<Record<Field["name"], string>>;
  /** What was typed or chosen, to stand in its field again. */
  posted?: { select: string; stars: string; feedback: string };
  message?: string;
  /** Billing did not confirm the cancellation: is it tried again, not done at all, or can nobody say? */
  cancellation?: "tried-again" | "not-done" | "unknown";
  /** An end that nothing could be noted of, so that it is shown here instead of at its own address. */
  ended?: "canceled" | "updated";
}

interface Pressed {
  subscriber: Subscriber;
  step: StepNumber;
  press: string;
  form: FormData;
  situation: Situation;
  userAgent: string;
}

const answer = (content: PressAnswer, status: number) => data<PressAnswer>(content, status);

/** Carries out a press on a step: to the next step, to a purchase, or to the cancellation. */
export async function carryOut(pressed: Pressed) {
  const { step, press, form, situation, subscriber } = pressed;
  const { presses } = steps[step];
  const lead = Object.hasOwn(presses, press) && presses[press];
  if (!lead) return answer({ message: somethingWentWrong }, 400);
  if (press === "cancel") return cancel(pressed);
  if (press === "accept") return accept(pressed, step === 3 ? "premiumOneMonth" : "giftOneMonth");

  const { answers } = situation;
  const read = readFields(step, (name) => fieldText(form, name, 10_000), answers ?? noAnswers);
  if (!read.ok) return answer({ errors: read.errors, posted: postedIn(form) }, 400);
  const target = lead({ ...situation, answers: read.answers });
  // Over answers that could not be read, nothing is written: it would blank them, and ask what has just failed.
  const saved =
    answers !== undefined &&
    (await saveProgress(
      keepAnswers(subscriber.uid, movedTo(target, read.answers), target === "close"),
    ));
  if (!saved && steps[step].fields.length > 0)
    return answer(
      {
        message:
          "We could not keep your answer just now. Try again in a moment, or cancel right away with the link below.",
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

/** @returns false if the write failed because an outside system is unavailable */
async function saveProgress(write: Promise<void>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof UpstreamError) return false;
    throw error;
  }
}

async function cancel({ subscriber, situation, userAgent }: Pressed) {
  const result = await cancelOwn(subscriber, userAgent);
  const isDone = result.outcome === "canceled" || result.outcome === "received";
  if (isDone && situation.answers?.position)
    inBackground("end of the unsubscribe flow", noteFlowEnd(subscriber.uid, null));
  switch (result.outcome) {
    case "canceled":
      return result.kept
        ? redirect(addresses.membershipCanceled)
        : answer({ ended: "canceled" }, 200);
    case "received":
      return redirect(addresses.membershipCanceled);
    case "declined":
      return answer(
        { message: result.message, cancellation: result.kept ? "tried-again" : "not-done" },
        502,
      );
    case "not-found":
      return answer({ message: "Cant find subscription id or firebase uid" }, 404);
    case "failed":
      return answer({ cancellation: "not-done" }, 503);
    case "unknown":
      return answer({ cancellation: "unknown" }, 503);
  }
}

async function accept(
  { subscriber }: Pressed,
  product: Extract<Product, "premiumOneMonth" | "giftOneMonth">,
) {
  const result = await purchase(subscriber, product);
  switch (result.outcome) {
    case "bought":
    case "already-owned": {
      const isSaved = await saveProgress(noteFlowEnd(subscriber.uid, product));
      return isSaved ? redirect(addresses.planUpdated) : answer({ ended: "updated" }, 200);
    }
    case "declined":
      return answer({ message: result.message }, 402);
    case "pending":
      return answer(
        {
          message:
            "Billing has not answered yet. We have your order and repeat it until it does; you are charged once at most.",
        },
        202,
      );
    case "unknown":
      return answer(
        {
          message:
            "We could not find out whether your order went through. Please press again: you are charged once at most.",
        },
        503,
      );
    case "unavailable":
      return answer(
        { message: "We cannot reach billing right now. Nothing was charged. Please try again." },
        503,
      );
    case "no-main-subscription":
      return answer({ message: "We could not find the plan to change. Nothing was charged." }, 409);
  }
}
