import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { currentSubscriber } from "~/features/account/guards.server";
import { visitorOf } from "~/features/ways-in/services/enter.server";
import { beginGoogle, callOffGoogle } from "~/features/ways-in/services/google.server";
import { keepAttempt } from "~/features/ways-in/services/google-attempts.server";
import { fieldText, readForm } from "~/platform/http/forms/parse-form.server";
import { currentLanguage } from "~/platform/languages/languages.server";
import { addresses, queryOf } from "~/platform/values/addresses";
import {
  afterRefusal,
  afterSignIn,
  callbackAddress,
  googlePlaceOf,
  goTo,
  popupOf,
  requireGoogle,
} from "./answers.server.ts";

/** Begins a sign-in with Google (docs/product.md#google): keeps what it must bring back in a cookie, and leads to Google's page. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  requireGoogle();
  if (request.method !== "GET") return goTo(addresses.signIn);
  const place = googlePlaceOf(queryOf(request));
  if (await currentSubscriber(request)) return goTo(afterSignIn(place));
  const begun = await beginGoogle(callbackAddress(request).href, visitorOf(request, context));
  if (begun.outcome === "refused") return goTo(afterRefusal(place, begun.code));
  const kept = { ...begun.attempt, ...place, language: currentLanguage() };
  return goTo(begun.url.href, await keepAttempt(request, kept));
}

/** Calls a popup off that this page has opened: it was closed, or another one was opened. */
export async function action({ request, context }: ActionFunctionArgs) {
  requireGoogle();
  const popup = popupOf(fieldText(await readForm(request), "popup"));
  if (!popup) return new Response(null, { status: 400 });
  const isCalledOff = await callOffGoogle(popup, context.clientAddress);
  return new Response(null, { status: isCalledOff ? 204 : 429 });
}
