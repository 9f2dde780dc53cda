import offers from "content:offers";
import { describePlan } from "~/features/account/plan";
import type { Subscription } from "~/features/account/subscription";
import { ownWithdrawalEndsAt } from "~/features/leaving/own-declaration.server";
import { type Obligations, prescribed } from "~/features/leaving/rules/law";
import { endWhenCanceled } from "~/features/leaving/rules/term";
import { firstStep, offersOnRequest } from "~/features/leaving/rules/unsubscribe-flow";
import { endInWords } from "~/features/leaving/services/obligations.server";
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
  others,
  place,
}: {
  obligations: Obligations;
  others: readonly Subscription[];
  place: string | null;
  subscription: Subscription | undefined;
}) {
  const now = Date.now();
  const { summary, withdrawal } = obligations;
  return {
    /** Whether leaving begins at this step: its button is seen without scrolling, what is lost stands below it. */
    isStraight: firstStep(obligations) === 8,
    /** The words of its button, where they are prescribed. */
    press: prescribed(obligations, "confirmCancel"),
    // Who has several plans sees which it is.
    summary:
      subscription && (summary || others.length > 0)
        ? summaryOf(subscription, place, now)
        : undefined,
    /** Whether there are offers, which are shown on request only. */
    asksForOffers: offersOnRequest(obligations),
    /** The words of the link to withdraw, where the subscriber still can. */
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
