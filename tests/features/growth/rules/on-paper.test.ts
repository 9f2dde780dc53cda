import { expect, test } from "vitest";
import { noGrowth } from "#tests/setup/growths";
import type { ChartRequest } from "~/features/growth/chart";
import { followersChart } from "~/features/growth/followers";
import { gainedAndLeftChart } from "~/features/growth/gained-and-left";
import type { Growth } from "~/features/growth/growth";
import { periodOf, type Range } from "~/features/growth/ranges";
import { reachChart } from "~/features/growth/reach";
import { followTimesByDay } from "~/features/growth/rules/follow-times";

const day = 86_400_000;
const at = (text: string) => Date.parse(`${text}Z`);
const firstDay = at("2025-11-24T00:00") / day;
/** A Friday: a year before it is a Thursday, whose week has begun on Monday, 24 November. */
const now = at("2026-11-27T12:00");

/** Three followed on Monday, 24 November 2025, two on the Sunday after. */
const growth: Growth = {
  ...noGrowth,
  exports: {
    imports: [
      {
        takenAt: now,
        followers: 5,
        changes: null,
        losses: [],
        covers: { from: 0, to: now / 1_000 },
      },
    ],
    stayed: followTimesByDay(firstDay, [3, 0, 0, 0, 0, 0, 2]),
    left: followTimesByDay(firstDay, []),
    gaps: [],
    firstLook: { takenAt: now, firstDay, counts: [3, 0, 0, 0, 0, 0, 2], undated: 0 },
  },
};

const request = (range: Range): ChartRequest => ({
  growth,
  range,
  span: periodOf(range, growth, now),
  knowing: { mayImport: true, mayConnect: true, hasExport: true, isConnected: false },
  timeZone: null,
});

test("the report counts who came in the last year from its first day on, the page from the week's", () => {
  const { drawn } = gainedAndLeftChart(request("year"));
  expect(drawn?.headline).toEqual({
    page: "5 followed since Nov 24, 2025",
    paper: "2 came in the last year.",
  });
  const figure = drawn?.figure.paper;
  const values = figure?.kind === "bars" ? figure.bars.map(({ value }) => value) : [];
  expect(values.reduce((sum, value) => sum + value, 0)).toBe(2);
});

test("the report says of the losses between which exports they were, also where these are older than the year", () => {
  const imports = ["2025-10-01T12:00", "2026-11-20T12:00"].map((text, index) => ({
    ...{ takenAt: at(text), followers: 5 },
    changes: null,
    losses: index === 0 ? [] : [{ from: at("2025-10-01T12:00"), left: 3 }],
    covers: { from: 0, to: at(text) / 1_000 },
  }));
  const exports = growth.exports && { ...growth.exports, imports };
  const { drawn } = gainedAndLeftChart({ ...request("year"), growth: { ...growth, exports } });
  expect(drawn?.headline.paper).toBe(
    "2 came in the last year. 3 left between Oct 1, 2025 and Nov 20, 2026.",
  );
});

test("what only the report's cut first week looks like stands in its legend", () => {
  const imports = ["2025-11-26T12:00", "2025-11-29T12:00"].map((text) => ({
    ...{ takenAt: at(text), followers: 5, changes: null, losses: [] },
    covers: { from: 0, to: at(text) / 1_000 },
  }));
  const exports = growth.exports && { ...growth.exports, imports };
  const early = { ...request("year"), growth: { ...growth, exports } };
  const { drawn } = gainedAndLeftChart(early);
  const figure = drawn?.figure.paper;
  const looks = figure?.kind === "bars" ? figure.bars.map(({ look }) => look) : [];
  expect(looks).toEqual(["gained-partly"]);
  expect(drawn?.legend.filter(({ paper }) => paper).map(({ look }) => look)).toEqual(looks);
});

test("what is reconstructed is of the day at whose end it is counted, in the report, too", () => {
  const { drawn } = followersChart(request("all"));
  expect(drawn?.headline.paper).toBe("3 on Nov 24, 2025, 5 on Nov 27, 2026.");
});

const daily = (text: string) => ({ endsAt: at(text), reach: 349 });

test.each<[string, Growth["reach"], boolean, string]>([
  ["nothing is connected", [], false, "Instagram tells reach to those who connect a professional"],
  ["an account is connected", [], true, "Instagram has not told us your reach yet."],
  ["one day is known", [daily("2026-11-19T00:00")], true, "349 accounts reached on Nov 18, 2026."],
  ["all is older", [daily("2025-01-19T00:00")], true, "No reach is known of the last year."],
])("the report says of reach what is known, without a line: %s", (_, reach, isConnected, words) => {
  const asked = request("year");
  const { drawn, notes } = reachChart({
    ...asked,
    growth: { ...noGrowth, reach },
    knowing: { ...asked.knowing, isConnected },
  });
  expect(drawn?.figure.paper ?? null).toBeNull();
  expect(drawn?.headline.paper ?? notes.paper[0]).toContain(words);
});
