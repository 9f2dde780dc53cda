/** Query parameters that describe the offered plan to the funnel (docs/product.md#landing-page: weekly, with a 3-day trial). */
const offer = { plan: "weekly", trial_days: "3", source: "landing" };

/** Incoming query parameters that are passed on. All others are dropped. */
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

/** Longer values are dropped, not cut: a cut click id would match nothing. */
const maxValueLength = 512;

/**
 * The funnel's URL for one call to action: adds the campaign, the offer and the button's placement to the configured
 * URL. They overwrite parameters of the same name.
 */
export function funnelLink(funnel: string, incoming: URLSearchParams, placement: string): string {
  const url = new URL(funnel);
  for (const name of campaign) {
    const value = incoming.get(name);
    if (value && value.length <= maxValueLength) url.searchParams.set(name, value);
  }
  for (const [name, value] of Object.entries({ ...offer, placement }))
    url.searchParams.set(name, value);
  return url.href;
}
