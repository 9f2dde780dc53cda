import steps from "content:unsubscribe";
import { env } from "~/env.server";
import type { DeclarationWay } from "~/features/leaving/rules/declaration";
import { hasCancelNow, type Obligations, prescribed } from "~/features/leaving/rules/law";
import { linkWords } from "~/features/leaving/rules/link-words";
import type { ShownPage, StepNumber } from "~/features/leaving/rules/unsubscribe-answers";
import { steps as flow } from "~/features/leaving/rules/unsubscribe-flow";
import { linkPageWords } from "~/features/leaving/services/public-words.server";
import { cancellationLinkWords } from "~/features/ways-in/cancellation-mails.server";
import { promisedBy } from "~/platform/values/promises";
import { say, sentences } from "~/platform/values/say";

/** What the page says where a signed-in subscriber withdraws. */
export const ownWithdrawalWords = sentences({
  title: "Withdraw from contract",
  text: "Your subscription ends, and what you are owed is paid back within 14 days. Check what you withdraw from, and confirm it.",
  press: "Confirm withdrawal",
});

export function withdrawalText(obligations: Pick<Obligations, "words">): string {
  const { title, text, press } = ownWithdrawalWords;
  const byLaw = prescribed(obligations, "confirmWithdrawal")?.text;
  return [title, text, `[${byLaw ?? press}]`].join("\n");
}

/** What the page says that cancels a plan besides the main one. */
export const otherPlanWords = sentences({
  title: "Cancel this plan",
  text: "Press the button once, and your subscription will not renew. You keep your access until the end of the term that you have paid for.",
  press: "Cancel now",
});

function textOfOtherPlan(obligations: Shown): string[] {
  const { title, text, press } = otherPlanWords;
  const byLaw = prescribed(obligations, "confirmCancel")?.text;
  return [title, text, ...labelsOfSummary().map((label) => `${label}: …`), `[${byLaw ?? press}]`];
}

const described = (all: readonly { title: string; description: string }[]): string[] =>
  all.map(({ title, description }) => `- ${title}: ${description}`);

/** What the steps before the last say. */
function textOfStep(step: Exclude<StepNumber, 8>): string[] {
  const texts = steps[promisedBy(env.ANALYSIS_SOURCES)];
  const { name } = flow[step];
  const { title, text } = texts[name];
  switch (name) {
    case "benefits":
      return [title, text, ...described(texts.benefits.items)];
    case "madeTheMost":
      return [title, text, ...described(texts.madeTheMost.suggestions)];
    case "survey":
      return [title, text, ...Object.values(texts.survey.reasons).map((reason) => `( ) ${reason}`)];
    case "feedback":
      return [title, text, texts.feedback.label];
    default:
      return [title, text];
  }
}

/** The texts of the steps. Where a law forbids to frighten, the last step has a plain title. */
export function textsOfSteps({ plain }: Pick<Obligations, "plain">) {
  const texts = steps[promisedBy(env.ANALYSIS_SOURCES)];
  return plain
    ? { ...texts, loseItAll: { ...texts.loseItAll, title: say`Cancel membership` } }
    : texts;
}

/** The labels of the summary before the press, where a law asks for one. */
export const labelsOfSummary = (): string[] => [say`Plan`, say`Subscription`, say`Ends on`];

/** What the step that cancels says, with the labels of its summary only: the words that are kept must name nobody. */
function textOfLastStep(obligations: Shown): string[] {
  const { title, text, items, terms } = textsOfSteps(obligations).loseItAll;
  const press = prescribed(obligations, "confirmCancel")?.text ?? say`Cancel membership`;
  const summary = obligations.summary ? labelsOfSummary().map((label) => `${label}: …`) : [];
  return [title, text, ...items.map((item) => `- ${item}`), terms, ...summary, `[${press}]`];
}

/** The parts of a law that decide what the pages say. */
type Shown = Pick<Obligations, "words" | "plain" | "summary">;

const textsOn = (step: StepNumber, obligations: Shown): string[] => [
  ...(step === 8 ? textOfLastStep(obligations) : textOfStep(step)),
  ...(hasCancelNow(step, obligations)
    ? [say`Already decided? Your access stays until the term ends.`, `[${say`Cancel now`}]`]
    : []),
];

function textOfLinkPage(pagePlace: string | null | undefined): string[] {
  if (pagePlace === undefined) return [linkWords.title, linkWords.text, `[${linkWords.press}]`];
  const { title, text, press } = linkPageWords({ kind: "cancel", place: pagePlace });
  return [title.text, text, `[${press.text}]`];
}

/**
 * What stood on the page, in the mail or nowhere, when somebody canceled by a way other than the public form.
 * @param step on which a button was pressed, or the page that cancels another plan
 * @param pagePlace the place whose words the page of a letter's link had; left out for the link of another mail
 */
export function wordsOf(
  way: Exclude<DeclarationWay, "public">,
  obligations: Shown,
  { step = 8, pagePlace }: { step?: ShownPage | undefined; pagePlace?: string | null | undefined },
): string {
  return {
    "signed-in": step === "other-plan" ? textOfOtherPlan(obligations) : textsOn(step, obligations),
    link: textOfLinkPage(pagePlace),
    "one-click": [
      "No page was shown. A mail program posted the one-click address (RFC 8058) of a mail with this text:",
      ...cancellationLinkWords,
    ],
    api: ["No page was shown. A program called the interface that cancels."],
  }[way].join("\n");
}
