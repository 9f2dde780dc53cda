import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { addresses } from "~/web/addresses";
import { requireSubscriber } from "~/web/session/guards.server";

/** `?unsubscription=true` opens the unsubscribe flow (spec 4). */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireSubscriber(request);
  const { searchParams } = new URL(request.url);
  if (searchParams.get("unsubscription") === "true") return redirect(addresses.unsubscribeStep(0));
  return null;
}

/** The dashboard without a dialog. */
export default function NoDialog() {
  return null;
}
