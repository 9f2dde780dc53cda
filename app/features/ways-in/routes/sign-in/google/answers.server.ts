import { redirect } from "@remix-run/node";
import { googleProblemOf } from "~/features/ways-in/rules/google-problems";
import { isGoogleOffered } from "~/features/ways-in/store/google.server";
import { ownAddress } from "~/platform/http/gate/own-address.server";
import { addresses, safeRedirect } from "~/platform/values/addresses";

/** @throws a 404 where there is no sign-in with Google (docs/product.md#google) */
export function requireGoogle(): void {
  if (!isGoogleOffered) throw new Response(null, { status: 404 });
}

/** Where a sign-in with Google goes on: in its popup, whose channel this is, or in the page. */
export interface Place {
  popup: string | null;
  target: string;
}

/** The target is kept in a cookie, one for each tab: together they must not make a request's headers too large. */
const maxTarget = 400;

/** The channel of a popup, which its page has chosen. */
const popupForm = /^[\w-]{16,64}$/;

/** @returns null for a text that names no channel */
export const popupOf = (text: string | null) => (text && popupForm.test(text) ? text : null);

/** Reads the place from an address. A channel of another form, or a target outside of this app, is not accepted. */
export function googlePlaceOf(query: URLSearchParams): Place {
  const target = safeRedirect(query.get("redirectTo"));
  return {
    popup: popupOf(query.get("popup")),
    target: target.length > maxTarget ? addresses.dashboard : target,
  };
}

/** Google's page and ours follow each other in one popup, and this header would cut it off from its opener. */
export const popupHeaders = { "cross-origin-opener-policy": "unsafe-none" };

/** Redirects to a clean address: neither the code nor the state may stay in one. */
export function goTo(target: string, cookies: readonly string[] = []) {
  const headers = new Headers({
    "cache-control": "private, no-store",
    "referrer-policy": "no-referrer",
    ...popupHeaders,
  });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return redirect(target, { status: 303, headers });
}

/** What follows a sign-in that has succeeded. */
export const afterSignIn = ({ popup, target }: Place) =>
  popup === null ? target : doneAddress({ popup, redirectTo: target });

/** What follows one that has not. @param code of the refusal; `no-subscription` where the plan is missing */
export function afterRefusal({ popup, target }: Place, code: string): string {
  const redirectTo: Record<string, string> =
    target === addresses.dashboard ? {} : { redirectTo: target };
  const problem = code === "no-subscription" ? code : googleProblemOf(code);
  if (popup !== null) return doneAddress({ popup, problem, ...redirectTo });
  const said: Record<string, string> = code === "no-subscription" ? { plan: "none" } : { problem };
  return `${addresses.signIn}?${new URLSearchParams({ ...said, ...redirectTo })}`;
}

const doneAddress = (query: Record<string, string>) =>
  `${addresses.googleDone}?${new URLSearchParams(query)}`;

/** Where Google sends people back to. */
export const callbackAddress = (request: Request): URL =>
  ownAddress(request, addresses.googleCallback);
