import { useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { FormMessage } from "~/design/form-message";
import { longestFeedback } from "~/features/leaving/rules/unsubscribe-answers";
import { counted } from "~/platform/values/numbers";
import { PressButton, StepForm, type StepProps, type StepTexts } from "../step-parts.tsx";

function StepBody({ page: { texts, answers }, answer, inFlight }: StepProps) {
  const hydrated = useHydrated();
  const [text, setText] = useState(answer?.posted?.feedback ?? answers.feedback);
  const stars = answer?.posted ? Number(answer.posted.stars) : answers.stars;
  const problem = answer?.errors?.feedback;
  return (
    <>
      <p className="text-muted">{texts.feedback.text}</p>
      <StepForm>
        <div id="feedback-problem" className="empty:hidden">
          <FormMessage message={answer?.message} errors={answer?.errors} />
        </div>
        <fieldset aria-describedby={answer?.errors?.stars ? "feedback-problem" : undefined}>
          <legend className="sr-only">Star rating</legend>
          <div className="flex flex-wrap justify-center gap-1">
            {[1, 2, 3, 4, 5].map((count) => (
              <label key={count} className="star">
                <input
                  id={count === 1 ? "stars" : undefined}
                  type="radio"
                  name="stars"
                  value={count}
                  defaultChecked={stars === count}
                  className="sr-only"
                />
                <span className="sr-only">{counted(count, "star")}</span>
                <Star />
              </label>
            ))}
          </div>
        </fieldset>
        <label htmlFor="feedback" className="mt-2 font-semibold">
          {texts.feedback.label}
        </label>
        <textarea
          id="feedback"
          name="feedback"
          rows={5}
          maxLength={longestFeedback}
          placeholder={texts.feedback.placeholder}
          // What was written before the script ran counts, too.
          ref={(field) => void (field && setText(field.value))}
          defaultValue={text}
          onChange={(event) => setText(event.currentTarget.value)}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? "feedback-problem" : undefined}
          className="-mt-1.5 block w-full rounded-xl border border-control bg-surface px-4 py-3 placeholder:text-muted aria-invalid:border-red aria-invalid:outline-2 aria-invalid:outline-red"
        />
        <PressButton name="continue" inFlight={inFlight} disabled={hydrated && text.trim() === ""}>
          Continue
        </PressButton>
      </StepForm>
    </>
  );
}

/** CSS fills the stars up to the chosen one. */
function Star() {
  return (
    <svg viewBox="0 0 24 24" className="size-9" fill="currentColor" aria-hidden="true">
      <path d="m12 2.8 2.85 5.9 6.45.9-4.7 4.5 1.15 6.4-5.75-3.1-5.75 3.1 1.15-6.4-4.7-4.5 6.45-.9z" />
    </svg>
  );
}

export const feedback = {
  title: ({ feedback }: StepTexts) => feedback.title,
  art: "/images/unsubscribe/feedback.svg",
  StepBody,
};
