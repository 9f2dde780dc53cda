import type { LoaderFunctionArgs } from "@remix-run/node";
import { signInHeaders } from "~/features/account/sign-in-headers.server";
import { visitorOf } from "~/features/ways-in/services/enter.server";
import { endGoogle } from "~/features/ways-in/services/google.server";
import { attemptOf, forgetAttempt } from "~/features/ways-in/services/google-attempts.server";
import { answerIn } from "~/platform/languages/languages.server";
import { clearSessionCookie } from "~/platform/session/session.server";
import { addresses, safeRedirect } from "~/platform/values/addresses";
import {
  afterRefusal,
  afterSignIn,
  callbackAddress,
  goTo,
  requireGoogle,
} from "./answers.server.ts";

/** Where Google sends the person back to, with a code and the state (docs/product.md#google). Draws no page. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  requireGoogle();
  // A link checker must not use the state up.
  if (request.method !== "GET") return goTo(addresses.signIn);
  const { search, searchParams } = new URL(request.url);
  const attempt = await attemptOf(request, searchParams.get("state") ?? "");
  if (attempt?.language) answerIn(attempt.language);
  const callback = callbackAddress(request);
  callback.search = search;
  const ended = await endGoogle(callback, attempt, visitorOf(request, context));

  const place = { popup: attempt?.popup ?? null, target: safeRedirect(attempt?.target) };
  const spent = attempt ? [await forgetAttempt(attempt)] : [];
  switch (ended.outcome) {
    case "signed-in": {
      const headers = await signInHeaders(request, ended.account);
      return goTo(afterSignIn(place), [...spent, ...headers.getSetCookie()]);
    }
    case "no-subscription":
      return goTo(afterRefusal(place, ended.outcome), [...spent, await clearSessionCookie()]);
    case "refused":
      return goTo(afterRefusal(place, ended.code), spent);
  }
}
