import type { PublicDeclaration } from "~/features/leaving/rules/public-declaration";

/** What the public pages say before the press that counts. Their digest is kept with each declaration. */
export const publicWords = {
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
} as const;

/** What the summary says before a cancellation or a withdrawal is confirmed. */
export const summaryWords = {
  cancel: { title: "Check your cancellation", press: "Cancel now" },
  withdraw: { title: "Check your withdrawal", press: "Confirm withdrawal" },
} as const;

/** What was declared, in rows for the summary, the receipt and its PDF. What was left out has no row. */
export function declaredRows(declared: PublicDeclaration): [label: string, value: string][] {
  const isCancellation = declared.kind === "cancel";
  const rows: [string, string][] = [
    [
      "What",
      isCancellation ? `I cancel my contract (${declared.type})` : "I withdraw from my contract",
    ],
    ["Email", declared.email],
    ["Name", declared.name],
    ["Contract", declared.contract],
    ["When", isCancellation ? (declared.wishedDay ?? "as soon as possible") : ""],
    ["Reason", declared.reason],
  ];
  return rows.filter(([, value]) => value !== "");
}

/** The text of a public page, or of its summary, as it was shown. */
export function publicText(declared: PublicDeclaration, hasSummary: boolean): string {
  const page = publicWords[declared.kind];
  const lines = [page.title, page.text, page.afterwards, `[${page.press}]`];
  if (hasSummary)
    lines.push(summaryWords[declared.kind].title, `[${summaryWords[declared.kind].press}]`);
  return lines.join("\n");
}
