import steps from "content:unsubscribe";
import { env } from "~/env.server";
import type { DeclarationWay } from "~/features/leaving/rules/declaration";
import { linkWords } from "~/features/leaving/rules/link-words";
import { cancellationLinkWords } from "~/features/ways-in/cancellation-mails.server";
import { promisedBy } from "~/platform/values/promises";

/** What stood on the page, in the mail or nowhere, when somebody canceled by a way other than the public form. */
export function wordsOf(way: Exclude<DeclarationWay, "public">): string {
  const { title, text, items, terms } = steps[promisedBy(env.ANALYSIS_SOURCES)].loseItAll;
  return {
    "signed-in": [title, text, ...items.map((item) => `- ${item}`), terms, "[Cancel membership]"],
    link: [linkWords.title, linkWords.text, `[${linkWords.press}]`],
    "one-click": [
      "No page was shown. A mail program posted the one-click address (RFC 8058) of a mail with this text:",
      ...cancellationLinkWords,
    ],
    api: ["No page was shown. A program called the interface that cancels."],
  }[way].join("\n");
}
