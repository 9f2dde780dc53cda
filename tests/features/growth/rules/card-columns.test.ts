import { expect, test } from "vitest";
import { cardColumns } from "~/features/growth/rules/card-columns";
import { cardHeight } from "~/features/growth/rules/card-heights";

const chart = (height: number) => ({ height, mayBeWide: false });
const words = (height: number) => ({ height, mayBeWide: true });

test.each([
  ["nothing", [], [0, 0]],
  ["one card has a row to itself", [chart(400)], [0, 0]],
  ["two charts stand abreast, whatever is said below them", [chart(400), chart(900)], [1, 1]],
  ["a tall one stands beside two low ones", [chart(900), chart(400), chart(400)], [1, 2]],
  ["and two low ones beside a tall one", [chart(400), chart(400), chart(900)], [2, 1]],
  [
    "words at the end that would leave a hole have a row",
    [chart(500), chart(500), words(100)],
    [1, 1],
  ],
  ["two of them, too", [chart(500), chart(500), words(100), words(300)], [1, 1]],
  ["they fill one where there is one", [chart(700), chart(400), words(150)], [1, 2]],
  ["a chart is never as wide as the page", [chart(500), words(100), chart(500)], [1, 2]],
] as const)("%s", (_, cards, [first, second]) => {
  expect(cardColumns(cards)).toEqual({ first, second });
});

test("a chart with words and a form is taller than one without, and words alone need a box", () => {
  const text = ["x".repeat(60), "y"];
  const bare = cardHeight({ hasChart: true, text: [] });
  expect(cardHeight({ hasChart: true, text })).toBe(bare + 2 * 20 + 8 + 20 + 8);
  expect(cardHeight({ hasChart: true, hasForm: true, text })).toBeGreaterThan(bare + 200);
  expect(cardHeight({ text })).toBeGreaterThan(cardHeight({ rows: 1, text }) - 34);
  expect(cardHeight({ text })).toBeLessThan(bare);
});
