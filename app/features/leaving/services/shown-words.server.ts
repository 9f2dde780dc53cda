import steps from "content:unsubscribe";
import { env } from "~/env.server";
import type { DeclarationWay } from "~/features/leaving/rules/declaration";
import { type Obligations, prescribed } from "~/features/leaving/rules/law";
import { linkWords } from "~/features/leaving/rules/link-words";
import { cancellationLinkWords } from "~/features/ways-in/cancellation-mails.server";
import { promisedBy } from "~/platform/values/promises";
import { say, sentences } from "~/platform/values/say";

/** What the page says on which somebody who is signed in withdraws. */
export const ownWithdrawalWords = sentences({
  title: "Withdraw from contract",
  text: "Your subscription ends, and what you have paid is paid back within 14 days. Check what you withdraw from, and confirm it.",
  press: "Confirm withdrawal",
});

export const withdrawalText = (): string =>
  [ownWithdrawalWords.title, ownWithdrawalWords.text, `[${ownWithdrawalWords.press}]`].join("\n");

/** What stood on the page, in the mail or nowhere, when somebody canceled by a way other than the public form. */
export function wordsOf(
  way: Exclude<DeclarationWay, "public">,
  obligations: Pick<Obligations, "words">,
): string {
  const { title, text, items, terms } = steps[promisedBy(env.ANALYSIS_SOURCES)].loseItAll;
  return {
    "signed-in": [
      title,
      text,
      ...items.map((item) => `- ${item}`),
      terms,
      `[${prescribed(obligations, "confirmCancel")?.text ?? say`Cancel membership`}]`,
      say`Already decided? Your access stays until the term ends.`,
      `[${say`Cancel now`}]`,
    ],
    link: [linkWords.title, linkWords.text, `[${linkWords.press}]`],
    "one-click": [
      "No page was shown. A mail program posted the one-click address (RFC 8058) of a mail with this text:",
      ...cancellationLinkWords,
    ],
    api: ["No page was shown. A program called the interface that cancels."],
  }[way].join("\n");
}
