/** The retention flow of docs/product.md#nine-steps as data: nine steps, their form fields, and the step that each button leads to. */

import type { z } from "zod";
import type { unsubscribe } from "../../../../content/schema.ts";
import type { Obligations } from "./law.ts";
import {
  type AnswerField,
  feedbackField,
  reasonField,
  reasons,
  type StepNumber,
  starsField,
  stepNumbers,
} from "./unsubscribe-answers.ts";
import type { Answers } from "./unsubscribe-state.ts";

/** What the flow's branches depend on. */
export interface Situation {
  /** Undefined if the stored answers cannot be read. Then every step counts as reached, so that nobody is blocked. */
  answers: Answers | undefined;
  /** Has the premium one-month plan. */
  premium: boolean;
  /** Has the gift one-month plan. */
  gift: boolean;
}

/** The parts of a place's law that decide about the steps (docs/law.md). */
export type LeavingRules = Pick<Obligations, "way" | "offers">;

/** Where leaving begins: at the first step, or at the one that cancels. */
export const firstStep = ({ way }: LeavingRules): StepNumber => (way === "confirmation" ? 8 : 0);

/** Whether a step may be shown at all. Where offers are shown on request, asking for the first step is the request. */
export const isAllowed = (step: StepNumber, { offers }: LeavingRules): boolean =>
  step === 8 || offers !== "none";

/** Whether the last step says that there are offers, which are not shown unasked. */
export const offersOnRequest = (wayOut: LeavingRules): boolean =>
  firstStep(wayOut) === 8 && isAllowed(0, wayOut);

/** The next step, or how the flow ends: closed, plan changed, or membership canceled. */
export type Target = StepNumber | "close" | "updated" | "canceled";

export interface Step {
  /** Of its texts. */
  name: keyof z.output<typeof unsubscribe>;
  fields?: readonly AnswerField[];
  /** The step's buttons, and where each leads. */
  presses: Readonly<Record<string, (situation: Situation) => Target>>;
  /** Presses this button automatically after so many milliseconds. */
  automatic?: { press: string; after: number };
  back?: (situation: Situation) => StepNumber;
  isReachable: (situation: Situation) => boolean;
}

const hasReached =
  (step: StepNumber) =>
  ({ answers }: Situation) =>
    answers === undefined || answers.position >= step;

const always = () => true;

const gaveReason = ({ answers }: Situation) =>
  answers === undefined || (answers.select !== null && answers.select !== reasons[0]);

export const steps: Readonly<Record<StepNumber, Step>> = {
  0: {
    name: "benefits",
    presses: { stay: () => "close", letGo: () => 1 },
    isReachable: always,
  },
  1: {
    name: "wait",
    presses: { goOn: () => 2 },
    automatic: { press: "goOn", after: 2_500 },
    isReachable: hasReached(1),
  },
  2: {
    name: "currentPlan",
    presses: { changePlan: ({ premium }) => (premium ? 4 : 3), cancelMembership: () => 4 },
    back: () => 0,
    // Not `hasReached(2)`: step 1 goes on automatically.
    isReachable: hasReached(1),
  },
  3: {
    name: "planChange",
    presses: { accept: () => "updated" },
    back: () => 2,
    isReachable: (situation) => hasReached(3)(situation) && !situation.premium,
  },
  4: {
    name: "madeTheMost",
    presses: { optOut: () => 5 },
    back: () => 2,
    isReachable: hasReached(4),
  },
  5: {
    name: "survey",
    fields: [reasonField],
    presses: { continue: ({ answers }) => (answers?.select === reasons[0] ? "close" : 6) },
    isReachable: hasReached(5),
  },
  6: {
    name: "feedback",
    fields: [starsField, feedbackField],
    presses: { continue: ({ gift }) => (gift ? 8 : 7) },
    isReachable: (situation) => hasReached(6)(situation) && gaveReason(situation),
  },
  7: {
    name: "freeMonth",
    presses: { accept: () => "updated", notInterested: () => 8 },
    isReachable: (situation) =>
      hasReached(7)(situation) &&
      gaveReason(situation) &&
      situation.answers?.feedback !== "" &&
      !situation.gift,
  },
  8: {
    name: "loseItAll",
    presses: { cancel: () => "canceled" },
    back: ({ gift }) => (gift ? 6 : 7),
    // Leaving must be as easy as joining, so every step links directly to this one.
    isReachable: always,
  },
};

export function stepNumber(text: string | undefined): StepNumber | undefined {
  return stepNumbers.find((step) => String(step) === text);
}

export function isReachable(step: StepNumber, situation: Situation): boolean {
  return steps[step].isReachable(situation);
}

/** Where to resume the flow: the furthest reachable step, except for 1 (a pause) and 8 (always reachable). */
export function stepToResume(situation: Situation): StepNumber {
  const open = stepNumbers.filter(
    (step) => step !== 1 && step !== 8 && isReachable(step, situation),
  );
  return open.at(-1) ?? 0;
}

export type ReadAnswers =
  | { ok: true; answers: Answers }
  | { ok: false; errors: Partial<Record<AnswerField["name"], string>> };

/** Adds a step's posted fields to the answers, or returns an error message for each invalid field. */
export function readFields(
  step: StepNumber,
  posted: (name: string) => string,
  answers: Answers,
): ReadAnswers {
  const read: Partial<Answers> = {};
  const errors: Partial<Record<AnswerField["name"], string>> = {};
  for (const field of steps[step].fields ?? []) {
    const text = posted(field.name);
    if (text.trim() === "" && !field.required) continue;
    const value = field.read(text);
    if (value === undefined) errors[field.name] = field.message();
    else Object.assign(read, { [field.name]: value });
  }
  return Object.keys(errors).length > 0
    ? { ok: false, errors }
    : { ok: true, answers: { ...answers, ...read } };
}

/** The answers after going on to `target`. */
export function movedTo(target: Target, answers: Answers): Answers {
  if (typeof target !== "number" || target <= answers.position) return answers;
  return { ...answers, position: target };
}
