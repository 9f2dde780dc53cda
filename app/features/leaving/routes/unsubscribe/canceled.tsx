import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireSubscriber } from "~/features/account/guards.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { addresses } from "~/platform/values/addresses";
import { canceledEnd, endOfPlan } from "./canceled-end.server.ts";
import { CanceledSheet } from "./ends.tsx";
import { readMembership } from "./membership.server.ts";

export const handle: PageHandle = { hydrate: true };

export const meta: MetaFunction<typeof loader> = ({ data }) => pageMeta(data?.title ?? "");

/** Shows the current state of the cancellation. Without one it redirects to the last step. */
export async function loader({ request }: LoaderFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  const { subscription, others, cancellation } = await readMembership(subscriber, { fresh: true });
  if (!subscription) return canceledEnd("unknown");
  const isCanceled = subscription.status === "canceled" || cancellation === "just-confirmed";
  if (!isCanceled && !cancellation) return redirect(addresses.unsubscribeStep(8));
  return endOfPlan(subscription, isCanceled ? "canceled" : undefined, others);
}

export default function Canceled() {
  return <CanceledSheet {...useLoaderData<typeof loader>()} />;
}
