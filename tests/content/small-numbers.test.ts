import catalogues from "content:messages";
import recommendations from "content:recommendations";
import { afterEach, expect, test } from "vitest";
import { recommend } from "~/features/analysis/rules/recommendations";
import { saidRecommendations } from "~/features/analysis/said-recommendations.server";
import { counted } from "~/platform/values/numbers";
import { say, setVoice } from "~/platform/values/say";
import { createVoice } from "~/platform/values/voice";

// A sentence that fits many must fit one.

type Spoken = keyof typeof catalogues;
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
])("%s: %s with %j", async (language, sentence, values, said) => {
  expect((await voiceOf(language)).say(sentence, values)).toContain(said);
});

// Computed in no language, said in the reader's.
const stored = [1, 2].map((newcomersStayed) =>
  recommend(recommendations, {
    newcomers: 20,
    newcomersStayed,
    newcomersStayedPercent: newcomersStayed * 5,
  }),
);
const staying = (people: 1 | 2) => saidRecommendations(stored[people - 1] ?? []).join();
const commented = (posts: number, comments = 1) =>
  comments === 1
    ? say`Commented once on ${counted(posts, "post")} of yours that we read, the newest of ${"X"}.`
    : say`Commented ${counted(comments, "time")} on ${counted(posts, "post")} of yours that we read, the newest of ${"X"}.`;
const refollowed = (people: number) =>
  say`${people} left and followed again between two exports: counted neither as come nor as left.`;
const coincided = (posts: number) =>
  say`${posts} of ${"30 posts"} coincided with clearly more follows in the next 48 hours than usual.`;

test.each<[Spoken, string, () => string]>([
  ["de", "kamen, war 1 nach mindestens 30 Tagen noch da (5\u00a0%).", () => staying(1)],
  ["de", "kamen, waren 2 nach mindestens 30 Tagen noch da (10\u00a0%).", () => staying(2)],
  ["fr", "1 sur 30 posts a coïncidé avec", () => coincided(1)],
  ["fr", "2 sur 30 posts ont coïncidé avec", () => coincided(2)],
  ["fr", "arrivées en un mois, 1 était encore là", () => staying(1)],
  ["fr", "arrivées en un mois, 2 étaient encore là", () => staying(2)],
  ["es", "Comentó una vez en 1 publicación tuya que leímos", () => commented(1)],
  ["es", "Comentó 2 veces en 1 publicación tuya que leímos", () => commented(1, 2)],
  ["es", "Comentó 3 veces en 2 publicaciones tuyas que leímos", () => commented(2, 3)],
  ["es", "1 cuenta alcanzada el X", () => say`${counted(1, "account")} reached on ${"X"}`],
  ["es", "2 cuentas alcanzadas el X", () => say`${counted(2, "account")} reached on ${"X"}`],
  ["es", "1 se fue y te siguió otra vez", () => refollowed(1)],
  ["es", "no cuenta ni como llegada ni como pérdida.", () => refollowed(1)],
  ["es", "no cuentan ni como llegadas ni como pérdidas.", () => refollowed(2)],
  ["es", "1 de 30 posts coincidió con", () => coincided(1)],
  ["es", "2 de 30 posts coincidieron con", () => coincided(2)],
  [
    "es",
    "muestra la persona que",
    () => say`This list shows the ${"1"} people that the analysis names.`,
  ],
  [
    "es",
    "las 2 personas que",
    () => say`This list shows the ${"2"} people that the analysis names.`,
  ],
  ["es", "1 seguía ahí", () => staying(1)],
  ["es", "2 seguían ahí", () => staying(2)],
  ["ar", "على منشور واحد مما قرأناه من منشوراتك، وهو بتاريخ", () => commented(1)],
  ["ar", "علّق مرتين على منشورين مما قرأناه من منشوراتك، وأحدث ما علّق عليه", () => commented(2, 2)],
  ["ar", "جارٍ إرسال قائمتين…", () => say`Sending ${counted(2, "list")}…`],
  ["ar", "و2 غيرها", () => say`and ${"2"} more`],
  ["ar", "شخص آخر", () => say`${1} others`],
  ["ar", "شخصان آخران", () => say`${2} others`],
  ["ar", "3 أشخاص آخرون", () => say`${3} others`],
  ["ar", "بقي منهم 1 بعد 30 يومًا", () => staying(1)],
  [
    "ar",
    "وسيط أحدث مقطعَي ريلز لديك.",
    () =>
      say`The median of your latest ${counted(2, "reel")}. Average watch time and skip rate are Instagram's own figures, read ${"X"}; skipped is of those who saw the beginning.`,
  ],
])("%s: %s", async (language, text, said) => {
  const voice = await voiceOf(language);
  setVoice(() => voice);
  expect(said()).toContain(text);
});
