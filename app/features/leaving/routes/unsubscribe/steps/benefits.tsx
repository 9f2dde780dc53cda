import { NamedIcon } from "~/design/icons";
import { PressButton, StepForm, type StepProps, type StepTexts } from "../step-parts.tsx";

function StepBody({ page: { texts }, inFlight }: StepProps) {
  return (
    <>
      <p className="text-muted">{texts.benefits.text}</p>
      <ul className="mt-5 flex flex-col gap-4">
        {texts.benefits.items.map(({ title, description }) => (
          <li key={title} className="flex gap-3">
            <span className="mt-0.5 grid size-7 shrink-0 place-items-center rounded-full bg-green-tint text-green-ink">
              <NamedIcon name="check" className="size-4" />
            </span>
            <span className="min-w-0">
              <span className="block font-bold">{title}</span>
              <span className="text-muted">{description}</span>
            </span>
          </li>
        ))}
      </ul>
      <StepForm>
        <PressButton name="stay" inFlight={inFlight}>
          Stay premium
        </PressButton>
        <PressButton name="letGo" tone="quiet" inFlight={inFlight}>
          I'm ready to let go of my growth
        </PressButton>
      </StepForm>
    </>
  );
}

export const benefits = {
  title: ({ benefits }: StepTexts) => benefits.title,
  art: "/images/unsubscribe/benefits.svg",
  StepBody,
};
