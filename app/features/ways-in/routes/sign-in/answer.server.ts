import { data, redirect } from "@remix-run/node";
import { signInHeaders } from "~/features/account/sign-in-headers.server";
import type { SignIn } from "~/features/ways-in/services/enter.server";
import { tryAgain } from "~/features/ways-in/services/recovery.server";
import { clearSessionCookie } from "~/platform/session/session.server";
import { queryOf, safeRedirect } from "~/platform/values/addresses";

/** What the page of a way in shows after a try. */
export interface SignInAnswer {
  /** As typed. */
  email?: string | undefined;
  errors?: Partial<Record<string, string>>;
  message?: string;
  missingSubscription?: boolean;
}

/**
 * Answers a try with a password or a passkey: the session and the way to where the person wanted to go, or why not.
 * @param cookie a Set-Cookie value that goes with the session
 */
export async function answerTry(
  request: Request,
  result: SignIn,
  { email, cookie }: { email?: string; cookie?: string },
) {
  switch (result.outcome) {
    case "signed-in": {
      const target = safeRedirect(queryOf(request).get("redirectTo"));
      const headers = await signInHeaders(request, result.account);
      if (cookie) headers.append("set-cookie", cookie);
      return redirect(target, { headers });
    }
    case "refused":
      return data<SignInAnswer>({ email, message: result.message }, 401);
    case "limited": {
      const { words, headers } = tryAgain(result.wait);
      return data<SignInAnswer>(
        { email, message: `${result.message} ${words}` },
        { status: 429, headers },
      );
    }
    case "unavailable":
      return data<SignInAnswer>({ email, message: result.message }, 503);
    case "no-subscription":
      return data<SignInAnswer>(
        { email, missingSubscription: true },
        { status: 403, headers: { "set-cookie": await clearSessionCookie() } },
      );
  }
}
