import { NamedIcon } from "~/design/icons";
import { addresses } from "~/platform/values/addresses";
import { PressButton, StepForm, type StepProps, type StepTexts } from "../step-parts.tsx";

const pages: Record<StepTexts["madeTheMost"]["suggestions"][number]["page"], string> = {
  insights: addresses.insights,
  admirers: addresses.articles("secret-admirers"),
  topTrends: addresses.topTrends,
  topHacks: addresses.topHacks,
  course: addresses.course,
  news: addresses.news,
};

function StepBody({ page: { texts }, inFlight }: StepProps) {
  return (
    <>
      <p className="text-muted">{texts.madeTheMost.text}</p>
      <ul className="mt-5 flex flex-col gap-3">
        {texts.madeTheMost.suggestions.map(({ title, description, page }) => (
          <li key={page}>
            <a
              href={pages[page]}
              className="flex items-center justify-between gap-3 rounded-card border border-line p-4 text-ink no-underline hover:bg-tint"
            >
              <span>
                <span className="block font-bold">{title}</span>
                <span className="text-sm text-muted">{description}</span>
              </span>
              <NamedIcon name="forward" className="size-5 text-blue-ink" />
            </a>
          </li>
        ))}
      </ul>
      <StepForm>
        <PressButton name="optOut" tone="quiet" inFlight={inFlight}>
          I still want to opt out
        </PressButton>
      </StepForm>
    </>
  );
}

export const madeTheMost = {
  title: ({ madeTheMost }: StepTexts) => madeTheMost.title,
  art: "/images/unsubscribe/tips.svg",
  StepBody,
};
