import texts from "content:unsubscribe";
import { Link } from "@remix-run/react";
import { buttonStyle } from "~/components/button";
import { NamedIcon } from "~/components/icons";
import { addresses } from "~/web/addresses";
import { Press, Problem, StepForm, type StepProps } from "../step-parts.tsx";

function StepBody({ page: { supportEmail }, answer, inFlight }: StepProps) {
  return (
    <>
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
      <StepForm>
        {(answer?.message || answer?.cancellation) && (
          <Problem>
            {answer.message && <span className="block">{answer.message}</span>}
            {answer.cancellation === "not-done" && (
              <span className="block">
                Your membership is not canceled yet: we could not reach the systems that do it.
                Please try again in a moment, or write to{" "}
                <a href={`mailto:${supportEmail}`} className="underline">
                  {supportEmail}
                </a>
                , and we cancel it for you.
              </span>
            )}
            {answer.cancellation === "unknown" && (
              <span className="block">
                We could not confirm your cancellation: the systems that do it did not answer in
                time, so it may still go through. Please try again in a moment: pressing again never
                cancels twice. Or write to{" "}
                <a href={`mailto:${supportEmail}`} className="underline">
                  {supportEmail}
                </a>
                , and we cancel it for you.
              </span>
            )}
            {answer.cancellation === "tried-again" && (
              <span className="block">
                We have kept your cancellation and try it again until it is done. You get an email
                then.
              </span>
            )}
          </Problem>
        )}
        <Press name="cancel" tone="danger" inFlight={inFlight}>
          Cancel membership
        </Press>
        <Link to={addresses.dashboard} preventScrollReset className={buttonStyle("quiet")}>
          Keep my membership
        </Link>
      </StepForm>
    </>
  );
}

export const loseItAll = {
  title: texts.loseItAll.title,
  art: "/images/unsubscribe/lose-it-all.svg",
  StepBody,
};
