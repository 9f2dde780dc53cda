import { PressButton, StepForm, type StepProps, type StepTexts } from "../step-parts.tsx";

function StepBody({ page: { texts, plan }, inFlight }: StepProps) {
  return (
    <>
      {plan ? (
        <div className="rounded-card bg-tint p-5">
          <p className="flex flex-wrap items-center justify-between gap-x-3">
            <span className="text-xl font-extrabold">{plan.name}</span>
            <span className="rounded-full bg-surface px-3 py-1 text-sm font-bold text-blue-ink">
              {plan.status}
            </span>
          </p>
          <p className="mt-3 flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="text-3xl font-extrabold tabular-nums">{plan.cost}</span>
            <span className="text-muted">{plan.period}</span>
          </p>
        </div>
      ) : (
        <p className="rounded-card bg-tint p-5 text-muted">
          We cannot look up your plan right now. You can still continue.
        </p>
      )}
      <p className="mt-4 text-muted">{texts.currentPlan.text}</p>
      <StepForm>
        <PressButton name="changePlan" inFlight={inFlight}>
          Change my plan
        </PressButton>
        <PressButton name="cancelMembership" tone="quiet" inFlight={inFlight}>
          {/* sense: goes on to the next step */}
          Cancel membership
        </PressButton>
      </StepForm>
    </>
  );
}

export const currentPlan = {
  title: ({ currentPlan }: StepTexts) => currentPlan.title,
  art: "/images/unsubscribe/plan.svg",
  StepBody,
};
