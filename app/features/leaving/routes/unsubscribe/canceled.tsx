import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireSubscriber } from "~/features/account/guards.server";
import { otherPlanAddress } from "~/features/account/other-plans";
import { renewalOf } from "~/features/leaving/cancellation.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { addresses, queryOf } from "~/platform/values/addresses";
import { allOf } from "~/platform/values/listed";
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
  const named = subscriptions.find(({ id }) => id === asked);
  if (named && named !== subscription) {
    const renewal = named.status === "expired" ? "canceled" : await renewalOf(named);
    // Not to the last step, which would cancel the other one.
    if (renewal === "active") return redirect(otherPlanAddress(named.id));
    const main = subscription.status === "active" && !cancellation && subscription;
    const done = renewal === "canceled" ? "canceled" : undefined;
    return endOfPlan(named, done, allOf(main, ...others));
  }
  const isCanceled = subscription.status === "canceled" || cancellation === "just-confirmed";
  if (!isCanceled && !cancellation) return redirect(addresses.unsubscribeStep(8));
  return endOfPlan(subscription, isCanceled ? "canceled" : undefined, others);
}

export default function Canceled() {
  return <CanceledSheet {...useLoaderData<typeof loader>()} />;
}
