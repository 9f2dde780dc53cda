import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireSubscriber } from "~/features/account/guards.server";
import { startOfLeaving } from "~/features/leaving/place-rules.server";

/** Leaving begins at the step that the law of the place asks for. */
export async function loader({ request }: LoaderFunctionArgs) {
  return redirect(await startOfLeaving(await requireSubscriber(request)));
}
