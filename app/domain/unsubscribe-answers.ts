/** What the retention flow asks (spec 2 and 4), and the answers that are kept of it. */

/** Why somebody leaves (spec 9), in the order shown. The first one is no reason: it closes the flow. */
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

/** What somebody says of their leaving. */
interface Survey {
  select: Reason | null;
  /** 1 to 5. */
  stars: number | null;
  feedback: string;
}

export interface Answers extends Survey {
  /** The furthest step that a press has led to. */
  position: StepNumber;
  /** What they said in flows before this one, and when (epoch milliseconds). */
  earlier: readonly (Survey & { at: number })[];
}

export const noAnswers: Answers = {
  select: null,
  stars: null,
  feedback: "",
  position: 0,
  earlier: [],
};

export interface Field {
  name: "select" | "stars" | "feedback";
  required: boolean;
  /** The value, or undefined where what was posted is none. */
  read: (posted: string) => Answers[Field["name"]] | undefined;
  /** Says what is missing or wrong. */
  message: string;
}

/** Longer ones are refused, not cut: nobody's words are lost unseen. */
export const longestFeedback = 4_000;

export const reasonField: Field = {
  name: "select",
  required: true,
  read: (posted) => reasons.find((reason) => reason === posted),
  message: "Choose a reason to continue",
};
export const starsField: Field = {
  name: "stars",
  required: false,
  read: (posted) => (/^[1-5]$/.test(posted) ? Number(posted) : undefined),
  message: "Choose one to five stars",
};
export const feedbackField: Field = {
  name: "feedback",
  required: true,
  read: (posted) => {
    const text = posted.trim();
    return text.length > 0 && text.length <= longestFeedback ? text : undefined;
  },
  message: `Write a few words to continue, ${longestFeedback} characters at most`,
};
