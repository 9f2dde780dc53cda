import { say } from "../../../platform/values/say.ts";

/** The questions of the retention flow (docs/product.md#nine-steps), and the answers that are stored. */

/** Why somebody leaves (docs/product.md#nine-steps), in display order. The first option means staying: it closes the flow. */
export const reasons = [
  "keep-membership",
  "not-using-enough",
  "no-results",
  "priorities-changed",
  "only-a-trial",
  "expenses",
  "free-alternative",
  "other",
] as const;
export type Reason = (typeof reasons)[number];

export const stepNumbers = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
export type StepNumber = (typeof stepNumbers)[number];

/** Where a signed-in subscriber cancels: on a step, or on the page of a plan besides the main one. */
export type ShownPage = StepNumber | "other-plan";

export interface AnswerField {
  name: "select" | "stars" | "feedback";
  required: boolean;
  /** The parsed value, or undefined if it is invalid. */
  read: (posted: string) => string | number | undefined;
  /** Shown if the value is missing or invalid. */
  message: () => string;
}

/** Longer feedback is refused instead of cut, so that no text is lost silently. */
export const longestFeedback = 4_000;

export const reasonField: AnswerField = {
  name: "select",
  required: true,
  read: (posted) => reasons.find((reason) => reason === posted),
  message: () => say`Choose a reason to continue`,
};
export const starsField: AnswerField = {
  name: "stars",
  required: false,
  read: (posted) => (/^[1-5]$/.test(posted) ? Number(posted) : undefined),
  message: () => say`Choose one to five stars`,
};
export const feedbackField: AnswerField = {
  name: "feedback",
  required: true,
  read: (posted) => {
    // A form without script sends a line break as two characters; the field's own `maxlength` counts one.
    const text = posted.replaceAll("\r\n", "\n").trim();
    return text.length > 0 && text.length <= longestFeedback ? text : undefined;
  },
  message: () => say`Write a few words to continue, ${longestFeedback} characters at most`,
};
