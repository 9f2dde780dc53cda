import type texts from "content:unsubscribe";
import { Form, useLoaderData, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { SubmitButton, type Tone } from "~/design/button";
import { FormToken } from "~/design/form-token";
import { NamedIcon } from "~/design/icons";
import type { Plan } from "~/features/account/plan";
import type { StepNumber } from "~/features/leaving/rules/unsubscribe-answers";
import type { Answers } from "~/features/leaving/rules/unsubscribe-state";
import { addresses } from "~/platform/values/addresses";
import type { Promised } from "~/platform/values/promises";
import type { lastStep } from "./last-step.server.ts";
import type { PressAnswer } from "./press.server.ts";

export type StepTexts = (typeof texts)[Promised];

export interface StepProps {
  page: {
    step: StepNumber;
    name: keyof StepTexts;
    answers: Pick<Answers, "select" | "stars" | "feedback">;
    plan?: (Plan & { cost: string }) | undefined;
    /** Which it cancels. */
    subscription?: string | undefined;
    back?: string | undefined;
    /** Whether a button that cancels at once stands below the step. */
    cancelsNow: boolean;
    /** Where the step leads by itself, and after how many milliseconds. */
    continues?: { to: string; after: number } | undefined;
    /** What only the last step has. */
    last?: ReturnType<typeof lastStep> | undefined;
    supportEmail: string;
    texts: StepTexts;
  };
  answer: PressAnswer | undefined;
}

/**
 * The form of a step; its submit buttons are `PressButton`s. It names its step: after a 'Cancel now' without an answer the
 * address is that of the last one.
 */
export function StepForm({ children }: { children: ReactNode }) {
  const { step } = useLoaderData<Pick<StepProps["page"], "step">>();
  return (
    <Form
      method="post"
      action={addresses.unsubscribeStep(step)}
      preventScrollReset
      noValidate
      className="mt-6 flex flex-col gap-3"
    >
      <FormToken />
      {children}
    </Form>
  );
}

/** A submit button of a step. All are disabled while a form is in flight. */
export function PressButton({
  name,
  tone,
  disabled = false,
  children,
}: {
  name: string;
  tone?: Tone;
  disabled?: boolean;
  children: ReactNode;
}) {
  const inFlight = useNavigation().formData?.get("press");
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
