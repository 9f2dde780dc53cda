import { describe, expect, test } from "vitest";
import {
  reasons,
  type StepNumber,
  stepNumbers,
} from "~/features/leaving/rules/unsubscribe-answers";
import {
  isReachable,
  movedTo,
  readFields,
  type Situation,
  stepNumber,
  steps,
  stepToResume,
  type Target,
} from "~/features/leaving/rules/unsubscribe-flow";
import { type Answers, noAnswers } from "~/features/leaving/rules/unsubscribe-state";

type Plans = Pick<Situation, "premium" | "gift">;

const plans: [string, Plans][] = [
  ["neither plan", { premium: false, gift: false }],
  ["premium one-month", { premium: true, gift: false }],
  ["gift plan", { premium: false, gift: true }],
  ["both plans", { premium: true, gift: true }],
];

/** The forms to post at a step: every reason, no stars and five, with feedback and without. */
function forms(step: StepNumber): Record<string, string>[] {
  if (step === 5) return ["", ...reasons].map((select) => ({ select }));
  if (step === 6)
    return ["", "5"].flatMap((stars) => ["", "Too dear"].map((feedback) => ({ stars, feedback })));
  return [{}];
}

/** Presses every button from `step` on and records each edge. */
function walk(step: StepNumber, answers: Answers, owned: Plans, edges: Set<string>): void {
  expect(isReachable(step, { ...owned, answers })).toBe(true);
  for (const [press, targetOf] of Object.entries(steps[step].presses))
    for (const form of forms(step)) {
      const read = readFields(step, (name) => form[name] ?? "", answers);
      if (!read.ok) continue;
      const target: Target = targetOf({ ...owned, answers: read.answers });
      const edge = `${step} ${press} ${target}`;
      if (edges.has(edge)) continue;
      edges.add(edge);
      // Step 1 continues without a press, so nothing is saved.
      const after = press === steps[step].automatic?.press ? answers : read.answers;
      if (typeof target === "number") walk(target, movedTo(target, after), owned, edges);
    }
  const back = steps[step].back?.({ ...owned, answers });
  if (back !== undefined) edges.add(`${step} back ${back}`);
}

const common = [
  "0 letGo 1",
  "0 stay close",
  "1 goOn 2",
  "2 back 0",
  "2 cancelMembership 4",
  "4 back 2",
  "4 optOut 5",
  "5 continue 6",
  "5 continue close",
  "8 cancel canceled",
];
const withoutPremium = ["2 changePlan 3", "3 accept updated", "3 back 2"];
const withoutGift = ["6 continue 7", "7 accept updated", "7 notInterested 8", "8 back 7"];
const edgesOf = ({ premium, gift }: Plans) =>
  [
    ...common,
    ...(premium ? ["2 changePlan 4"] : withoutPremium),
    ...(gift ? ["6 continue 8", "8 back 6"] : withoutGift),
  ].sort();

describe("every path of the flow", () => {
  test.each(plans)(
    "%s: every button and back link leads where docs/product.md#nine-steps says",
    (_, owned) => {
      const edges = new Set<string>();
      walk(0, noAnswers, owned, edges);
      expect([...edges].sort()).toEqual(edgesOf(owned));
    },
  );

  test("every step is visited", () => {
    const edges = new Set<string>();
    for (const [, owned] of plans) {
      const taken = new Set<string>();
      walk(0, noAnswers, owned, taken);
      for (const edge of taken) edges.add(edge);
    }
    const visited = new Set(["0", ...[...edges].map((edge) => edge.split(" ").at(-1))]);
    expect(stepNumbers.filter((step) => !visited.has(String(step)))).toEqual([]);
  });

  test("step 1 waits 2.5 s", () => {
    expect(steps[1].automatic).toEqual({ press: "goOn", after: 2_500 });
  });
});

describe("reaching a step by its URL", () => {
  const at = (position: StepNumber, more: Partial<Answers> = {}): Answers => ({
    ...noAnswers,
    position,
    ...more,
  });
  const neither = { premium: false, gift: false };
  const cases: [string, Answers, Plans, StepNumber[], StepNumber][] = [
    ["nothing answered", noAnswers, neither, [0, 8], 0],
    ["let go", at(1), neither, [0, 1, 2, 8], 2],
    ["looked at the plan change", at(3), neither, [0, 1, 2, 3, 8], 3],
    ["opts out", at(5), neither, [0, 1, 2, 3, 4, 5, 8], 5],
    ["a reason", at(6, { select: "expenses" }), neither, [0, 1, 2, 3, 4, 5, 6, 8], 6],
    [
      "no reason after all",
      at(6, { select: "keep-membership" }),
      neither,
      [0, 1, 2, 3, 4, 5, 8],
      5,
    ],
    ["no feedback", at(7, { select: "other" }), neither, [0, 1, 2, 3, 4, 5, 6, 8], 6],
    ["everything", at(8, { select: "other", feedback: "x" }), neither, [...stepNumbers], 7],
    ["premium", at(5), { premium: true, gift: false }, [0, 1, 2, 4, 5, 8], 5],
    [
      "gift",
      at(8, { select: "other", feedback: "x" }),
      { premium: false, gift: true },
      [0, 1, 2, 3, 4, 5, 6, 8],
      6,
    ],
  ];
  test.each(cases)("%s", (_, answers, owned, open, place) => {
    const situation = { ...owned, answers };
    expect(stepNumbers.filter((step) => isReachable(step, situation))).toEqual(open);
    expect(stepToResume(situation)).toBe(place);
  });

  test("while the answers cannot be read, every step is reachable", () => {
    const situation = { answers: undefined, premium: false, gift: false };
    expect(stepNumbers.filter((step) => !isReachable(step, situation))).toEqual([]);
  });

  test.each([
    ["0", 0],
    ["8", 8],
    ["9", undefined],
    ["-1", undefined],
    ["01", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("the URL part %j is step %j", (text, step) => {
    expect(stepNumber(text)).toBe(step);
  });
});

describe("what a step accepts", () => {
  const read = (step: StepNumber, form: Record<string, string>) =>
    readFields(step, (name) => form[name] ?? "", noAnswers);

  test.each(["", "none of them", "0"])("the survey rejects %j", (select) => {
    expect(read(5, { select })).toEqual({
      ok: false,
      errors: { select: "Choose a reason to continue" },
    });
  });

  test.each(["", "  \n", "x".repeat(4_001)])("the feedback rejects text %#", (feedback) => {
    expect(read(6, { feedback })).toMatchObject({
      ok: false,
      errors: { feedback: expect.stringMatching(/^Write a few words/) },
    });
  });

  test("a line break of the feedback counts once, as in its field", () => {
    const written = Array(100).fill("x".repeat(39)).join("\n");
    expect(read(6, { feedback: written.replaceAll("\n", "\r\n") })).toMatchObject({
      ok: true,
      answers: { feedback: written },
    });
  });

  test.each(["0", "6", "4.5", "many"])("the rating rejects %j", (stars) => {
    expect(read(6, { stars, feedback: "x" })).toMatchObject({
      ok: false,
      errors: { stars: expect.any(String) },
    });
  });

  test("stars may be left out", () => {
    expect(read(6, { feedback: " fine " })).toEqual({
      ok: true,
      answers: { ...noAnswers, feedback: "fine" },
    });
  });
});
