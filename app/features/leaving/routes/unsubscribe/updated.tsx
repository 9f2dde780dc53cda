import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { requireSubscriber } from "~/features/account/guards.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { addresses } from "~/platform/values/addresses";
import { UpdatedSheet } from "./ends.tsx";
import { readMembership } from "./membership.server.ts";
import { hasNewPlan } from "./press.server.ts";

export const handle: PageHandle = { hydrate: true };

export const meta: MetaFunction = () => pageMeta("Plan updated");

/** Shown only after a change of plan in the flow. */
export async function loader({ request }: LoaderFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  const { updated, situation, subscription, cancellation } = await readMembership(subscriber);
  const goesOn = subscription?.status === "active" && !cancellation;
  const isUpdated = updated !== null || (goesOn && (await hasNewPlan(subscriber.uid, situation)));
  return isUpdated ? null : redirect(addresses.unsubscribeStep(0));
}

export default function Updated() {
  return <UpdatedSheet />;
}
