import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { streetPicture } from "../../docs/street/picture.ts";
import { measureArrows } from "../../docs/street/survey.ts";

test("the README's picture of the street is the street of today; npm run format draws it anew", () => {
  expect(readFileSync("docs/street.svg", "utf8")).toBe(streetPicture(measureArrows()));
});

test("a new arrow changes the picture; more imports along an old one do not", () => {
  const arrow = { from: "growth", to: "history", imports: 1 };
  const picture = streetPicture([arrow]);
  expect(streetPicture([{ ...arrow, imports: 5 }])).toBe(picture);
  expect(streetPicture([arrow, { ...arrow, from: "report" }])).not.toBe(picture);
});
