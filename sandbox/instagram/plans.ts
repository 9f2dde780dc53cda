import { exportOwner } from "../demo-exports.ts";
import { chanceFrom } from "../histories/chance.ts";
import { fullNameOf, usernameOf } from "../histories/names.ts";
import { sampleOwner } from "../sample-exports.ts";
import { type AccountPlan, planOf } from "./plan.ts";

/** Those to choose from on the log-in page, in the order in which a newcomer would try them. */
const special: readonly AccountPlan[] = [
  planOf({
    key: "atelier",
    seed: 17,
    about: "A creator account, the one whose exports the demo imports every month.",
    username: "atelier.kaia",
    name: "Atelier Kaia",
    history: exportOwner("several"),
  }),
  planOf({
    key: "maja",
    seed: 18,
    about: "A creator account, the one of the exports to try in the console.",
    username: "maja.in.pictures",
    name: "Maja Lindgård",
    history: sampleOwner,
  }),
  planOf({
    key: "creator",
    seed: 1,
    about: "A creator account with everything: posts, reels, comments, insights.",
    username: "lena.on.film",
    name: "Léna Moreau",
    followers: 12_480,
    following: 611,
    postsPerWeek: 4,
    age: 900,
  }),
  planOf({
    key: "personal",
    seed: 2,
    about: "A personal account: must be switched to a creator account first.",
    type: "PERSONAL",
    followers: 214,
  }),
  planOf({ key: "refuses", seed: 3, about: "Somebody who presses 'Not now'.", refuses: true }),
  planOf({
    key: "hidden-likes",
    seed: 4,
    about: "Hides the likes of every post.",
    hiddenLikes: "all",
  }),
  planOf({
    key: "ten-thousand",
    seed: 5,
    about: "A shop with more than 10,000 posts.",
    type: "BUSINESS",
    followers: 1_240_000,
    postsPerWeek: 40,
    age: 2_400,
  }),
  planOf({
    key: "no-insights",
    seed: 6,
    about: "Does not give the permission for insights.",
    withheld: ["instagram_business_manage_insights"],
  }),
  planOf({
    key: "no-comments",
    seed: 7,
    about: "Does not give the permission for comments.",
    withheld: ["instagram_business_manage_comments"],
  }),
  planOf({
    key: "empty",
    seed: 8,
    about: "Never posted, nobody follows.",
    followers: 0,
    following: 0,
    postsPerWeek: 0,
  }),
  planOf({
    key: "few-posts",
    seed: 9,
    about: "Too few posts to be rated.",
    postsPerWeek: 0.5,
    age: 60,
  }),
  planOf({
    key: "few-viewers",
    seed: 10,
    about: "Too few viewers for insights.",
    followers: 38,
    insights: "few-viewers",
  }),
  planOf({
    key: "converted",
    seed: 11,
    about: "Became a creator account 60 days ago.",
    insights: "converted",
  }),
  planOf({
    key: "shares-refused",
    seed: 12,
    about: "Insights refuse one metric by name.",
    insights: "shares",
  }),
  planOf({
    key: "vague-refusal",
    seed: 13,
    about: "Insights refuse one metric and do not say which.",
    insights: "vague",
  }),
  planOf({
    key: "no-pictures",
    seed: 14,
    about: "Some posts come without a picture.",
    lacksPictures: true,
  }),
  planOf({
    key: "flat-answers",
    seed: 15,
    about: "Its token comes in the flat form, and #_ behind the code.",
    flatAnswers: true,
  }),
  planOf({ key: "near-limit", seed: 16, about: "May make 60 calls a day only.", budget: 60 }),
];

const sizes = [40, 350, 900, 1_500, 4_800, 7_500, 19_000, 45_000, 99_000, 250_000, 1_300_000];

/** 50 and more whose figures differ in every way that counts. */
export function generatedPlans(count = 50, seed = 2026): AccountPlan[] {
  return Array.from({ length: count }, (_, at) => {
    const chance = chanceFrom(seed + at);
    const number = 5_000 + at;
    return planOf({
      key: `generated-${at + 1}`,
      seed: seed + at,
      about: "Generated.",
      username: usernameOf(number),
      name: fullNameOf(number),
      type: at % 3 === 0 ? "BUSINESS" : "MEDIA_CREATOR",
      followers: Math.round((sizes[at % sizes.length] ?? 1_000) * (0.6 + chance.next())),
      following: chance.below(2_000),
      postsPerWeek: [0.3, 1, 2, 5, 9][at % 5] ?? 1,
      age: 30 + chance.below(1_500),
      hiddenLikes: at % 10 === 7 ? "all" : at % 10 === 3 ? "some" : "none",
      insights: at % 13 === 5 ? "shares" : at % 13 === 9 ? "converted" : "all",
      lacksPictures: at % 11 === 6,
      flatAnswers: at % 2 === 1,
    });
  });
}

const ofFiveYears = planOf({
  key: "rosa",
  seed: 19,
  about: "A creator account, the one whose 40 exports the demo imports.",
  username: "rosa.and.the.sea",
  name: "Rosa Almeida",
  history: exportOwner("forty"),
});

export const allPlans = (): AccountPlan[] => [...special, ...generatedPlans(), ofFiveYears];
