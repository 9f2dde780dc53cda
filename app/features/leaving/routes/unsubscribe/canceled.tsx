import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireSubscriber } from "~/features/account/guards.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { addresses } from "~/platform/values/addresses";
import { canceledEnd } from "./canceled-end.server.ts";
import { CanceledSheet } from "./ends.tsx";
import { readMembership } from "./membership.server.ts";

export const handle: PageHandle = { hydrate: true };

export const meta: MetaFunction = () => pageMeta("Membership canceled");

/** Shows the current state of the cancellation. Without one it redirects to the last step. */
export async function loader({ request }: LoaderFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  const { subscription, cancellation } = await readMembership(subscriber, { fresh: true });
  if (!subscription) return canceledEnd("unknown");
  if (subscription.status === "canceled") return canceledEnd("canceled");
  if (cancellation === "waiting") return canceledEnd("received");
  if (cancellation === "just-confirmed") return canceledEnd("canceled");
  return redirect(addresses.unsubscribeStep(8));
}

export default function Canceled() {
  return <CanceledSheet {...useLoaderData<typeof loader>()} />;
}
