import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireSubscriber } from "~/features/account/guards.server";
import { addresses } from "~/platform/values/addresses";

/** The flow begins at its first step. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireSubscriber(request);
  return redirect(addresses.unsubscribeStep(0));
}
