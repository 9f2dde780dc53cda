import laws from "content:law";
import { placeOf } from "~/features/account/place.server";
import { lawOf, placeCode, prescribed } from "~/features/leaving/rules/law";
import { firstStep } from "~/features/leaving/rules/unsubscribe-flow";
import { obligationsToday, wordsAsShown } from "~/features/leaving/services/obligations.server";
import type { Subscriber } from "~/platform/session/session.server";
import { addresses } from "~/platform/values/addresses";
import { say, sayText, voiceNow } from "~/platform/values/say";

/** What the law of a subscriber's place means for other concerns. */

/** The address where leaving begins. */
export async function startOfLeaving(subscriber: Subscriber): Promise<string> {
  const obligations = obligationsToday(await placeOf(subscriber));
  return addresses.unsubscribeStep(firstStep(obligations));
}

/** A link of the footer. `language`: of its text, where a law prescribes that in another language than the page's. */
interface LinkOut {
  text: string;
  language?: string;
  href: string;
}

/** For the footers of a subscriber's pages. The pages that they lead to have the words of the place, too. */
export async function linksOut(
  subscriber: Subscriber,
): Promise<{ cancel: LinkOut; withdraw: LinkOut }> {
  const place = await placeOf(subscriber);
  const obligations = obligationsToday(place);
  const link = (to: string, text: string, button: "cancel" | "withdraw"): LinkOut => {
    const byLaw = prescribed(obligations, button);
    return {
      ...(byLaw ? wordsAsShown(byLaw) : { text }),
      href: place === null ? to : `${to}?${new URLSearchParams({ place })}`,
    };
  };
  return {
    cancel: link(addresses.cancelPublicly, say`Cancel contracts here`, "cancel"),
    withdraw: link(addresses.withdraw, say`Withdraw from contract here`, "withdraw"),
  };
}

/** The places that a subscriber can choose from, by name. */
export function placeChoices(): { place: string; name: string }[] {
  const voice = voiceNow();
  const named = laws
    .filter(({ place }) => place !== "unknown")
    .map(({ place, name }) => ({ place, name: voice ? nameIn(voice.locale, place, name) : name }));
  if (!voice) return named.sort((a, b) => (a.name < b.name ? -1 : 1));
  const { compare } = new Intl.Collator(voice.locale);
  return named.sort((a, b) => compare(a.name, b.name));
}

/** The name of a place: `Intl` has those of countries and unions, the catalogue those of parts of countries. */
const nameIn = (locale: string, place: string, name: string): string =>
  place.includes("-")
    ? sayText(name)
    : (new Intl.DisplayNames(locale, { type: "region" }).of(place) ?? name);

/**
 * A place as it is kept.
 * @returns undefined unless there are rules for it; null for no place
 */
export function asPlace(text: string): string | null | undefined {
  if (text === "") return null;
  const place = placeCode(text);
  return place === text && lawOf(laws, place) ? place : undefined;
}
