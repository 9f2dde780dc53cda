import offers from "content:offers";
import { Link, useNavigate, useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { buttonStyle } from "~/design/button";
import { FormMessage } from "~/design/form-message";
import { NamedIcon } from "~/design/icons";
import { discountPercent, offerTerms } from "~/features/account/offer";
import { longestFeedback, reasons } from "~/features/leaving/rules/unsubscribe-answers";
import { addresses } from "~/platform/values/addresses";
import { dollars } from "~/platform/values/money";
import { counted } from "~/platform/values/numbers";
import { Summary, Unconfirmed } from "./ends.tsx";
import {
  CheckedList,
  PressButton,
  StepForm,
  type StepProps,
  type StepTexts,
} from "./step-parts.tsx";

function Benefits({ page: { texts } }: StepProps) {
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
        <PressButton name="stay">Stay premium</PressButton>
        <PressButton name="letGo" tone="quiet">
          I'm ready to let go of my growth
        </PressButton>
      </StepForm>
    </>
  );
}

function PleaseWait({ page: { texts, continues }, answer }: StepProps) {
  const navigate = useNavigate();
  // Not after a 'Cancel now' without an answer (`null`), either.
  const isIdle = useNavigation().state === "idle" && answer === undefined;
  useEffect(() => {
    if (!continues || !isIdle) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(
        () => navigate(continues.to, { replace: true, preventScrollReset: true }),
        continues.after,
      );
    };
    wait();
    // The step must not go on by itself after a press: that would abort a cancellation on its way. `useNavigation`
    // shows a press only after the next render, so each press restarts the wait.
    addEventListener("click", wait, true);
    return () => {
      clearTimeout(timer);
      removeEventListener("click", wait, true);
    };
  }, [continues, navigate, isIdle]);
  return (
    <div className="flex flex-col items-center">
      {continues && (
        <noscript>
          <meta httpEquiv="refresh" content={`${continues.after / 1_000}; url=${continues.to}`} />
        </noscript>
      )}
      <p className="self-start text-muted">{texts.wait.text}</p>
      <span className="spinner mt-6 text-4xl text-blue-ink" aria-hidden="true" />
      {continues && (
        <Link to={continues.to} replace preventScrollReset className={buttonStyle("plain", "mt-6")}>
          Continue without waiting
        </Link>
      )}
    </div>
  );
}

function CurrentPlan({ page: { texts, plan } }: StepProps) {
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
        <PressButton name="changePlan">Change my plan</PressButton>
        <PressButton name="cancelMembership" tone="quiet">
          {/* sense: goes on to the next step */}
          Cancel membership
        </PressButton>
      </StepForm>
    </>
  );
}

const { premiumOneMonth: premium, giftOneMonth: gift } = offers.offers;
const discount = discountPercent(premium);

function PlanChange({ page: { texts }, answer }: StepProps) {
  return (
    <>
      <p className="text-muted">{texts.planChange.text}</p>
      <div className="mt-5 rounded-card border-2 border-blue p-5">
        <p className="flex flex-wrap items-center justify-between gap-3">
          <span className="text-xl font-extrabold">{premium.name}</span>
          {discount !== undefined && (
            <span className="rounded-full bg-green-tint px-3 py-1 text-sm font-extrabold text-green-ink">
              {discount}% off
            </span>
          )}
        </p>
        <p className="mt-3 flex flex-wrap items-baseline gap-2">
          <span className="text-3xl font-extrabold tabular-nums">{dollars(premium.current)}</span>
          <span className="text-muted">per month</span>
          {premium.previous !== undefined && (
            <s className="ms-auto text-muted tabular-nums">
              <span className="sr-only">Full price </span>
              {dollars(premium.previous)}
            </s>
          )}
        </p>
        <CheckedList items={premium.benefits} />
      </div>
      <StepForm>
        <FormMessage message={answer?.message} />
        <PressButton name="accept">Change to the {premium.name}</PressButton>
      </StepForm>
      <p className="mt-3 text-sm text-muted">{offerTerms(premium)}</p>
    </>
  );
}

const pages: Record<StepTexts["madeTheMost"]["suggestions"][number]["page"], string> = {
  insights: addresses.insights,
  admirers: addresses.articles("secret-admirers"),
  topTrends: addresses.topTrends,
  topHacks: addresses.topHacks,
  course: addresses.course,
  news: addresses.news,
};

function MadeTheMost({ page: { texts } }: StepProps) {
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
        <PressButton name="optOut" tone="quiet">
          I still want to opt out
        </PressButton>
      </StepForm>
    </>
  );
}

function Survey({ page: { texts, answers }, answer }: StepProps) {
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
      <PressButton name="continue" disabled={hydrated && !chosen}>
        Continue
      </PressButton>
    </StepForm>
  );
}

function Feedback({ page: { texts, answers }, answer }: StepProps) {
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
        <PressButton name="continue" disabled={hydrated && text.trim() === ""}>
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

function FreeMonth({ page: { texts }, answer }: StepProps) {
  return (
    <>
      <p className="text-muted">{texts.freeMonth.text}</p>
      <div className="mt-5 rounded-card border-2 border-blue p-5">
        <p className="flex flex-wrap items-center justify-between gap-x-3">
          <span className="text-xl font-extrabold">{gift.name}</span>
          <span className="text-2xl font-extrabold text-green-ink tabular-nums">
            {dollars(gift.dueNow ?? gift.current)} today
          </span>
        </p>
        <CheckedList items={gift.benefits} />
      </div>
      <StepForm>
        <FormMessage message={answer?.message} />
        <PressButton name="accept">Get my free month</PressButton>
        <PressButton name="notInterested" tone="quiet">
          I'm not interested
        </PressButton>
      </StepForm>
      <p className="mt-3 text-sm text-muted">{offerTerms(gift)}</p>
    </>
  );
}

function LoseItAll({ page: { texts, supportEmail, last, subscription }, answer }: StepProps) {
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
        <input type="hidden" name="subscription" value={subscription} />
        <Unconfirmed answer={answer} supportEmail={supportEmail} />
        <PressButton name="cancel" tone="danger">
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

interface View {
  /** Address of the illustration. */
  art: string;
  StepBody: (props: StepProps) => ReactNode;
}

/** The nine steps in their order, by the names of their texts. */
export const views: Record<keyof StepTexts, View> = {
  benefits: { art: "/images/unsubscribe/benefits.svg", StepBody: Benefits },
  wait: { art: "/images/states/waiting.svg", StepBody: PleaseWait },
  currentPlan: { art: "/images/unsubscribe/plan.svg", StepBody: CurrentPlan },
  planChange: { art: "/images/unsubscribe/discount.svg", StepBody: PlanChange },
  madeTheMost: { art: "/images/unsubscribe/tips.svg", StepBody: MadeTheMost },
  survey: { art: "/images/unsubscribe/survey.svg", StepBody: Survey },
  feedback: { art: "/images/unsubscribe/feedback.svg", StepBody: Feedback },
  freeMonth: { art: "/images/unsubscribe/gift.svg", StepBody: FreeMonth },
  loseItAll: { art: "/images/unsubscribe/lose-it-all.svg", StepBody: LoseItAll },
};
