import type promises from "content:promises";
import { addresses } from "~/platform/values/addresses";
import type { Promised } from "~/platform/values/promises";
import { say, sentences } from "~/platform/values/say";

export type HomeTexts = (typeof promises)[Promised]["home"];

interface Card {
  title: string;
  text: string;
  art: string;
  to: string;
}

export const trends: readonly Card[] = sentences([
  {
    title: "Top trends",
    text: "What defines Instagram this year",
    art: "trends",
    to: addresses.topTrends,
  },
  {
    title: "Top hacks",
    text: "How to work with the algorithm",
    art: "hacks",
    to: addresses.topHacks,
  },
]);

/** All other pages to read, and the password check. */
export const guidesOf = (texts: HomeTexts): readonly Card[] => [
  {
    title: say`Tips & Insights`,
    text: say`Small habits that lift engagement and bring followers`,
    art: "insights",
    to: addresses.insights,
  },
  {
    title: say`Secret Admirers`,
    text: texts.admirers,
    art: "admirers",
    to: addresses.articles("secret-admirers"),
  },
  {
    title: say`Detect Stalkers`,
    text: say`Notice unwanted attention early and protect yourself`,
    art: "stalkers",
    to: addresses.articles("detect-stalkers"),
  },
  {
    title: say`Password safety`,
    text: say`See whether your email appears in known data breaches`,
    art: "password-safety",
    to: addresses.passwordSafety,
  },
  {
    title: say`News`,
    text: say`What is new for creators on Instagram`,
    art: "news",
    to: addresses.news,
  },
];
