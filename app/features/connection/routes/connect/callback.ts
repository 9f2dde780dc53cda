import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { currentSubscriber } from "~/features/account/guards.server";
import { finishConnecting } from "~/features/connection/services/connect.server";
import { addresses, queryOf } from "~/platform/values/addresses";
import { requireInstagram } from "./guard.server.ts";
import { redirectUriFor } from "./press.server.ts";

/**
 * Where Instagram sends the person back to, with a code and the state (docs/product.md#connection). Answers only by redirects to clean
 * addresses: neither may stay in an address of ours, and no page is drawn here.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  requireInstagram();
  const subscriber = await currentSubscriber(request);
  if (!subscriber) return clean(`${addresses.signIn}?redirectTo=${addresses.connect}`);
  // A link checker must not use the state up.
  if (request.method !== "GET") return clean(addresses.connect);
  const query = queryOf(request);
  const problem = await finishConnecting(subscriber, {
    redirectUri: redirectUriFor(request),
    code: query.get("code"),
    state: query.get("state"),
    error: query.get("error"),
  });
  return clean(problem ? addresses.connectProblem(problem) : addresses.connect);
}

const clean = (target: string) =>
  redirect(target, {
    status: 303,
    headers: { "referrer-policy": "no-referrer", "cache-control": "private, no-store" },
  });
