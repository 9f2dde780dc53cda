import { afterEach, expect, test } from "vitest";
import { formatDate } from "~/platform/values/dates";
import { elided, fillNamed } from "~/platform/values/elision";
import { say, setVoice } from "~/platform/values/say";
import { createVoice } from "~/platform/values/voice";

afterEach(() => setVoice(() => undefined));

test.each([
  ["it", "dal ", "8 apr 2026", "dall’"],
  ["it", "Tra il ", "11 apr 2026", "Tra l’"],
  ["it", "Il ", "8 apr 2026", "L’"],
  ["it", "del ", "18 apr 2026", "del "],
  ["it", "del ", "1 apr 2026", "del "],
  ["it", "del ", "110", "del "],
  ["it", "i ", "80", "gli "],
  ["it", "dei ", 8, "degli "],
  ["it", "fil ", "8", "fil "],
  ["it", "dei tuoi ", "8", "dei tuoi "],
  ["it", "dell’", "8", "dell’"],
  ["fr", "les publications de ", "août 2026", "les publications d’"],
  ["fr", "depuis le ", "8 avr. 2026", "depuis le "],
  ["fr", "de ", "8", "de "],
  ["fr", "de ", "@anna", "de "],
  ["fr", "parce que ", "Anna", "parce qu’"],
  ["es", "Marta y ", "Inés", "Marta e "],
  ["es", "cobre y ", "hielo", "cobre y "],
  ["es", "7 o ", "8", "7 u "],
  ["de", "von ", "August", "von "],
  ["en-US", "de ", "August", "de "],
])("%s: '%s' before %s is '%s'", (locale, before, value, expected) => {
  expect(elided(before, value, locale)).toBe(expected);
});

test("sentences and editors' texts join words to what is put in, also within elements and plurals", () => {
  const at = Date.UTC(2026, 3, 8);
  setVoice(() =>
    createVoice("it", {
      "since {0}": "dal {0}",
      "of {0}": "dei {0, plural, one {# post} other {# post}}",
      "read <0>{1}</0>": "letto il <0>{1}</0>",
    }),
  );
  expect(say`since ${formatDate(at)}`).toBe("dall’8 apr 2026");
  expect(say`of ${8}`).toBe("degli 8 post");
  expect(say`of ${9}`).toBe("dei 9 post");
  expect(fillNamed("Ti segue dal {at}, o dal {than}.", { at: formatDate(at), than: "9" })).toBe(
    "Ti segue dall’8 apr 2026, o dal 9.",
  );
});

test("the first of a month is an ordinal where the language writes it so", () => {
  const first = Date.UTC(2026, 3, 1);
  for (const [language, written] of [
    ["fr", "1er avr. 2026"],
    ["pt-BR", "1º de abr. de 2026"],
    ["it", "1 apr 2026"],
  ] as const) {
    setVoice(() => createVoice(language, {}));
    expect(formatDate(first)).toBe(written);
    for (const day of [11, 21, 31])
      expect(formatDate(Date.UTC(2026, 2, day))).not.toMatch(/1(?:er|º)/);
  }
});
