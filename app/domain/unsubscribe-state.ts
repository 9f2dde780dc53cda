import { type Answers, noAnswers } from "./unsubscribe-answers.ts";

/** What is kept of somebody's flow. */
export interface FlowState extends Answers {
  /** The plan that they changed to in it. */
  updated: "premiumOneMonth" | "giftOneMonth" | null;
  /** Canceled, closed, or ended with another plan. */
  ended: boolean;
  /** Epoch milliseconds of the last press. */
  updatedAt: number;
}

/** Milliseconds after the last press in which a flow goes on. */
const flowLife = 86_400_000;

/** Most of them that are kept. */
const mostEarlier = 20;

/** Where who comes now goes on: a flow that has ended, or was left a day ago, begins anew, with its survey set apart. */
export function answersNow(state: FlowState, now: number): Answers {
  const { ended, updated, updatedAt, select, stars, feedback, earlier } = state;
  if (!ended && updated === null && now - updatedAt <= flowLife) return state;
  const said = select === null ? [] : [{ select, stars, feedback, at: updatedAt }];
  return { ...noAnswers, earlier: [...earlier, ...said].slice(-mostEarlier) };
}

/** The plan that somebody has just changed to. */
export function justUpdated({ updated, updatedAt }: FlowState, now: number) {
  return now - updatedAt <= flowLife ? updated : null;
}
