import offers from "content:offers";
import { FormMessage } from "~/design/form-message";
import { discountPercent, dollars, offerTerms } from "~/features/account/offer";
import {
  CheckedList,
  PressButton,
  StepForm,
  type StepProps,
  type StepTexts,
} from "../step-parts.tsx";

const offer = offers.offers.premiumOneMonth;
const discount = discountPercent(offer);

function StepBody({ page: { texts }, answer, inFlight }: StepProps) {
  return (
    <>
      <p className="text-muted">{texts.planChange.text}</p>
      <div className="mt-5 rounded-card border-2 border-blue p-5">
        <p className="flex flex-wrap items-center justify-between gap-3">
          <span className="text-xl font-extrabold">{offer.name}</span>
          {discount !== undefined && (
            <span className="rounded-full bg-green-tint px-3 py-1 text-sm font-extrabold text-green-ink">
              {discount}% off
            </span>
          )}
        </p>
        <p className="mt-3 flex flex-wrap items-baseline gap-2">
          <span className="text-3xl font-extrabold tabular-nums">{dollars(offer.current)}</span>
          <span className="text-muted">per month</span>
          {offer.previous !== undefined && (
            <s className="ms-auto text-muted tabular-nums">
              <span className="sr-only">Full price </span>
              {dollars(offer.previous)}
            </s>
          )}
        </p>
        <CheckedList items={offer.benefits} />
      </div>
      <StepForm>
        <FormMessage message={answer?.message} />
        <PressButton name="accept" inFlight={inFlight}>
          Change to the {offer.name}
        </PressButton>
      </StepForm>
      <p className="mt-3 text-sm text-muted">{offerTerms(offer)}</p>
    </>
  );
}

export const planChange = {
  title: ({ planChange }: StepTexts) => planChange.title,
  art: "/images/unsubscribe/discount.svg",
  StepBody,
};
