import { expect, test } from "vitest";
import { namedContract } from "~/features/leaving/rules/named-contract";

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
  ["sub-1 and sub-2", undefined],
  ["sub-1, the Gift Plan", "sub-1"],
  ["Weekly Plan and Gift Plan", undefined],
  ["Premium Plan", undefined],
  ["Gift Planner", undefined],
  ["sub-2-b", undefined],
  ["sub-222", undefined],
  ["axbyc", undefined],
  ["", undefined],
])("'%s' names %s", (typed, id) => {
  expect(namedContract(typed, all)?.id).toBe(id);
});

test("of two ids that differ in their case alone, the one that was typed", () => {
  const both = ["Ab1", "aB1"].map((id) => ({ id, names: [] }));
  expect(namedContract("no. aB1", both)?.id).toBe("aB1");
  expect(namedContract("no. ab1", both)).toBe(undefined);
});
