import { z } from "zod";
import { day } from "../../../platform/values/durations.ts";
import { moment } from "../../../platform/values/moment.ts";
import { reasons, stepNumbers } from "./unsubscribe-answers.ts";

/** Fields that a document of an older format lacks, or has in another form, count as not answered. */
const survey = z.object({
  select: z.enum(reasons).nullable().catch(null),
  /** 1 to 5. */
  stars: z.number().int().min(1).max(5).nullable().catch(null),
  feedback: z.string().catch(""),
});

/** A subscriber's flow as it is stored. */
export const flowState = survey.extend({
  /** The furthest step reached. */
  position: z.literal(stepNumbers).catch(0),
  /** The survey answers of earlier flows, and when they were given (epoch milliseconds). */
  earlier: z.array(survey.extend({ at: z.number().catch(0) })).catch([]),
  /** The plan that the subscriber changed to in this flow. */
  updated: z.enum(["premiumOneMonth", "giftOneMonth"]).nullable().catch(null),
  /** Whether the flow was closed, or ended in a cancellation or plan change. */
  ended: z.boolean().catch(false),
  /** Epoch milliseconds of the last submit. */
  updatedAt: z
    .unknown()
    .transform((value) => moment(value) ?? 0)
    .catch(0),
});
export type FlowState = z.output<typeof flowState>;
export type Answers = Omit<FlowState, "updated" | "ended" | "updatedAt">;

export const noAnswers: Answers = {
  select: null,
  stars: null,
  feedback: "",
  position: 0,
  earlier: [],
};

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
