import { sentences } from "../../../platform/values/say.ts";
import type { DeclarationKind } from "./declaration.ts";

/** What the page of a mailed link says before its button is pressed. */
export const linkWords = sentences({
  title: "Cancel your subscription?",
  text: "Press the button once, and your subscription will not renew. You keep your access until the end of the term that you have paid for.",
  press: "Cancel my subscription",
});

/** What the page of a letter says that asks its owner to press for a withdrawal. */
export const withdrawalLinkWords = sentences({
  text: "Press the button once. Your subscription ends, and what you have paid is paid back within 14 days after your declaration.",
  done: "We have your withdrawal",
  afterwards:
    "Your subscription ends, and what you have paid is paid back within 14 days after your declaration.",
});

/** What a link of a letter confirms. */
export interface Confirms {
  declaration: string;
  kind: DeclarationKind;
  /** Whose words the page has; null: it is not known. */
  place: string | null;
}

/** As the token of the link has it. */
export const confirmsInText = ({ declaration, kind, place }: Confirms): string =>
  [kind, place ?? "", declaration].join(" ");

/** @param text in links of older letters, the declaration alone */
export function readConfirms(text: string): Confirms {
  const [declaration = "", place = "", kind] = text.split(" ").reverse();
  return {
    declaration,
    kind: kind === "withdraw" ? "withdraw" : "cancel",
    place: place === "" ? null : place,
  };
}
