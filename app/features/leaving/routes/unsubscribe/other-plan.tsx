import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { buttonStyle, SubmitButton } from "~/design/button";
import { Dialog } from "~/design/dialog";
import { FormToken } from "~/design/form-token";
import { env } from "~/env.server";
import { requireSubscriber } from "~/features/account/guards.server";
import { otherPlanAddress, otherPlans } from "~/features/account/other-plans";
import { placeIn } from "~/features/account/place.server";
import { findMainSubscription, type Subscription } from "~/features/account/subscription";
import { lastKnownSubscriptions, subscriptionsOf } from "~/features/account/subscriptions.server";
import { cancelOwn, renewalOf } from "~/features/leaving/cancellation.server";
import { prescribed } from "~/features/leaving/rules/law";
import { obligationsOn } from "~/features/leaving/services/obligations.server";
import { otherPlanWords } from "~/features/leaving/services/shown-words.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import type { Subscriber } from "~/platform/session/session.server";
import { unlessDown } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { canceledEnd, endOfPlan } from "./canceled-end.server.ts";
import { CanceledSheet, Summary, Unconfirmed } from "./ends.tsx";
import { summaryOf } from "./last-step.server.ts";
import { answerToCancel, type PressAnswer } from "./press.server.ts";

export const handle: PageHandle = {
  hydrate: true,
  outcome: (answer: PressAnswer) => answer.canceled?.title,
};

export const meta: MetaFunction<typeof loader> = ({ data: page }) =>
  pageMeta(page?.end?.title ?? page?.words.title ?? "");

/** Undefined while subscriptions cannot be looked up. */
async function planOf(subscriber: Subscriber, id: string | undefined) {
  const read = await unlessDown(subscriptionsOf(subscriber, { fresh: true }));
  const subscriptions = read ?? lastKnownSubscriptions(subscriber.uid);
  if (!subscriptions) return undefined;
  const plan = otherPlans(subscriptions).find((one) => one.id === id);
  if (!plan) throw new Response(null, { status: 404 });
  return { plan, main: findMainSubscription(subscriptions) };
}

/** What is said of it if it does not go on. */
async function endOfOther(plan: Subscription) {
  const renewal = await renewalOf(plan);
  if (renewal === "active") return undefined;
  return endOfPlan(plan, renewal === "canceled" ? "plan-canceled" : undefined);
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  const found = await planOf(subscriber, params.subscription);
  const asked = { words: otherPlanWords, supportEmail: env.SUPPORT_EMAIL };
  if (!found)
    return { ...asked, press: undefined, summary: undefined, end: canceledEnd("unknown") };
  const { plan, main } = found;
  const [end, place] = await Promise.all([endOfOther(plan), placeIn(plan, subscriber.uid, main)]);
  const now = Date.now();
  return {
    ...asked,
    press: prescribed(obligationsOn(place, now), "confirmCancel"),
    summary: summaryOf(plan, place, now),
    end,
  };
}

export async function action({ request, params: { subscription: id = "" } }: ActionFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  const userAgent = request.headers.get("user-agent") ?? "";
  const known = lastKnownSubscriptions(subscriber.uid) ?? [];
  const plan = known.find((one) => one.id === id);
  // As the page has looked it up.
  const place = await placeIn(plan, subscriber.uid, findMainSubscription(known));
  const result = await cancelOwn(subscriber, userAgent, { id, place, step: "other-plan" });
  return answerToCancel(result, { done: otherPlanAddress(id), end: "plan-canceled" });
}

/** The press that cancels a plan besides the main one (docs/product.md#my-plan). */
export default function OtherPlan() {
  const { words, supportEmail, press, summary, end } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const busy = useNavigation().formMethod === "POST";
  const shown = answer ? answer.canceled : end;
  if (shown) return <CanceledSheet {...shown} />;
  return (
    <Dialog title={words.title} closeTo={addresses.myPlan}>
      <p className="text-muted">{words.text}</p>
      {summary && <Summary rows={summary} />}
      <Form method="post" className="mt-6 flex flex-col gap-3">
        <FormToken />
        <Unconfirmed answer={answer} supportEmail={supportEmail} />
        <SubmitButton tone="danger" busy={busy} disabled={busy}>
          <span lang={press?.language}>{press?.text ?? words.press}</span>
        </SubmitButton>
        <Link to={addresses.myPlan} preventScrollReset className={buttonStyle("quiet")}>
          Keep this plan
        </Link>
      </Form>
    </Dialog>
  );
}
