import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireSubscriber } from "~/features/account/guards.server";
import { isRunning } from "~/features/account/subscription";
import { renewalOf } from "~/features/leaving/cancellation.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { addresses, queryOf } from "~/platform/values/addresses";
import { canceledEnd, endOfPlan } from "./canceled-end.server.ts";
import { CanceledSheet } from "./ends.tsx";
import { readMembership } from "./membership.server.ts";

export const handle: PageHandle = { hydrate: true };

export const meta: MetaFunction<typeof loader> = ({ data }) => pageMeta(data?.title ?? "");

/**
 * Shows the current state of the cancellation, or of that of the subscription that `canceledAddress` names. Without one it
 * redirects to the last step.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  const { subscription, subscriptions, others, cancellation } = await readMembership(subscriber, {
    fresh: true,
  });
  if (!subscription) return canceledEnd("unknown");
  const asked = queryOf(request).get("subscription");
  const named = subscriptions.find((one) => one.id === asked && isRunning(one));
  if (named && named !== subscription) {
    const renewal = await renewalOf(named);
    const goOn = subscription.status === "active" && !cancellation ? [subscription] : [];
    if (renewal !== "active")
      return endOfPlan(named, renewal === "canceled" ? "canceled" : undefined, [
        ...goOn,
        ...others,
      ]);
  }
  const isCanceled = subscription.status === "canceled" || cancellation === "just-confirmed";
  if (!isCanceled && !cancellation) return redirect(addresses.unsubscribeStep(8));
  return endOfPlan(subscription, isCanceled ? "canceled" : undefined, others);
}

export default function Canceled() {
  return <CanceledSheet {...useLoaderData<typeof loader>()} />;
}
