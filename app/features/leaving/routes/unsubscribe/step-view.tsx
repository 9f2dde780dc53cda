import { Form, Link } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { SubmitButton } from "~/design/button";
import { Dialog } from "~/design/dialog";
import { FormToken } from "~/design/form-token";
import { NamedIcon } from "~/design/icons";
import type { StepNumber } from "~/features/leaving/rules/unsubscribe-answers";
import { addresses } from "~/platform/values/addresses";
import type { StepProps, StepTexts } from "./step-parts.tsx";
import { benefits } from "./steps/benefits.tsx";
import { currentPlan } from "./steps/current-plan.tsx";
import { feedback } from "./steps/feedback.tsx";
import { freeMonth } from "./steps/free-month.tsx";
import { loseItAll } from "./steps/lose-it-all.tsx";
import { madeTheMost } from "./steps/made-the-most.tsx";
import { planChange } from "./steps/plan-change.tsx";
import { pleaseWait } from "./steps/please-wait.tsx";
import { survey } from "./steps/survey.tsx";

interface View {
  title: (texts: StepTexts) => string;
  /** Address of the illustration. */
  art: string;
  StepBody: (props: StepProps) => ReactNode;
}

const views: Record<StepNumber, View> = {
  0: benefits,
  1: pleaseWait,
  2: currentPlan,
  3: planChange,
  4: madeTheMost,
  5: survey,
  6: feedback,
  7: freeMonth,
  8: loseItAll,
};

export const stepTitle = (step: StepNumber, texts: StepTexts): string => views[step].title(texts);

/** Any of the nine steps, with a link back and a button that cancels at once. */
export function StepView(props: StepProps) {
  const { step, back, texts } = props.page;
  const { title, art, StepBody } = views[step];
  const top = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of step scrolls (docs/product.md#nine-steps)
  useEffect(() => {
    top.current?.scrollIntoView({ block: "end" });
  }, [step]);
  return (
    <Dialog
      key={step}
      title={title(texts)}
      closeTo={addresses.dashboard}
      shape="panel"
      art={
        <div ref={top} className="-mt-8 mb-5">
          {back && (
            <Link
              to={back}
              preventScrollReset
              aria-label="Back"
              className="absolute top-3 start-3 grid size-11 place-items-center rounded-full text-ink hover:bg-tint"
            >
              <NamedIcon name="back" />
            </Link>
          )}
          <img src={art} alt="" width="320" height="240" className="mx-auto h-auto w-48" />
        </div>
      }
    >
      <StepBody {...props} />
      {props.page.cancelsNow && (
        <Form
          method="post"
          action={addresses.unsubscribeStep(8)}
          preventScrollReset
          className="mt-8 border-t border-line pt-5 text-center text-sm text-muted"
        >
          <FormToken />
          <input type="hidden" name="shown" value={step} />
          <p className="mb-3">Already decided? Your access stays until the term ends.</p>
          <SubmitButton name="press" value="cancel" tone="outline" disabled={!!props.inFlight}>
            Cancel now
          </SubmitButton>
          {step !== 8 && (
            <Link
              to={addresses.unsubscribeStep(8)}
              preventScrollReset
              className="mt-3 font-bold text-blue-ink inline-block py-1 underline underline-offset-4"
            >
              Cancel membership
            </Link>
          )}
        </Form>
      )}
    </Dialog>
  );
}
