import catalogues from "content:messages";
import recommendations from "content:recommendations";
import { afterEach, expect, test } from "vitest";
import { recommend } from "~/features/analysis/rules/recommendations";
import { saidRecommendations } from "~/features/analysis/said-recommendations.server";
import { setVoice } from "~/platform/values/say";
import { createVoice } from "~/platform/values/voice";

// A sentence that fits many must fit one.

type Spoken = "de" | "fr" | "it";
const voiceOf = async (language: Spoken) =>
  createVoice(language, (await catalogues[language]()).default);

afterEach(() => setVoice(() => undefined));

const left = "{0} left between {1} and {2}";
const back = "{0} came back between {1} and {2}";
const both = "{0} left and {1} came back between {2} and {3}";
const still = "{0} of {1} who came since {2} are still there";
const stayed = "Of {0} who came in these months, {1} are still there ({2}%).";
const silent =
  "They follow you, by {0}, and commented on none of {1} of your {2}, whose comments we could read to the end, read {3}: who has followed you longest comes first. Likes cannot be seen, so some of them may like your posts.";
const coincided = "{0} of {1} coincided with clearly more follows in the next 48 hours than usual.";

test.each<[Spoken, string, (string | number)[], string]>([
  ["de", left, ["1", "1. Mai", "2. Mai"], "1 ist zwischen dem 1. Mai und dem 2. Mai gegangen"],
  ["de", left, ["2", "1. Mai", "2. Mai"], "2 sind zwischen dem 1. Mai und dem 2. Mai gegangen"],
  ["de", back, ["1", "1. Mai", "2. Mai"], "1 ist zwischen dem 1. Mai und dem 2. Mai zurückge"],
  [
    "de",
    both,
    ["1", "2", "1. Mai", "2. Mai"],
    "Zwischen dem 1. Mai und dem 2. Mai: 1 gegangen, 2 z",
  ],
  ["de", "{0} came in the last year.", ["1"], "1 ist im letzten Jahr gekommen."],
  ["de", "{0} came in the last year.", ["1.001"], "1.001 sind im letzten Jahr gekommen."],
  ["de", still, ["1", "9", "Mai"], "1 von 9, die seit Mai gekommen sind, ist noch da"],
  ["de", still, ["0", "9", "Mai"], "0 von 9, die seit Mai gekommen sind, sind noch da"],
  ["de", stayed, ["9", "1", "11"], "gekommen sind, ist 1 noch da (11\u00a0%)."],
  ["de", stayed, ["9", "2", "22"], "gekommen sind, sind 2 noch da (22\u00a0%)."],
  [
    "fr",
    silent,
    ["x", 1, "9 dernières publications", "1er mai"],
    "n’ont pas commenté la seule dont",
  ],
  [
    "fr",
    silent,
    ["x", 2, "9 dernières publications", "1er mai"],
    "n’ont commenté aucune des 2 dont",
  ],
  ["fr", coincided, ["1", "9 publications"], "1 sur 9 publications a coïncidé avec"],
  ["fr", coincided, ["2", "9 publications"], "2 sur 9 publications ont coïncidé avec"],
])("%s: %s with %j", async (language, sentence, values, said) => {
  expect((await voiceOf(language)).say(sentence, values)).toContain(said);
});

test.each<[Spoken, number, string]>([
  ["de", 1, "kamen, war 1 nach mindestens 30 Tagen noch da (5\u00a0%)."],
  ["de", 2, "kamen, waren 2 nach mindestens 30 Tagen noch da (10\u00a0%)."],
  ["fr", 1, "arrivées en un mois, 1 était encore là"],
  ["fr", 2, "arrivées en un mois, 2 étaient encore là"],
])("%s: of 20 who came, %i stayed", async (language, newcomersStayed, said) => {
  const measures = { newcomers: 20, newcomersStayed, newcomersStayedPercent: newcomersStayed * 5 };
  const stored = recommend(recommendations, measures);
  const voice = await voiceOf(language);
  setVoice(() => voice);
  expect(saidRecommendations(stored)).toEqual([expect.stringContaining(said)]);
});
