import { data } from "@remix-run/node";
import type { AnswerField } from "~/features/leaving/rules/unsubscribe-answers";
import type { CanceledEnd } from "./canceled-end.server.ts";

/** The response to a press that did not lead to another page. */
export interface PressAnswer {
  errors?: Partial<Record<AnswerField["name"], string>>;
  /** The posted values, to refill the fields. */
  posted?: { select: string; stars: string; feedback: string };
  message?: string;
  /** Billing did not confirm the cancellation: it will be tried again, was not done, or may have gone through. */
  cancellation?: "tried-again" | "not-done" | "unknown";
  /** Canceled or changed, but that could not be saved, so the result is shown here instead of at its own address. */
  canceled?: CanceledEnd;
  ended?: "updated";
}

export const pressAnswer = (body: PressAnswer, status: number) => data<PressAnswer>(body, status);
