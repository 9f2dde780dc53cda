import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { addresses } from "~/web/addresses";
import { requireSubscriber } from "~/web/session/guards.server";

/** The flow begins at its first step. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireSubscriber(request);
  return redirect(addresses.unsubscribeStep(0));
}
