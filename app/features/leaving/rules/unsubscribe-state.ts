import { day } from "../../../platform/values/durations.ts";
import { type Answers, noAnswers } from "./unsubscribe-answers.ts";

/** A subscriber's flow as it is stored. */
export interface FlowState extends Answers {
  /** The plan that the subscriber changed to in this flow. */
  updated: "premiumOneMonth" | "giftOneMonth" | null;
  /** Whether the flow was closed, or ended in a cancellation or plan change. */
  ended: boolean;
  /** Epoch milliseconds of the last submit. */
  updatedAt: number;
}

/** Milliseconds after the last submit during which a flow can be resumed. */
const flowLifetime = day;

const maxEarlier = 20;

/** The answers to continue with. A flow that has ended, changed the plan or expired restarts; its survey moves to `earlier`. */
export function answersNow(state: FlowState, now: number): Answers {
  const { ended, updated, updatedAt, select, stars, feedback, earlier } = state;
  if (!ended && updated === null && now - updatedAt <= flowLifetime) return state;
  const said = select === null ? [] : [{ select, stars, feedback, at: updatedAt }];
  return { ...noAnswers, earlier: [...earlier, ...said].slice(-maxEarlier) };
}

/** The plan that the subscriber changed to within the last day, or null. */
export function justUpdated({ updated, updatedAt }: FlowState, now: number) {
  return now - updatedAt <= flowLifetime ? updated : null;
}
