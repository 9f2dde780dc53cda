import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ownNames, translatedTags } from "~/platform/values/languages";

/** The faces of a style sheet, in its order: the file, and the first and last character of each range. */
function facesIn(styles: string) {
  return [...styles.matchAll(/url\("([^"]+)"\)[^}]*unicode-range:([^;]+);/g)].map(
    ([, file, ranges = ""]) => ({
      file,
      ranges: [...ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].map(([, from, to]) => ({
        first: Number.parseInt(from ?? "", 16),
        last: Number.parseInt(to ?? from ?? "", 16),
      })),
    }),
  );
}

test("a menu of languages fetches no face of all accents", () => {
  // Of faces that have a character, the last one is fetched (CSS Fonts 4, 5.2).
  const faces = facesIn(readFileSync("app/design/styles/fonts.css", "utf8")).reverse();
  const latin = translatedTags.map((tag) => ownNames[tag]).filter((name) => !/[؀-ۿ]/.test(name));
  const fetched = new Set(
    [...latin.join("")].map((letter) => {
      const code = letter.codePointAt(0) ?? 0;
      const face = faces.find(({ ranges }) =>
        ranges.some(({ first, last }) => first <= code && code <= last),
      );
      return face?.file ?? letter;
    }),
  );
  expect([...fetched].sort()).toEqual([
    "/fonts/nunito-sans-languages.woff2",
    "/fonts/nunito-sans.woff2",
  ]);
});
