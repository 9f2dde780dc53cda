import rules from "content:recommendations";
import { afterEach, expect, test } from "vitest";
import { readCatalogue } from "#content/read.ts";
import { recommend } from "~/features/analysis/rules/recommendations";
import { sayRecommendation } from "~/features/analysis/rules/said-recommendation";
import { counted } from "~/platform/values/numbers";
import { say, setVoice } from "~/platform/values/say";
import { createVoice } from "~/platform/values/voice";

// What agrees with a number is written for many; of one or two it must agree as well.

const directory = new URL("../../content/", import.meta.url).pathname;
const spanish = createVoice("es", readCatalogue(directory, "es"));
const arabic = createVoice("ar", readCatalogue(directory, "ar"));

afterEach(() => setVoice(() => undefined));

const stayed = (newcomersStayed: number) => {
  const rule = rules.filter(({ key }) => key === "newcomers-leave");
  const measures = { newcomers: 20, newcomersStayed, newcomersStayedPercent: newcomersStayed * 5 };
  return sayRecommendation(recommend(rule, measures)[0] ?? "", rule);
};
const commented = (posts: number, comments = 1) =>
  comments === 1
    ? say`Commented once on ${counted(posts, "post")} of yours that we read, the newest of ${"X"}.`
    : say`Commented ${counted(comments, "time")} on ${counted(posts, "post")} of yours that we read, the newest of ${"X"}.`;
const refollowed = (people: number) =>
  say`${people} left and followed again between two exports: counted neither as come nor as left.`;
const coincided = (posts: number) =>
  say`${posts} of ${"30 publicaciones"} coincided with clearly more follows in the next 48 hours than usual.`;

test.each([
  ["Comentó una vez en 1 publicación tuya que leímos", () => commented(1)],
  ["Comentó 2 veces en 1 publicación tuya que leímos", () => commented(1, 2)],
  ["Comentó 3 veces en 2 publicaciones tuyas que leímos", () => commented(2, 3)],
  ["1 cuenta alcanzada el X", () => say`${counted(1, "account")} reached on ${"X"}`],
  ["2 cuentas alcanzadas el X", () => say`${counted(2, "account")} reached on ${"X"}`],
  ["1 se fue y te siguió otra vez", () => refollowed(1)],
  ["no cuenta ni como llegada ni como pérdida.", () => refollowed(1)],
  ["no cuentan ni como llegadas ni como pérdidas.", () => refollowed(2)],
  ["1 de 30 publicaciones coincidió con", () => coincided(1)],
  ["2 de 30 publicaciones coincidieron con", () => coincided(2)],
  ["muestra la persona que", () => say`This list shows the ${"1"} people that the analysis names.`],
  ["las 2 personas que", () => say`This list shows the ${"2"} people that the analysis names.`],
  ["1 seguía ahí", () => stayed(1)],
  ["2 seguían ahí", () => stayed(2)],
])("in Spanish: %s", (text, said) => {
  setVoice(() => spanish);
  expect(said()).toContain(text);
});

test.each([
  ["على منشور واحد مما قرأناه من منشوراتك، وهو بتاريخ", () => commented(1)],
  ["علّق مرتين على منشورين مما قرأناه من منشوراتك، وأحدث ما علّق عليه", () => commented(2, 2)],
  ["جارٍ إرسال قائمتين…", () => say`Sending ${counted(2, "list")}…`],
  ["و2 غيرها", () => say`and ${"2"} more`],
  ["شخص آخر", () => say`${1} others`],
  ["شخصان آخران", () => say`${2} others`],
  ["3 أشخاص آخرون", () => say`${3} others`],
  ["بقي منهم 1 بعد 30 يومًا", () => stayed(1)],
  [
    "وسيط أحدث مقطعَي ريلز لديك.",
    () =>
      say`The median of your latest ${counted(2, "reel")}. Average watch time and skip rate are Instagram's own figures, read ${"X"}; skipped is of those who saw the beginning.`,
  ],
])("in Arabic: %s", (text, said) => {
  setVoice(() => arabic);
  expect(said()).toContain(text);
});
