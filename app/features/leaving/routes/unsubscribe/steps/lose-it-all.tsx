import { Link } from "@remix-run/react";
import { buttonStyle } from "~/design/button";
import { FormMessage } from "~/design/form-message";
import { NamedIcon } from "~/design/icons";
import { addresses } from "~/platform/values/addresses";
import type { PressAnswer } from "../press-answer.server.ts";
import { PressButton, StepForm, type StepProps, type StepTexts } from "../step-parts.tsx";
import { Summary } from "../summary.tsx";

function StepBody({ page: { texts, supportEmail, last }, answer, inFlight }: StepProps) {
  return (
    <div className={last?.isStraight ? "button-first" : ""}>
      <div className="mt-4">
        <p className="text-muted">{texts.loseItAll.text}</p>
        <ul className="mt-4 flex flex-col gap-2.5">
          {texts.loseItAll.items.map((item) => (
            <li key={item} className="flex gap-3">
              <NamedIcon name="close" className="mt-0.5 size-5 text-red-ink" />
              {item}
            </li>
          ))}
        </ul>
        <p className="mt-4 rounded-xl bg-tint px-4 py-3 text-sm">{texts.loseItAll.terms}</p>
      </div>
      {last?.summary && <Summary rows={last.summary} />}
      <StepForm>
        {(answer?.message || answer?.cancellation) && (
          <FormMessage
            message={
              <>
                {answer.message && <span className="block">{answer.message}</span>}
                {answer.cancellation && (
                  <Unconfirmed state={answer.cancellation} supportEmail={supportEmail} />
                )}
              </>
            }
          />
        )}
        <PressButton name="cancel" tone="danger" inFlight={inFlight}>
          <span lang={last?.press?.language}>{last?.press?.text ?? "Cancel membership"}</span>
        </PressButton>
        <Link to={addresses.dashboard} preventScrollReset className={buttonStyle("quiet")}>
          Keep my membership
        </Link>
      </StepForm>
      {last?.withdrawal && (
        <a
          href={addresses.withdrawHere}
          lang={last.withdrawal.language}
          className={buttonStyle("plain", "mt-3 w-full")}
        >
          {last.withdrawal.text}
        </a>
      )}
      {last?.asksForOffers && (
        <p className="mt-3 text-center text-sm text-muted">
          <Link
            to={addresses.unsubscribeStep(0)}
            preventScrollReset
            className="inline-block py-1 underline underline-offset-4"
          >
            Show me what you offer to those who stay
          </Link>
        </p>
      )}
    </div>
  );
}

interface UnconfirmedProps {
  state: NonNullable<PressAnswer["cancellation"]>;
  supportEmail: string;
}

/** What an unconfirmed cancellation means, and what to do next. */
function Unconfirmed({ state, supportEmail }: UnconfirmedProps) {
  if (state === "tried-again")
    return (
      <span className="block">
        We have kept your cancellation and will try again until it is done. We will email you then.
      </span>
    );
  const support = (
    <a href={`mailto:${supportEmail}`} className="underline">
      {supportEmail}
    </a>
  );
  return state === "not-done" ? (
    <span className="block">
      Your membership is not canceled yet: we could not reach the systems that cancel it. Please try
      again in a moment, or write to {support} and we will cancel it for you.
    </span>
  ) : (
    <span className="block">
      We could not confirm your cancellation: we did not get an answer in time, so it may still go
      through. Please try again in a moment: pressing again never cancels twice. Or write to{" "}
      {support} and we will cancel it for you.
    </span>
  );
}

export const loseItAll = {
  title: ({ loseItAll }: StepTexts) => loseItAll.title,
  art: "/images/unsubscribe/lose-it-all.svg",
  StepBody,
};
