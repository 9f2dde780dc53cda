/** What the funnel is told about the plan that the page offers (spec 9: weekly, with a 3-day trial). */
const offer = { plan: "weekly", trial_days: "3", source: "landing" };

/** Campaign parameters that are passed on; everything else that came in stays here. */
const campaign = [
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
  "utm_id",
  "fbclid",
  "gclid",
  "gbraid",
  "wbraid",
  "dclid",
  "msclkid",
  "ttclid",
  "twclid",
  "li_fat_id",
  "ScCid",
  "epik",
  "igshid",
];

/** A click id that was cut would match nothing, so a longer value is left out whole. */
const mostCharacters = 512;

/**
 * The funnel's address for one call to action, with the offer, where it was clicked, and the campaign that
 * led here. The parameters that the operator's address already has stay, unless the campaign says otherwise.
 */
export function funnelLink(funnel: string, incoming: URLSearchParams, placement: string): string {
  const url = new URL(funnel);
  for (const name of campaign) {
    const value = incoming.get(name);
    if (value && value.length <= mostCharacters) url.searchParams.set(name, value);
  }
  for (const [name, value] of Object.entries({ ...offer, placement }))
    url.searchParams.set(name, value);
  return url.href;
}
