/** What the popup and the page that opened it share. */

/** The name of the channel of one popup. Its id is random, and known to both alone. */
export const googleChannel = (id: string) => `google-sign-in-${id}`;

/** What the popup says on its channel, once. */
export type GoogleAnswer =
  | { outcome: "signed-in" }
  | { outcome: "no-subscription" }
  | { outcome: "refused"; words: string };

/** The block of the popup's page. */
export interface GoogleAnswerBlock {
  popup: string;
  answer: GoogleAnswer;
}

/** What the opening page says, in the words of the catalogue (docs/product.md#error-words), and where it goes without a plan. */
export interface GoogleWords {
  open: string;
  blocked: string;
  closed: string;
  superseded: string;
  noPlan: string;
}

/** Whether something that came over a channel is an answer. */
export function isGoogleAnswer(value: unknown): value is GoogleAnswer {
  if (typeof value !== "object" || value === null || !("outcome" in value)) return false;
  if (value.outcome === "refused") return "words" in value && typeof value.words === "string";
  return value.outcome === "signed-in" || value.outcome === "no-subscription";
}
