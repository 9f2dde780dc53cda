import { Link } from "@remix-run/react";
import { buttonStyle } from "~/design/button";
import { NamedIcon } from "~/design/icons";
import { addresses } from "~/platform/values/addresses";
import { Unconfirmed } from "../ends.tsx";
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
        <Unconfirmed answer={answer} supportEmail={supportEmail} />
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

export const loseItAll = {
  title: ({ loseItAll }: StepTexts) => loseItAll.title,
  art: "/images/unsubscribe/lose-it-all.svg",
  StepBody,
};
