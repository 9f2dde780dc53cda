import type texts from "content:unsubscribe";
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { SubmitButton, type Tone } from "~/design/button";
import { FormToken } from "~/design/form-token";
import { NamedIcon } from "~/design/icons";
import type { Plan } from "~/features/account/plan";
import type { Answers, StepNumber } from "~/features/leaving/rules/unsubscribe-answers";
import type { Promised } from "~/platform/values/promises";
import type { PressAnswer } from "./press-answer.server.ts";

export type StepTexts = (typeof texts)[Promised];

/** What the law of the place adds to the step that cancels. */
interface LastStep {
  /** Whether leaving begins at this step: then its button comes before the list of what is lost. */
  isStraight: boolean;
  /** The words of its button, where they are prescribed. */
  press: Prescribed | undefined;
  summary: [label: string, value: string][] | undefined;
  /** Whether there are offers, which are shown on request only. */
  asksForOffers: boolean;
  /** The words of the link to withdraw, where the subscriber still can. */
  withdrawal: Prescribed | undefined;
}

interface Prescribed {
  text: string;
  language: string;
}

export interface StepProps {
  page: {
    step: StepNumber;
    answers: Pick<Answers, "select" | "stars" | "feedback">;
    plan?: (Plan & { cost: string }) | undefined;
    back?: string | undefined;
    /** Whether a button that cancels at once stands below the step. */
    cancelsNow: boolean;
    /** Where the step leads by itself, and after how many milliseconds. */
    continues?: { to: string; after: number } | undefined;
    /** What only the last step has. */
    last?: LastStep | undefined;
    supportEmail: string;
    texts: StepTexts;
  };
  answer: PressAnswer | undefined;
  /** The press whose form is in flight. */
  inFlight: string | undefined;
}

/** The form of a step; its submit buttons are `PressButton`s. */
export function StepForm({ children }: { children: ReactNode }) {
  return (
    <Form method="post" preventScrollReset noValidate className="mt-6 flex flex-col gap-3">
      <FormToken />
      {children}
    </Form>
  );
}

/** A submit button of a step. All are disabled while a form is in flight. */
export function PressButton({
  name,
  tone,
  inFlight,
  disabled = false,
  children,
}: {
  name: string;
  tone?: Tone;
  inFlight: string | undefined;
  disabled?: boolean;
  children: ReactNode;
}) {
  return (
    <SubmitButton
      name="press"
      value={name}
      tone={tone}
      busy={inFlight === name}
      disabled={disabled || !!inFlight}
    >
      {children}
    </SubmitButton>
  );
}

export function CheckedList({ items }: { items: readonly string[] }) {
  return (
    <ul className="mt-4 flex flex-col gap-2.5">
      {items.map((item) => (
        <li key={item} className="flex gap-3">
          <NamedIcon name="check" className="mt-0.5 size-5 text-green-ink" />
          <span className="min-w-0">{item}</span>
        </li>
      ))}
    </ul>
  );
}
