import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { everyCase } from "#tests/setup/cases";
import { barChart } from "~/design/charts/drawing/bar-chart";
import { chartWidth, type Drawing } from "~/design/charts/drawing/drawing";
import { lineChart } from "~/design/charts/drawing/line-chart";
import { coordinate, Path } from "~/design/charts/drawing/path";
import { scatterChart } from "~/design/charts/drawing/scatter-chart";
import { everyLast, thinOut } from "~/design/charts/drawing/thin-out";
import { svgOf } from "~/features/report/rules/chart-svg";

const day = 86_400_000;
const start = Date.UTC(2026, 0, 1);
const counts = [0, 1, 2, everyCase ? 5_000 : 1_500];
const series = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    at: start + at * day,
    value: 500 + Math.round(400 * Math.sin(at / 40)) + ((at * 7_919) % 31),
  }));

test("on paper, a bar narrower than a unit is a bar, and a dot is round", () => {
  const bars = [0.2, 7, 7].map((days, at) => ({
    from: start + at * 7 * day,
    to: start + (at * 7 + days) * day,
    value: 10,
    look: "gained" as const,
  }));
  const narrow = svgOf(barChart({ bars, from: start, to: start + 360 * day }).drawing);
  expect(narrow).toMatch(/h0\.\d+v/);
  expect(narrow).not.toContain("a2.4");
  const points = series(1);
  const { drawing } = lineChart({
    lines: [{ look: "line", points, dots: points }],
    from: start,
    to: start + 7 * day,
  });
  expect(svgOf(drawing)).toContain("a2.4");
});

/** Where the shapes of a path begin and its lines lead, added up as a browser does. */
function pointsOf(d: string): [x: number, y: number][] {
  let [x, y] = [0, 0];
  let start = [x, y] as [number, number];
  const steps = [...d.matchAll(/([Mmlz])(?:(-?[\d.]+) ?(-?[\d.]+))?/g)];
  return steps.flatMap(([, step, across, down]) => {
    if (step === "z") {
      [x, y] = start;
      return [];
    }
    const from = step === "M" ? [0, 0] : [x, y];
    [x, y] = [(from[0] ?? 0) + Number(across), (from[1] ?? 0) + Number(down)];
    if (step !== "l") start = [x, y];
    return [[x, y] as [number, number]];
  });
}

test("a path's steps lead to each place, to a tenth, however many they are", () => {
  const place = fc.tuple(
    fc.double({ min: -9, max: 999, noNaN: true }),
    fc.double({ min: 0, max: 300, noNaN: true }),
  );
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 900 }), (places) => {
      const [dots, boxes, line] = [new Path(), new Path(), new Path().line(places)];
      const diamonds = new Path();
      for (const [x, y] of places) {
        dots.dot(x, y);
        boxes.box(x, y, 7, 12.34);
        diamonds.diamond(x, y + 4);
      }
      for (const { d } of [dots, boxes, line])
        expect(pointsOf(d).flat().map(coordinate)).toEqual(places.flat().map(coordinate));
      // Each has four corners.
      const tops = pointsOf(diamonds.d).filter((_, at) => at % 4 === 0);
      expect(tops.flat().map(coordinate)).toEqual(places.flat().map(coordinate));
    }),
  );
});

function expectSound({ plot, rows, columns, marks, height }: Drawing) {
  const zero = rows.find(({ label }) => label === "0")?.y ?? plot.bottom;
  const paths = marks.flatMap((mark) => ("d" in mark ? [mark.d] : []));
  expect(paths.join("")).not.toMatch(/NaN|Infinity|undefined/);
  for (const mark of marks) {
    // Half of a diamond.
    const beyond = mark.look === "reel" ? 4.1 : 0.1;
    for (const [x, y] of "d" in mark ? pointsOf(mark.d) : []) {
      expect(x).toBeGreaterThanOrEqual(plot.left - beyond);
      expect(x).toBeLessThanOrEqual(plot.right + beyond);
      expect(y).toBeGreaterThanOrEqual(plot.top - beyond);
      expect(y).toBeLessThanOrEqual(plot.bottom + beyond);
    }
  }
  expect(plot.bottom).toBeLessThan(height);
  // Below 0, the same numbers stand once more.
  const labels = rows.map(({ y, label }) => `${y > zero} ${label}`);
  expect(new Set(labels).size).toBe(rows.length);
  // Labels below the plot neither leave it nor run into each other.
  let free = 0;
  for (const { x, label, anchor } of columns) {
    const width = label.length * 6;
    const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
    expect(left).toBeGreaterThanOrEqual(free);
    free = left + width;
  }
  expect(free).toBeLessThanOrEqual(chartWidth);
}

describe.each(counts)("with %i points", (count) => {
  const to = start + Math.max(1, count) * day;

  test("a line", () => {
    const points = series(count);
    const { drawing } = lineChart({
      lines: [{ look: "line", points, dots: points }],
      from: count === 0 ? start : undefined,
      to,
    });
    expectSound(drawing);
    expect(drawing.marks.map(({ look }) => look)).toEqual(
      [[], ["line-dots"]][count] ?? ["line", "line-dots"],
    );
    const length = drawing.marks.reduce((sum, mark) => sum + ("d" in mark ? mark.d.length : 0), 0);
    expect(length).toBeLessThan(20_000);
  });

  test("points", () => {
    const points = series(count).map((point, at) => ({
      ...point,
      look: at % 2 === 0 ? ("post" as const) : ("reel" as const),
    }));
    const { drawing } = scatterChart({ points, median: 500, from: start, to });
    expectSound(drawing);
    expect(drawing.marks[0]?.look).toBe("median-line");
  });

  test("bars", () => {
    const bars = series(count).map(({ at, value }) => ({
      from: at,
      to: at + day,
      value: value % 3 === 0 ? -value : value,
      look: "gained" as const,
    }));
    const { drawing } = barChart({ bars, from: start, to });
    expectSound(drawing);
  });
});

test.each([[[7, 7, 7]], [[0, 0]], [[123_456, 123_457]], [[1, 9_999_999]], [[12_400, 12_410]]])(
  "the values %j have labels that tell them apart",
  (values) => {
    const points = values.map((value, at) => ({ at: start + at * day, value }));
    const { drawing } = lineChart({
      lines: [{ look: "line", points }],
      from: undefined,
      to: start + 5 * day,
    });
    expectSound(drawing);
    expect(drawing.rows.length).toBeGreaterThanOrEqual(1);
  },
);

test("a bar's area is what it stands for: twice as long, half as high", () => {
  const { drawing } = barChart({
    bars: [
      { from: start, to: start + 10 * day, value: 10, look: "gained" },
      { from: start + 10 * day, to: start + 30 * day, value: 5, look: "left" },
    ],
    from: start,
    to: start + 30 * day,
  });
  const [one, other] = drawing.marks.map((mark) =>
    "d" in mark ? /h([\d.]+)v([\d.]+)/.exec(mark.d)?.slice(1).map(Number) : [],
  );
  expect((one?.[1] ?? 0) / (other?.[1] ?? 1)).toBeCloseTo(2, 0);
  expect((other?.[0] ?? 0) / (one?.[0] ?? 1)).toBeCloseTo(2, 0);
});

test("what is thinned out cannot be seen: each column keeps its ends, its lowest and its highest", () => {
  const points = series(5_000).map(({ value }, at) => [at / 16, value] as const);
  const kept = thinOut(points);
  expect(kept.length).toBeLessThan(1_300);
  const columns = (list: typeof points) =>
    [...Map.groupBy(list, ([x]) => Math.floor(x))].map(([column, members]) => {
      const values = members.map(([, y]) => y);
      return [column, Math.min(...values), Math.max(...values), values[0], values.at(-1)];
    });
  expect(columns([...kept])).toEqual(columns(points));
  expect(kept.every((point, at) => at === 0 || point[0] >= (kept[at - 1]?.[0] ?? 0))).toBe(true);
});

test.each([
  [[1, 2, 3], 3, [1, 2, 3]],
  [[1, 2, 3, 4, 5], 2, [2, 5]],
  [[], 2, []],
])("of %j, at most %i, the newest among them: %j", (items, most, left) =>
  expect(everyLast(items, most)).toEqual(left),
);

test("a date at the edge takes no room from the next one", () => {
  const [from, to] = [Date.UTC(2023, 0, 1), Date.UTC(2026, 10, 23)];
  const bars = [{ from, to, value: 40, look: "gained" as const }];
  expect(barChart({ bars, from, to }).drawing.columns.map(({ label }) => label)).toEqual([
    ...["Jan 2023", "Jan 2024", "Jan 2025", "Jan 2026"],
  ]);
});

describe("the main chart, where its column is wide", () => {
  const drawnOver = (days: number, isMain: boolean) =>
    lineChart({
      lines: [{ look: "line", points: series(days) }],
      from: start,
      to: start + days * day,
      isMain,
    }).drawing;

  test.each([28, 91, 365, 1_800, 4_000])("of %i days: more dates, none over another", (days) => {
    const { columns, rows, wide } = drawnOver(days, true);
    expect(wide?.columns.length).toBeGreaterThan(columns.length);
    expect(wide?.rows.length).toBeGreaterThanOrEqual(rows.length);
    const edges = (wide?.columns ?? []).map(({ x, label, anchor }) => {
      const width = label.length * 6.4;
      return anchor === "start"
        ? [x, width]
        : anchor === "end"
          ? [x - width, width]
          : [x - width / 2, width];
    });
    for (const [at, [from = 0]] of edges.entries()) {
      const [before = 0, width = 0] = edges[at - 1] ?? [];
      expect(from).toBeGreaterThanOrEqual(before + width);
    }
    expect(new Set(wide?.columns.map(({ label }) => label)).size).toBeGreaterThan(
      columns.length - 1,
    );
  });

  test("the first month has its year, and another January is its year", () => {
    const labels = drawnOver(500, true).wide?.columns.map(({ label }) => label) ?? [];
    expect(labels.slice(0, 3)).toEqual(["Jan 2026", "Mar", "Apr"]);
    expect(labels).toContain("2027");
  });

  test("no other chart has labels for it", () => {
    expect(drawnOver(365, false)).not.toHaveProperty("wide");
  });
});
