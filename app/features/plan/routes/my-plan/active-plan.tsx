import { Link } from "@remix-run/react";
import { type ReactNode, useId } from "react";
import { buttonStyle } from "~/design/button";
import { NamedIcon } from "~/design/icons";
import { useLookAgain } from "~/design/look-again";
import type { Plan } from "~/features/account/plan";
import type { Renewal } from "~/features/leaving/cancellation.server";
import { addresses } from "~/platform/values/addresses";
import { formatDate } from "~/platform/values/dates";

type PlanToShow = Plan & {
  startedAt: number;
  /** In the reader's language. */
  cost: string;
};
type ShownPlan = PlanToShow &
  (
    | { state: Renewal }
    /** `left`: milliseconds until the plan can be shown. */
    | { state: "fetching"; left: number }
  );

/** The plan with its price and the button that cancels it. */
export function ActivePlan({ plan }: { plan: ShownPlan | undefined }) {
  if (!plan) return <p>You have no active plan.</p>;
  return (
    <section aria-labelledby="active-plan" className="rounded-card border border-line p-5">
      {plan.state === "fetching" ? (
        <Fetching left={plan.left} />
      ) : (
        <PlanHead heading="active-plan" plan={plan} />
      )}
      <div className="mt-5 border-t border-line pt-5">
        <Cancel state={plan.state} />
      </div>
    </section>
  );
}

interface PlanHeadProps {
  /** The id of the heading. */
  heading: string;
  plan: PlanToShow & { state: Renewal };
}

function PlanHead({ heading, plan }: PlanHeadProps) {
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h2 id={heading} className="text-xl font-extrabold">
          {plan.name}
        </h2>
        <p className="rounded-full bg-tint px-3 py-1 text-sm font-bold text-blue-ink">
          {plan.state === "active" ? plan.status : "Canceled"}
        </p>
      </div>
      <p className="mt-2">
        <strong className="text-2xl font-extrabold">{plan.cost}</strong>{" "}
        <span className="text-muted">{plan.period}</span>
      </p>
      <p className="mt-1 text-sm text-muted">Since {formatDate(plan.startedAt)}</p>
    </>
  );
}

/** A plan besides the main one, and the way to cancel it. */
export function OtherPlan({ plan }: { plan: PlanToShow & { state: Renewal; cancelAt: string } }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="mt-4 rounded-card border border-line p-5">
      <PlanHead heading={heading} plan={plan} />
      <div className="mt-5 border-t border-line pt-5">
        {plan.state === "canceled" && (
          <p className="text-sm text-muted">
            It will not renew. You keep it until the end of the term that you have paid for.
          </p>
        )}
        {plan.state === "being-canceled" && (
          <p className="text-sm text-muted">
            We have your cancellation and are completing it. We will email you when it is done.
          </p>
        )}
        {plan.state === "active" && (
          <Link to={plan.cancelAt} preventScrollReset className={buttonStyle("quiet", "w-full")}>
            Cancel {plan.name}
          </Link>
        )}
      </div>
    </section>
  );
}

/** Milliseconds after which the page reloads the data of a new plan. */
const revalidateAfter = 15_000;

function Fetching({ left }: { left: number }) {
  useLookAgain(Math.min(left + 500, revalidateAfter));
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content="30" />
      </noscript>
      <h2 id="active-plan" className="flex items-center gap-3 text-xl font-extrabold">
        <span className="spinner text-blue-ink" aria-hidden="true" />
        Fetching plans
      </h2>
      <p className="mt-2 text-muted">
        Your subscription is new. Your plan will appear here within ten minutes of its start.
      </p>
    </>
  );
}

function Cancel({ state }: { state: ShownPlan["state"] }) {
  switch (state) {
    case "canceled":
      return (
        <CancelDisabled label="Canceled">
          Your plan will not renew. You keep your access until the end of the term that you have
          paid for.
        </CancelDisabled>
      );
    case "being-canceled":
      return (
        <CancelDisabled label="Canceled">
          We have your cancellation and are completing it. We will email you when it is done.
        </CancelDisabled>
      );
    case "fetching":
      return (
        <CancelDisabled label="Cancel">You can cancel as soon as your plan appears.</CancelDisabled>
      );
    case "active":
      return (
        <>
          <p className="flex gap-3 text-sm text-muted">
            <NamedIcon name="warning" className="size-5 text-red-ink" />
            If you cancel, you lose access to your analytics, guides and news at the end of the term
            that you have paid for.
          </p>
          <Link
            to={addresses.cancelByMail}
            preventScrollReset
            className={buttonStyle("quiet", "mt-4 w-full")}
          >
            Cancel
          </Link>
          <a href={addresses.unsubscribeStep(8)} className={buttonStyle("plain", "mt-1 w-full")}>
            Cancel membership right away
          </a>
        </>
      );
  }
}

function CancelDisabled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <p className="text-sm text-muted">{children}</p>
      <button type="button" disabled className={buttonStyle("quiet", "mt-4 w-full")}>
        {label}
      </button>
    </>
  );
}
