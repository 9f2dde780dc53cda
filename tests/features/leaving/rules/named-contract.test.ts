import { expect, test } from "vitest";
import { namedContracts } from "~/features/leaving/rules/named-contract";

const all = [
  { id: "sub-1", names: ["Weekly Plan", "Wochenabo"] },
  { id: "sub-2", names: ["Gift Plan", "Geschenk-Abo"] },
  { id: "sub-22", names: ["Premium Plan", "Premium-Abo"] },
  { id: "a.b*c", names: ["Premium Plan", "Premium-Abo"] },
  // Paid once: no plan.
  { id: "SUB-3", names: [] },
];

test.each([
  ["sub-2", "sub-2"],
  ["SUB-2", "sub-2"],
  [" #sub-2 ", "sub-2"],
  ["No. sub-2, please", "sub-2"],
  ["Nr.ｓｕｂ‑２", "sub-2"],
  ["Gift Plan sub-22", "sub-22"],
  ["(A.B*C)", "a.b*c"],
  ["sub-3", "SUB-3"],
  ["Gift Plan", "sub-2"],
  ["my gift plan!", "sub-2"],
  ["Geschenk–Abo", "sub-2"],
  ["WOCHENABO", "sub-1"],
  ["sub-2 and sub-1", "sub-2", "sub-1"],
  ["sub-1, the Gift Plan", "sub-1"],
  ["Weekly Plan and Gift Plan", "sub-1", "sub-2"],
  ["Premium Plan"],
  ["Gift Planner"],
  ["sub-2-b"],
  ["sub-222"],
  ["axbyc"],
  ["Premium Plan, or the Gift Plan", "sub-2"],
  [""],
])("'%s' names %s", (typed, ...ids) => {
  expect(namedContracts(typed, all).map(({ id }) => id)).toEqual(ids);
});

test("of two ids that differ in their case alone, the one that was typed", () => {
  const both = ["Ab1", "aB1"].map((id) => ({ id, names: [] }));
  expect(namedContracts("no. aB1", both).map(({ id }) => id)).toEqual(["aB1"]);
  expect(namedContracts("no. ab1", both)).toEqual([]);
});
