import offers from "content:offers";
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import {
  Form,
  Link,
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
  useNavigation,
} from "@remix-run/react";
import { useEffect, useRef } from "react";
import { SubmitButton } from "~/design/button";
import { Dialog } from "~/design/dialog";
import { FormToken } from "~/design/form-token";
import { NamedIcon } from "~/design/icons";
import { env } from "~/env.server";
import { requireSubscriber } from "~/features/account/guards.server";
import { costOf, describePlan } from "~/features/account/plan";
import type { Subscription } from "~/features/account/subscription";
import { hasCancelNow } from "~/features/leaving/rules/law";
import type { StepNumber } from "~/features/leaving/rules/unsubscribe-answers";
import {
  firstStep,
  isAllowed,
  isReachable,
  type LeavingRules,
  type Situation,
  stepNumber,
  steps,
  stepToResume,
} from "~/features/leaving/rules/unsubscribe-flow";
import { noAnswers } from "~/features/leaving/rules/unsubscribe-state";
import { textsOfSteps } from "~/features/leaving/services/shown-words.server";
import { readForm } from "~/platform/http/forms/parse-form.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMetaAfter } from "~/platform/pages/page-meta";
import { readSession } from "~/platform/session/session.server";
import { addresses } from "~/platform/values/addresses";
import { canceledEnd } from "./canceled-end.server.ts";
import { CanceledSheet, UpdatedSheet } from "./ends.tsx";
import { lastStep } from "./last-step.server.ts";
import { readMembership } from "./membership.server.ts";
import {
  carryOutStep,
  type PressAnswer,
  standingOfOffer,
  toldOfOrder,
  wentThroughLater,
} from "./press.server.ts";
import type { StepProps } from "./step-parts.tsx";
import { views } from "./steps.tsx";

export const handle: PageHandle = {
  hydrate: true,
  outcome: (answer: PressAnswer) => answer.canceled?.title,
};

/**
 * What 'Cancel now' was refused is said by the last step, to which it posts. Where no answer came (`null`), the step stays. A plan
 * that is gone (404) is shown no longer.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  actionStatus = 200,
  actionResult,
  currentParams,
  nextParams,
}) =>
  actionStatus < 400 ||
  actionStatus === 404 ||
  (!!actionResult && currentParams.step !== nextParams.step);

/** Any of the nine steps, with a link back and a button that cancels at once. */
function StepView(props: StepProps) {
  const { step, back, texts } = props.page;
  // During a rollout a process of an earlier release may answer, which does not say the name.
  const { name = Object.keys(views)[step] as keyof typeof views } = props.page;
  const { art, StepBody } = views[name];
  const isInFlight = useNavigation().formData?.has("press");
  const top = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of step scrolls (docs/product.md#nine-steps)
  useEffect(() => {
    top.current?.scrollIntoView({ block: "end" });
  }, [step]);
  return (
    <Dialog
      key={step}
      title={texts[name].title}
      closeTo={addresses.dashboard}
      shape="panel"
      art={
        <div ref={top} className="-mt-8 mb-5">
          {back && (
            <Link
              to={back}
              preventScrollReset
              aria-label="Back"
              className="absolute top-3 start-3 grid size-11 place-items-center rounded-full text-ink hover:bg-tint"
            >
              <NamedIcon name="back" />
            </Link>
          )}
          <img src={art} alt="" width="320" height="240" className="mx-auto h-auto w-48" />
        </div>
      }
    >
      <StepBody {...props} />
      {props.page.cancelsNow && (
        <Form
          method="post"
          action={addresses.unsubscribeStep(8)}
          preventScrollReset
          className="mt-8 border-t border-line pt-5 text-center text-sm text-muted"
        >
          <FormToken />
          <input type="hidden" name="shown" value={step} />
          <input type="hidden" name="subscription" value={props.page.subscription} />
          <p className="mb-3 text-balance">
            Already decided? Your access stays until the term ends.
          </p>
          <SubmitButton name="press" value="cancel" tone="outline" disabled={isInFlight}>
            Cancel now
          </SubmitButton>
          {step !== 8 && (
            <Link
              to={addresses.unsubscribeStep(8)}
              preventScrollReset
              className="mt-3 font-bold text-blue-ink inline-block py-1 underline underline-offset-4"
            >
              Cancel membership
            </Link>
          )}
        </Form>
      )}
    </Dialog>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) =>
  pageMetaAfter(
    page && !page.canceled ? page.texts[page.name]?.title : undefined,
    "Cancel membership",
  );

function knownStep(text: string | undefined) {
  const step = stepNumber(text);
  if (step === undefined) throw new Response(null, { status: 404 });
  return step;
}

/** Guards and reads in parallel: in sequence, two reads from a hanging system would exceed the page's time limit. */
async function requireMembership(request: Request) {
  const [subscriber, membership] = await Promise.all([
    requireSubscriber(request),
    readSession(request).then((session) => session && readMembership(session)),
  ]);
  return { subscriber, ...(membership ?? (await readMembership(subscriber))) };
}

/** The step to show in the place of one that the law of the place or the answers so far bar; undefined if it may be shown. */
function insteadOf(step: StepNumber, situation: Situation, wayOut: LeavingRules) {
  if (!isAllowed(step, wayOut)) return firstStep(wayOut);
  return isReachable(step, situation) ? undefined : stepToResume(situation);
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const asked = stepNumber(params.step);
  const [membership, standing] = await Promise.all([
    requireMembership(request),
    readSession(request).then((session) => session && standingOfOffer(session.uid, asked)),
  ]);
  const { situation, subscription, cancellation, obligations } = membership;
  const step = knownStep(params.step);
  // Not after a POST: billing's refusal is shown on the step, beside the button.
  if (cancellation && context.method !== "POST") return redirect(addresses.membershipCanceled);
  if (subscription?.status === "canceled")
    return { canceled: true as const, end: canceledEnd("already", { others: membership.others }) };
  const instead = insteadOf(step, situation, obligations);
  if (instead !== undefined) {
    // It is offered no more.
    const hasUpdated = wentThroughLater(standing);
    return redirect(hasUpdated ? addresses.planUpdated : addresses.unsubscribeStep(instead));
  }
  const { name, automatic, presses, back } = steps[step];
  const next = automatic && presses[automatic.press]?.(situation);
  const { select, stars, feedback } = situation.answers ?? noAnswers;
  return {
    canceled: false as const,
    supportEmail: env.SUPPORT_EMAIL,
    texts: textsOfSteps(obligations),
    step,
    name,
    answers: { select, stars, feedback },
    told: toldOfOrder(standing),
    plan: subscription && planOf(subscription),
    /** For the press that cancels: until then another plan may have become the main one. */
    subscription: subscription?.id,
    back:
      back && firstStep(obligations) === 0 ? addresses.unsubscribeStep(back(situation)) : undefined,
    cancelsNow: hasCancelNow(step, obligations),
    last: step === 8 ? lastStep(membership) : undefined,
    continues:
      automatic && typeof next === "number"
        ? { to: addresses.unsubscribeStep(next), after: automatic.after }
        : undefined,
  };
}

function planOf(subscription: Subscription) {
  const plan = describePlan(subscription.planCode, offers.plans);
  return { ...plan, cost: costOf(subscription, plan) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { subscriber, situation, updated, obligations, place } = await requireMembership(request);
  const step = knownStep(params.step);
  const form = await readForm(request);
  const name = String(form.get("press"));
  const instead = insteadOf(step, situation, obligations);
  if (instead !== undefined) {
    // A double press: the first one changed the plan, so the second one gets the same result.
    if (name === "accept" && updated !== null) return redirect(addresses.planUpdated);
    // Or its answer was lost, or came to nobody: bought once, it is not bought again.
    const isBought =
      name === "accept" && (await standingOfOffer(subscriber.uid, step))?.state === "bought";
    if (!isBought) return redirect(addresses.unsubscribeStep(instead));
  }
  const userAgent = request.headers.get("user-agent") ?? "";
  return carryOutStep({ subscriber, step, name, form, situation, userAgent, place });
}

/** One of the nine steps, as a dialog over the dashboard. */
export default function Unsubscribe() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as PressAnswer | undefined;
  // This press has canceled it: say 'canceled', and not 'already canceled', even if the subscription shows it by now.
  if (answer?.canceled) return <CanceledSheet {...answer.canceled} />;
  if (page.canceled) return <CanceledSheet {...page.end} />;
  if (answer?.ended === "updated") return <UpdatedSheet />;
  return <StepView page={page} answer={answer === undefined ? page.told : answer} />;
}
