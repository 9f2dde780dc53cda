import offers from "content:offers";
import { FormMessage } from "~/design/form-message";
import { dollars, offerTerms } from "~/features/account/offer";
import {
  CheckedList,
  PressButton,
  StepForm,
  type StepProps,
  type StepTexts,
} from "../step-parts.tsx";

const offer = offers.offers.giftOneMonth;

function StepBody({ page: { texts }, answer, inFlight }: StepProps) {
  return (
    <>
      <p className="text-muted">{texts.freeMonth.text}</p>
      <div className="mt-5 rounded-card border-2 border-blue p-5">
        <p className="flex flex-wrap items-center justify-between gap-x-3">
          <span className="text-xl font-extrabold">{offer.name}</span>
          <span className="text-2xl font-extrabold text-green-ink tabular-nums">
            {dollars(offer.dueNow ?? offer.current)} today
          </span>
        </p>
        <CheckedList items={offer.benefits} />
      </div>
      <StepForm>
        <FormMessage message={answer?.message} />
        <PressButton name="accept" inFlight={inFlight}>
          Get my free month
        </PressButton>
        <PressButton name="notInterested" tone="quiet" inFlight={inFlight}>
          I'm not interested
        </PressButton>
      </StepForm>
      <p className="mt-3 text-sm text-muted">{offerTerms(offer)}</p>
    </>
  );
}

export const freeMonth = {
  title: ({ freeMonth }: StepTexts) => freeMonth.title,
  art: "/images/unsubscribe/gift.svg",
  StepBody,
};
