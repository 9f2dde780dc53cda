import { expect, test } from "vitest";
import { barChart } from "~/design/charts/drawing/bar-chart";
import { gainedBars, gainedLooks } from "~/features/growth/gained-and-left";

const week = 7 * 86_400_000;
const weekOf = (index: number, gained: number, more = {}) => ({
  ...{ from: index * week, to: (index + 1) * week, gained, isWhole: true, isOfStayers: false },
  ...more,
});

const course = {
  period: "week" as const,
  gained: [weekOf(0, 4, { isOfStayers: true }), weekOf(1, 6), weekOf(2, 2, { isWhole: false })],
  left: [{ from: week, to: 3 * week, left: 4, perWeek: 2 }],
  back: [{ from: week, to: 3 * week, returned: 2, refollowed: 1 }],
};

test("who came back stands on top of who followed, who left hangs below", () => {
  const bars = gainedBars(course).map(({ look, base = 0, value }) => [look, base, value]);
  expect(bars).toEqual([
    ["left", 0, -2],
    ["came-back", 6, 7],
    ["came-back", 2, 3],
    ["gained-of-stayers", 0, 4],
    ["gained", 0, 6],
    ["gained-partly", 0, 2],
  ]);
  const { drawing } = barChart({ bars: gainedBars(course), from: 0, to: 3 * week });
  expect(drawing.marks.map(({ look }) => look)).toEqual([
    ...["left", "came-back", "gained-of-stayers", "gained", "gained-partly"],
  ]);
});

test("who came back between two exports of one moment counts in its period", () => {
  const back = [...course.back, { from: 2 * week, to: 2 * week, returned: 3, refollowed: 0 }];
  const bars = gainedBars({ ...course, back }).filter(({ look }) => look === "came-back");
  expect(bars.map(({ base = 0, value }) => value - base)).toEqual([4, 1]);
});

test("the legend has what is drawn", () => {
  expect(gainedLooks(course)).toEqual([
    ...["gained", "gained-partly", "gained-of-stayers", "came-back", "left"],
  ]);
  expect(gainedLooks({ ...course, gained: [weekOf(0, 4)], left: [], back: [] })).toEqual([
    "gained",
  ]);
});
