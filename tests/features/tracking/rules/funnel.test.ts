import { expect, test } from "vitest";
import { funnelLink } from "~/features/tracking/funnel";

const offer = { plan: "weekly", trial_days: "3", source: "landing", placement: "hero" };

test.each<[name: string, funnel: string, query: string, expected: Record<string, string>]>([
  ["no campaign", "https://f.example/start", "", offer],
  [
    "a campaign and click ids",
    "https://f.example/start",
    "utm_source=ig&utm_medium=cpc&utm_campaign=spring&utm_term=a&utm_content=b&utm_id=7&fbclid=F&gclid=G",
    {
      utm_source: "ig",
      utm_medium: "cpc",
      utm_campaign: "spring",
      utm_term: "a",
      utm_content: "b",
      utm_id: "7",
      fbclid: "F",
      gclid: "G",
      ...offer,
    },
  ],
  [
    "the funnel's own parameters",
    "https://f.example/start?lang=en&utm_source=site",
    "utm_source=mail",
    { lang: "en", utm_source: "mail", ...offer },
  ],
  [
    "parameters that do not belong to a campaign",
    "https://f.example/",
    "creds=secret&email=a%40b.example&utm_x=1&showerrbtn=plz",
    offer,
  ],
  ["parameters of the offer", "https://f.example/", "plan=yearly&trial_days=99&placement=x", offer],
  ["an empty value", "https://f.example/", "gclid=", offer],
  [
    "the longest value",
    "https://f.example/",
    `gclid=${"a".repeat(512)}`,
    { gclid: "a".repeat(512), ...offer },
  ],
  ["a value too long", "https://f.example/", `gclid=${"a".repeat(513)}`, offer],
  [
    "the first of two values",
    "https://f.example/",
    "gclid=1&gclid=2",
    {
      gclid: "1",
      ...offer,
    },
  ],
  [
    "characters with a meaning in URLs",
    "https://f.example/",
    "utm_term=a%26plan%3Dfree%23x",
    { utm_term: "a&plan=free#x", ...offer },
  ],
])("the funnel link for %s", (_, funnel, query, expected) => {
  const link = new URL(funnelLink(funnel, new URLSearchParams(query), "hero"));
  expect(Object.fromEntries(link.searchParams)).toEqual(expected);
  expect([...link.searchParams]).toHaveLength(Object.keys(expected).length);
  expect(link.origin + link.pathname).toBe(funnel.split("?")[0]);
  expect(link.hash).toBe("");
});
