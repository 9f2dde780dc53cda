import type { DeclarationKind } from "~/features/leaving/rules/declaration";
import { prescribed } from "~/features/leaving/rules/law";
import { type Confirms, linkWords, withdrawalLinkWords } from "~/features/leaving/rules/link-words";
import type { PublicDeclaration } from "~/features/leaving/rules/public-declaration";
import { obligationsOn, wordsAsShown } from "~/features/leaving/services/obligations.server";
import { say, sentences } from "~/platform/values/say";
import { unlinked } from "~/platform/values/unlinked";

/** What the public pages say before the press that counts. Their digest is kept with each declaration. */
const publicWords = sentences({
  cancel: {
    title: "Cancel contracts here",
    text: "Enter the email address of your subscription. You need no password, and no reason.",
    more: "More details, all optional",
    press: "Cancel now",
    afterwards:
      "You get a receipt by email with date and time. Your subscription will not renew, and you keep your access until the end of the term that you have paid for.",
  },
  withdraw: {
    title: "Withdraw from contract here",
    text: "Enter the email address of your subscription. You can withdraw within 14 days after the day on which it started.",
    more: "More details, all optional",
    press: "Go on",
    afterwards:
      "You get a receipt by email with date and time. After the 14 days your declaration counts as a cancellation, and the receipt says so.",
  },
});

/** What the summary says before a cancellation or a withdrawal is confirmed. */
const summaryWords = sentences({
  cancel: { title: "Check your cancellation", press: "Cancel now" },
  withdraw: { title: "Check your withdrawal", press: "Confirm withdrawal" },
});

interface Said {
  text: string;
  /** Of words that a law prescribes in another language than the page's. */
  language?: string | undefined;
}

const prescribes = {
  cancel: { title: "cancel", press: "confirmCancel" },
  withdraw: { title: "withdraw", press: "confirmWithdrawal" },
} as const;

const ours = (text: string): Said => ({ text });

/**
 * The words of a public page and of its summary: ours, or those that the law of a place prescribes.
 * @param place the place that is known; null: none
 */
export function wordsIn(kind: DeclarationKind, place: string | null, at: number) {
  const { title, press, ...page } = publicWords[kind];
  const summary = summaryWords[kind];
  const obligations = place === null ? { words: [] } : obligationsOn(place, at);
  const byLaw = (button: keyof (typeof prescribes)["cancel"]): Said | undefined => {
    const found = prescribed(obligations, prescribes[kind][button]);
    return found && wordsAsShown(found);
  };
  return {
    ...page,
    title: byLaw("title") ?? ours(title),
    // A withdrawal has a summary, whose press is the one that counts.
    press: (kind === "cancel" ? byLaw("press") : undefined) ?? ours(press),
    summary: {
      title: summary.title,
      // Where a law names but one button, its words are those of the press that counts, too.
      press: byLaw("press") ?? byLaw("title") ?? ours(summary.press),
    },
  };
}

/** What the page of a mailed link says before its press, and after a withdrawal. */
export interface LinkPageWords {
  title: Said;
  text: string;
  press: Said;
  /** Replaces the words about a cancellation. */
  done?: { title: string; texts: string[] };
}

/** The words for a link that confirms a declaration, as the law of its place prescribes them. */
export function linkPageWords({ kind, place }: Omit<Confirms, "declaration">): LinkPageWords {
  const { title, summary } = wordsIn(kind, place, Date.now());
  if (kind === "cancel") {
    const byLaw = place !== null && prescribed(obligationsOn(place, Date.now()), "confirmCancel");
    return {
      title: { text: linkWords.title },
      text: linkWords.text,
      press: byLaw ? wordsAsShown(byLaw) : { text: say`Cancel now` },
    };
  }
  const { text, done, afterwards } = withdrawalLinkWords;
  return { title, text, press: summary.press, done: { title: done, texts: [afterwards] } };
}

/** What was declared, in rows for the summary, the receipt and its PDF. What was left out has no row. */
export function declaredRows(declared: PublicDeclaration): [label: string, value: string][] {
  const isCancellation = declared.kind === "cancel";
  const rows: [string, string][] = [
    [say`What`, whatOf(declared)],
    [say`Email`, declared.email],
    [say`Name`, declared.name],
    [say`Contract`, declared.contract],
    [say`When`, isCancellation ? (declared.wishedDay ?? say`as soon as possible`) : ""],
    [say`Reason`, declared.reason],
  ];
  return rows.filter(([, value]) => value !== "");
}

/** A typed text for letters: in quotation marks, and never a link. */
export function quoted(typed: string): string {
  const text = unlinked(typed);
  return text === "" ? "" : say`“${text}”`;
}

/** The rows for a letter. */
export function quotedRows(declared: PublicDeclaration): [label: string, value: string][] {
  const { name, contract, reason } = declared;
  return declaredRows({
    ...declared,
    name: quoted(name),
    contract: quoted(contract),
    reason: quoted(reason),
  });
}

function whatOf({ kind, type }: PublicDeclaration): string {
  if (kind === "withdraw") return say`I withdraw from my contract`;
  return type === "ordinary"
    ? say`I cancel my contract (ordinary)`
    : say`I cancel my contract (extraordinary)`;
}

/**
 * The text of a public page, or of its summary, as it was shown.
 * @param shownFor the place whose words stood on the page; null: ours did
 */
export function publicText(
  { kind, place, declaredAt }: PublicDeclaration,
  { hasSummary, shownFor }: { hasSummary: boolean; shownFor: string | null },
): string {
  const { title, text, afterwards, press } = wordsIn(kind, shownFor, declaredAt);
  const lines = [title.text, text, afterwards, `[${press.text}]`];
  if (hasSummary) {
    const { summary } = wordsIn(kind, place, declaredAt);
    lines.push(summary.title, `[${summary.press.text}]`);
  }
  return lines.join("\n");
}
