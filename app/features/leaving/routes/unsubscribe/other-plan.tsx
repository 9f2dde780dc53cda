import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { buttonStyle, SubmitButton } from "~/design/button";
import { Dialog } from "~/design/dialog";
import { FormToken } from "~/design/form-token";
import { env } from "~/env.server";
import { requireSubscriber } from "~/features/account/guards.server";
import { placeIn } from "~/features/account/place.server";
import { plansBeside } from "~/features/account/product";
import { findMainSubscription } from "~/features/account/subscription";
import { lastKnownSubscriptions, subscriptionsOf } from "~/features/account/subscriptions.server";
import { cancelNamed, placed, renewalOf } from "~/features/leaving/cancellation.server";
import { prescribed } from "~/features/leaving/rules/law";
import { obligationsOn } from "~/features/leaving/services/obligations.server";
import { otherPlanWords } from "~/features/leaving/services/shown-words.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import type { Subscriber } from "~/platform/session/session.server";
import { unlessDown } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { type CanceledEnd, canceledEnd } from "./canceled-end.server.ts";
import { CanceledSheet } from "./ends.tsx";
import { summaryOf } from "./last-step.server.ts";
import { answerToCancel } from "./press.server.ts";
import { Summary } from "./summary.tsx";
import { Unconfirmed } from "./unconfirmed.tsx";

export const handle: PageHandle = { hydrate: true };

export const meta: MetaFunction<typeof loader> = ({ data: page }) =>
  pageMeta(page?.end?.title ?? page?.asked?.words.title ?? "");

/** The running plan, besides the main one, that the address names, and the main one. While it cannot be looked up, no page depends on it. */
async function planOf(subscriber: Subscriber, id: string | undefined) {
  const read = await unlessDown(subscriptionsOf(subscriber, { fresh: true }));
  const subscriptions = read ?? lastKnownSubscriptions(subscriber.uid);
  if (!subscriptions) return undefined;
  const plan = plansBeside(subscriptions).find((one) => one.id === id);
  if (!plan) throw new Response(null, { status: 404 });
  return { plan, main: findMainSubscription(subscriptions) };
}

interface Shown {
  /** What is asked before the press. */
  asked?: {
    words: typeof otherPlanWords;
    press: ReturnType<typeof prescribed>;
    summary: ReturnType<typeof summaryOf>;
    supportEmail: string;
  };
  /** What is said once it is canceled, or cannot be looked up. */
  end?: CanceledEnd;
}

export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Shown> {
  const subscriber = await requireSubscriber(request);
  const found = await planOf(subscriber, params.subscription);
  if (!found) return { end: canceledEnd("unknown") };
  const { plan, main } = found;
  const [renewal, place] = await Promise.all([
    renewalOf(plan),
    placeIn(placed(plan, main), subscriber.uid),
  ]);
  if (renewal === "canceled") return { end: canceledEnd("plan-canceled") };
  // Not after a POST: billing's refusal is shown beside the button.
  if (renewal === "being-canceled" && context.method !== "POST")
    return { end: canceledEnd("received") };
  const now = Date.now();
  return {
    asked: {
      words: otherPlanWords,
      press: prescribed(obligationsOn(place, now), "confirmCancel"),
      summary: summaryOf(plan, now),
      supportEmail: env.SUPPORT_EMAIL,
    },
  };
}

export async function action({ request, params: { subscription: id = "" } }: ActionFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  const userAgent = request.headers.get("user-agent") ?? "";
  const result = await cancelNamed(subscriber, userAgent, id, "other-plan");
  return answerToCancel(result, { done: addresses.cancelOtherPlan(id), end: "plan-canceled" });
}

/** The press that cancels a plan besides the main one (docs/product.md#my-plan). */
export default function OtherPlan() {
  const { asked, ...page } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const busy = useNavigation().formMethod === "POST";
  const end = answer?.canceled ?? page.end;
  if (end || !asked) return end && <CanceledSheet {...end} />;
  return (
    <Dialog title={asked.words.title} closeTo={addresses.myPlan}>
      <p className="text-muted">{asked.words.text}</p>
      <Summary rows={asked.summary} />
      <Form method="post" className="mt-6 flex flex-col gap-3">
        <FormToken />
        <Unconfirmed answer={answer} supportEmail={asked.supportEmail} />
        <SubmitButton tone="danger" busy={busy} disabled={busy}>
          <span lang={asked.press?.language}>{asked.press?.text ?? asked.words.press}</span>
        </SubmitButton>
        <Link to={addresses.myPlan} preventScrollReset className={buttonStyle("quiet")}>
          Keep this plan
        </Link>
      </Form>
    </Dialog>
  );
}
