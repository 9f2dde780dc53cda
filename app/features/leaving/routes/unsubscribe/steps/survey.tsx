import { useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { FormMessage } from "~/design/form-message";
import { reasons } from "~/features/leaving/rules/unsubscribe-answers";
import { PressButton, StepForm, type StepProps, type StepTexts } from "../step-parts.tsx";

function StepBody({ page: { texts, answers }, answer, inFlight }: StepProps) {
  const hydrated = useHydrated();
  const [chosen, setChosen] = useState<string | null>(answer?.posted?.select || answers.select);
  const problem = answer?.errors?.select ?? answer?.message;
  return (
    <StepForm>
      <div id="survey-problem" className="empty:hidden">
        <FormMessage message={answer?.message} errors={{ select: answer?.errors?.select }} />
      </div>
      <fieldset
        className={problem ? "mt-1" : "-mt-2"}
        aria-describedby={problem ? "survey-problem" : undefined}
      >
        <legend className="text-muted">{texts.survey.text}</legend>
        <div className="mt-4 flex flex-col gap-2">
          {reasons.map((reason, index) => (
            <label key={reason} className="reason">
              <input
                type="radio"
                id={index === 0 ? "select" : undefined}
                name="select"
                aria-invalid={answer?.errors?.select ? true : undefined}
                value={reason}
                // What was chosen before the script ran counts, too.
                ref={(input) => void (input?.checked && setChosen(reason))}
                defaultChecked={chosen === reason}
                onChange={() => setChosen(reason)}
                className="size-5 shrink-0 accent-brand"
              />
              {texts.survey.reasons[reason]}
            </label>
          ))}
        </div>
      </fieldset>
      <PressButton name="continue" inFlight={inFlight} disabled={hydrated && !chosen}>
        Continue
      </PressButton>
    </StepForm>
  );
}

export const survey = {
  title: ({ survey }: StepTexts) => survey.title,
  art: "/images/unsubscribe/survey.svg",
  StepBody,
};
