const months =
  "Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?";
const arabicMonths = "يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر";

const weekdays =
  "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد";

/** What depends on the day, the hour or chance, by what stands for it. */
const changing: readonly (readonly [RegExp, string])[] = [
  [/(?<=التحديث التالي بعد ).*/g, "‹time left›"],
  [/\d+ (?:days?|hours?), (?:\d+ \w+, )*\d+ (?:seconds?|minutes?)/g, "‹time left›"],
  [
    new RegExp(
      `(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, )?\\b(?:${months}) \\d{1,2}\\b(?:, \\d{4})?`,
      "g",
    ),
    "‹date›",
  ],
  [/\d{1,2}\u200f?\/\d{1,2}\u200f?\/\d{4}/g, "‹date›"],
  [new RegExp(`\\d{1,2} (?:${arabicMonths})(?:[،,]? \\d{4})?`, "g"), "‹date›"],
  [/\b\d{1,2}:\d{2}(?::\d{2})?\s?(?:AM|PM|am|pm|ص|م)?(?: (?:UTC|GMT))?/g, "‹time›"],
  [/https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?/g, "‹origin›"],
];

/** A text without what would be different on another day or machine. */
export const steady = (text: string): string =>
  changing.reduce((sofar, [found, stand]) => sofar.replace(found, stand), text);

/** The number decides their form. */
const arabicPeople = /(?:‹n› )?(?<!\p{L})(?:شخصًا|أشخاص|شخصان|شخصين|شخص واحد)(?!\p{L})/gu;

/** How strong an hour is, or that it has too few posts to say: which hours have enough depends on the weekday. */
const strength = /(?<=\| )(?:‹n› times|not enough posts yet)$/gm;

/** As above, of a page whose figures are counted up to today. */
export const withoutFigures = (text: string): string =>
  text
    .replace(new RegExp(weekdays, "g"), "‹day›")
    .replace(new RegExp(`(?<=\\s)(?:${months}|${arabicMonths}) \\d{4}`, "g"), "‹month›")
    .replace(/(?<!^ *(?:- )?heading )\d[\d,.]*/gm, "‹n›")
    .replace(strength, "‹strength›")
    .replace(arabicPeople, "‹people›");
