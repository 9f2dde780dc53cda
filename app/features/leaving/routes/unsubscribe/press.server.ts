import { redirect } from "@remix-run/node";
import { noAnswers, type StepNumber } from "~/features/leaving/rules/unsubscribe-answers";
import {
  movedTo,
  readFields,
  type Situation,
  stepNumber,
  steps,
} from "~/features/leaving/rules/unsubscribe-flow";
import { storeAnswers } from "~/features/leaving/store/unsubscribe-answers.server";
import { fieldText } from "~/platform/http/forms/parse-form.server";
import type { Subscriber } from "~/platform/session/session.server";
import { addresses } from "~/platform/values/addresses";
import { somethingWentWrong } from "~/platform/values/identity-messages";
import { say, sayText } from "~/platform/values/say";
import { acceptOffer } from "./accept-offer.server.ts";
import { cancelMembership } from "./cancel-membership.server.ts";
import { pressAnswer } from "./press-answer.server.ts";
import { isProgressSaved } from "./save-progress.server.ts";

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
export async function carryOutStep({ subscriber, step, name, form, situation, ...from }: Press) {
  const { presses } = steps[step];
  const targetOf = Object.hasOwn(presses, name) && presses[name];
  if (!targetOf) return pressAnswer({ message: sayText(somethingWentWrong) }, 400);
  if (name === "cancel") {
    // 'Cancel now' stands on every step, and posts to the last.
    const shown = stepNumber(fieldText(form, "shown", 2)) ?? step;
    return cancelMembership(subscriber, situation, { ...from, step: shown });
  }
  if (name === "accept")
    return acceptOffer(subscriber, step === 3 ? "premiumOneMonth" : "giftOneMonth");

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
  if (!saved && steps[step].fields.length > 0)
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
