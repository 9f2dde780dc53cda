import laws from "content:law";
import { placeOf } from "~/features/account/place.server";
import { lawOf, prescribed } from "~/features/leaving/rules/law";
import { firstStep } from "~/features/leaving/rules/unsubscribe-flow";
import { obligationsOn } from "~/features/leaving/services/obligations.server";
import type { Subscriber } from "~/platform/session/session.server";
import { addresses } from "~/platform/values/addresses";

/** What the law of a subscriber's place means for other concerns. */

/** The address where leaving begins. */
export async function startOfLeaving(subscriber: Subscriber): Promise<string> {
  const obligations = obligationsOn(await placeOf(subscriber), Date.now());
  return addresses.unsubscribeStep(firstStep(obligations));
}

/** The words of the links that every footer has. `language`: of words that a law prescribes in another than the page's. */
interface LinkWords {
  text: string;
  language?: string;
}

const ours = {
  cancel: { text: "Cancel contracts here" },
  withdraw: { text: "Withdraw from contract here" },
};

/** For the footers of a subscriber's pages. */
export async function linksOut(
  subscriber: Subscriber,
): Promise<{ cancel: LinkWords; withdraw: LinkWords }> {
  const obligations = obligationsOn(await placeOf(subscriber), Date.now());
  const [cancel, withdraw] = [
    prescribed(obligations, "cancel"),
    prescribed(obligations, "withdraw"),
  ];
  // What is prescribed in English are our words.
  return {
    cancel: cancel && cancel.language !== "en" ? cancel : ours.cancel,
    withdraw: withdraw && withdraw.language !== "en" ? withdraw : ours.withdraw,
  };
}

/** The places that a subscriber can choose from, by name. */
export const placeChoices = laws
  .filter(({ place }) => place !== "unknown")
  .map(({ place, name }) => ({ place, name }))
  .sort((a, b) => (a.name < b.name ? -1 : 1));

/**
 * A place as it is kept.
 * @returns undefined unless there are rules for it; null for no place
 */
export function asPlace(text: string): string | null | undefined {
  if (text === "") return null;
  const place = text.toUpperCase();
  return place === text && place !== "UNKNOWN" && lawOf(laws, place) ? place : undefined;
}
