import { afterEach, expect, test } from "vitest";
import { passkeyNameFor } from "~/features/ways-in/rules/way-in";
import { asPercent } from "~/platform/values/decimals";
import type { Language } from "~/platform/values/languages";
import { dollars, inMoney } from "~/platform/values/money";
import { say, setVoice } from "~/platform/values/say";
import { createVoice } from "~/platform/values/voice";

// A line from right to left turns signs at the end of what runs from left to right: `@lena` into `lena@`, `US$` into `$US`,
// `59%` into `%59`. Marks of Unicode keep their order.

afterEach(() => setVoice(() => undefined));

const sentence = "Sent to {0}.";
const speak = (language: Language) =>
  setVoice(() => createVoice(language, { [sentence]: "أُرسل إلى {0}.", "{0}% off": "خصم {0}%" }));

test.each([
  ["an account", "@lena.on.film", "\u2068@lena.on.film\u2069"],
  ["an address", "rich@example.com", "\u2068rich@example.com\u2069"],
  ["what is set apart already", "\u2066@lena\u2069", "\u2066@lena\u2069"],
  ["a name in Arabic with a Latin word", "تصدير JSON", "تصدير JSON"],
  ["a number", "1,234", "1,234"],
  [
    "a web address, whose end a mail program must find",
    "https://a.example/x",
    "https://a.example/x",
  ],
])("%s within an Arabic sentence", (_, value, shown) => {
  speak("ar");
  expect(say`Sent to ${value}.`).toBe(`أُرسل إلى ${shown}.`);
});

test("within a sentence from left to right nothing is set apart", () => {
  speak("de");
  expect(say`Sent to ${"@lena"}.`).toBe("أُرسل إلى @lena.");
});

test("a percent sign of a catalogue stays behind its number", () => {
  speak("ar");
  expect(say`${59}% off`).toBe("خصم \u206659%\u2069");
  expect(asPercent(4.5, 1)).toBe("\u20664.5%\u2069");
});

test.each([
  ["ar", "\u200f19.99\u00a0US$\u200e", "\u200f13.99\u00a0€"],
  ["de", "19,99\u00a0$", "13,99\u00a0€"],
  ["en", "$19.99", "€13.99"],
] as const)("money in %s", (language, dollar, euro) => {
  if (language !== "en") speak(language);
  expect(dollars(19.99)).toBe(dollar);
  expect(inMoney({ amount: "13.99", currency: "EUR" })).toBe(euro);
});

test("what is kept has none of these marks", () => {
  setVoice(() => createVoice("ar", { "{0} on {1}": "{0}، {1}" }));
  const agent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";
  expect(passkeyNameFor(agent)).toBe("Chrome، Linux");
});
