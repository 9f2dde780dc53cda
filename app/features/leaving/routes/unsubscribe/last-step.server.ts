import offers from "content:offers";
import { describePlan } from "~/features/account/plan";
import type { Subscription } from "~/features/account/subscription";
import { ownWithdrawalEndsAt } from "~/features/leaving/own-declaration.server";
import { type Obligations, prescribed } from "~/features/leaving/rules/law";
import { endWhenCanceled } from "~/features/leaving/rules/term";
import { firstStep, offersOnRequest } from "~/features/leaving/rules/unsubscribe-flow";
import { endInWords } from "~/features/leaving/services/end-in-words.server";
import { labelsOfSummary } from "~/features/leaving/services/shown-words.server";
import { currentLanguage } from "~/platform/languages/languages.server";
import { say } from "~/platform/values/say";

const ourWithdrawal = () => ({
  text: say`Withdraw from contract here`,
  language: currentLanguage(),
});

/** What the law of the place adds to the step that cancels. */
export function lastStep({
  obligations,
  subscription,
  place,
}: {
  obligations: Obligations;
  place: string | null;
  subscription: Subscription | undefined;
}) {
  const now = Date.now();
  const { summary, withdrawal } = obligations;
  return {
    // The button is seen without scrolling; what is lost stands below it.
    isStraight: firstStep(obligations) === 8,
    press: prescribed(obligations, "confirmCancel"),
    summary: summary && subscription ? summaryOf(subscription, place, now) : undefined,
    asksForOffers: offersOnRequest(obligations),
    withdrawal:
      withdrawal && subscription && now < ownWithdrawalEndsAt(subscription, place)
        ? (prescribed(obligations, "withdraw") ?? ourWithdrawal())
        : undefined,
  };
}

/** What a press on 'cancel' is about. */
export function summaryOf(
  subscription: Subscription,
  place: string | null,
  now: number,
): [label: string, value: string][] {
  const values = [
    describePlan(subscription.planCode, offers.plans).name,
    subscription.id,
    endInWords(endWhenCanceled(subscription, now), place),
  ];
  return labelsOfSummary().map((label, nth) => [label, values[nth] ?? ""]);
}
