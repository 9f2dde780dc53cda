import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { addresses } from "~/web/addresses";
import type { PageHandle } from "~/web/document/page-handle";
import { pageMeta } from "~/web/document/page-meta";
import { requireSubscriber } from "~/web/session/guards.server";
import { UpdatedSheet } from "./ends.tsx";
import { readMembership } from "./membership.server.ts";

export const handle: PageHandle = { hydrate: true };

export const meta: MetaFunction = () => pageMeta("Plan updated");

/** Shown only after a change of plan in the flow. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { updated } = await readMembership(await requireSubscriber(request));
  return updated ? null : redirect(addresses.unsubscribeStep(0));
}

export default function Updated() {
  return <UpdatedSheet />;
}
