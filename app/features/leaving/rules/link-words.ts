import { say, sentences } from "../../../platform/values/say.ts";
import type { DeclarationKind } from "./declaration.ts";

/** What the page of a mailed link says before its button is pressed. */
export const linkWords = sentences({
  title: "Cancel your subscription?",
  text: "Press the button once, and your subscription will not renew. You keep your access until the end of the term that you have paid for.",
  press: "Cancel my subscription",
});

/** Said where a declaration was sent to be kept, and no answer came. */
export const mayGoThrough = (supportEmail: string): string =>
  say`We did not get an answer in time, so it may still go through. Please try again in a moment, or write to ${supportEmail}: an email counts, too.`;

/** What the page of a letter's link says, where the subscriber must confirm a withdrawal. */
export const withdrawalLinkWords = sentences({
  text: "Press the button once. Your subscription ends, and what you are owed is paid back within 14 days after your declaration.",
  done: "We have your withdrawal",
  afterwards:
    "Your subscription ends, and what you are owed is paid back within 14 days after your declaration.",
  unknown: "We could not confirm your withdrawal",
});

/** What a link of a letter confirms. */
export interface Confirms {
  declaration: string;
  kind: DeclarationKind;
  /** The place whose words the page has; null: it is not known. */
  place: string | null;
}

/** As a text, for the token of the link. */
export const confirmsInText = ({ declaration, kind, place }: Confirms): string =>
  [kind, encodeURIComponent(place ?? ""), declaration].join(" ");

/** @param text in links of older letters, the declaration alone */
export function readConfirms(text: string): Confirms {
  const [declaration = "", place = "", kind] = text.split(" ").reverse();
  return {
    declaration,
    kind: kind === "withdraw" ? "withdraw" : "cancel",
    place: place === "" ? null : decoded(place),
  };
}

/** The links of older letters have the place unencoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
