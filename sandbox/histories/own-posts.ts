import type { Chance } from "./chance.ts";

/** A post of the owner, with the figures that Instagram counts for professional accounts. */
export interface OwnPost {
  kind: "post" | "reel" | "story";
  /** Epoch seconds. */
  at: number;
  caption: string;
  /** How good it is, whatever its hour: 1 is the owner's usual. */
  appeal: number;
  likes: number;
  comments: number;
  saves: number;
  shares: number;
  reach: number;
  impressions: number;
  profileVisits: number;
  follows: number;
}

interface Posting {
  followers: number;
  postsPerWeek: number;
  /** Epoch seconds. */
  from: number;
  to: number;
}

const captions = [
  "Morning light, unedited.",
  "Three things I learned from a month without a plan ☕",
  "Coração da cidade 💛",
  "Before and after. Swipe!",
  "Which one would you hang on your wall?",
  "Über den Dächern",
] as const;
/** The hour (UTC) that this owner's followers answer best. */
const bestHour = 18;

/** Oldest first. Those in the evening and at the weekend do a little better than the others. */
export function postsOf(chance: Chance, { followers, postsPerWeek, from, to }: Posting): OwnPost[] {
  const usualLikes = Math.max(1, followers * 0.03);
  const times = Array.from(
    { length: chance.times(((to - from) / 604_800) * postsPerWeek) },
    () => from + chance.below(to - from),
  ).sort((a, b) => a - b);
  return times.map((at) => {
    const when = new Date(at * 1000);
    const away = Math.abs(when.getUTCHours() - bestHour);
    const weekend = when.getUTCDay() % 6 === 0 ? 1.15 : 1;
    const appeal = chance.factor(0.45);
    const likes = Math.round(usualLikes * appeal * weekend * (1.25 - away / 40));
    const draw = chance.next();
    return {
      kind: draw < 0.55 ? "post" : draw < 0.85 ? "reel" : "story",
      at,
      caption: captions[chance.below(captions.length)] ?? "",
      appeal,
      likes,
      comments: Math.round(likes * 0.04 * chance.factor(0.5)),
      saves: Math.round(likes * 0.06 * chance.factor(0.5)),
      shares: Math.round(likes * 0.03 * chance.factor(0.6)),
      reach: Math.round(likes * 9 * chance.factor(0.2)),
      impressions: Math.round(likes * 12 * chance.factor(0.2)),
      profileVisits: Math.round(likes * 0.1),
      follows: Math.round(likes * 0.01 * chance.factor(0.7)),
    };
  });
}
