import { data, redirect } from "@remix-run/node";
import { signInHeaders } from "~/features/account/sign-in-headers.server";
import type { PasskeySignIn } from "~/features/ways-in/services/passkeys/sign-in.server";
import { tryAgain } from "~/features/ways-in/services/recovery.server";
import type { SignIn } from "~/features/ways-in/services/sign-in.server";
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

interface Shown {
  email?: string;
  /** Set-Cookie values that go with a session. */
  cookies?: readonly string[];
}

const page = (answer: SignInAnswer, init: number | ResponseInit) => data(answer, init);

/** Answers a try with a password or a passkey: the session and the way to where the person wanted to go, or why not. */
export async function answerTry(
  request: Request,
  result: SignIn | PasskeySignIn,
  { email, cookies = [] }: Shown = {},
) {
  switch (result.outcome) {
    case "signed-in": {
      const target = safeRedirect(queryOf(request).get("redirectTo"));
      const headers = await signInHeaders(request, result.account);
      for (const cookie of cookies) headers.append("set-cookie", cookie);
      return redirect(target, { headers });
    }
    case "refused":
      return page({ email, message: result.message }, 401);
    case "limited": {
      const { words, headers } = tryAgain(result.wait);
      return page({ email, message: `${result.message} ${words}` }, { status: 429, headers });
    }
    case "unavailable":
      return page({ email, message: result.message }, 503);
    case "no-subscription":
      return page(
        { email, missingSubscription: true },
        { status: 403, headers: { "set-cookie": await clearSessionCookie() } },
      );
  }
}
