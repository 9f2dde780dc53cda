import { isRefusal } from "~/features/account/identity.server";
import type { Subscription } from "~/features/account/subscription";
import { sendActivation, tellIfElsewhere } from "~/features/ways-in/services/activation.server";
import {
  askAhead,
  enter,
  reportFailure,
  type SignIn,
  signInUnavailable,
  type Visitor,
} from "~/features/ways-in/services/enter.server";
import { checkPassword } from "~/features/ways-in/services/password-sign-in.server";
import { beginPasswordTry } from "~/features/ways-in/services/sign-in-limits.server";
import { createLimit } from "~/platform/store/rate-limits.server";
import { isUnanswered, orElse } from "~/platform/upstream/upstream.server";
import { clientNetwork } from "~/platform/values/client-network";
import { isUserError, messageFor } from "~/platform/values/identity-messages";
import { inBackground } from "~/platform/work/background.server";

/** One report per client in 15 minutes, so that repeated tries do not flood the log and the sink. Metrics count all. */
const limitReports = createLimit("too-many-tries", { points: 1, seconds: 15 * 60 });

/**
 * Signs in with the provider, then requires a running main plan (docs/product.md#ways-in and docs/product.md#error-words). A failure is reported without the
 * credentials (docs/product.md#every-page). If the person's input was wrong, the activation mail is sent as well.
 * @param device its id, if the browser has signed in as this e-mail before
 */
export async function signIn(
  { email, password }: { email: string; password: string },
  { userAgent, clientAddress }: Visitor,
  device: string | undefined,
): Promise<SignIn> {
  const attempt = await beginPasswordTry(email, clientAddress, device);
  if (!attempt.allowed) {
    if ((await limitReports.take(clientNetwork(clientAddress))) === undefined)
      reportFailure("sign_in_failed", "too-many-tries", email, userAgent);
    const message = messageFor("auth/too-many-requests");
    return { outcome: "limited", message, wait: attempt.wait };
  }
  return orElse(
    async () => {
      let subscriptions: Promise<Subscription[]> | undefined;
      const account = await checkPassword(email, password, (right) => {
        subscriptions = askAhead(right);
      });
      if (isRefusal(account)) {
        reportFailure("sign_in_failed", account.code, email, userAgent);
        if (isUserError(account.code)) inBackground("activation", sendActivation(email));
        if (account.code === "auth/user-disabled")
          inBackground("activation", tellIfElsewhere(email));
        return { outcome: "refused", message: messageFor(account.code) };
      }
      await attempt.succeeded();
      return await enter(account, { way: "password", userAgent }, subscriptions);
    },
    async (failure) => {
      if (isUnanswered(failure) && failure.system === "identity") await attempt.undecided();
      return signInUnavailable(failure, { email, userAgent });
    },
  );
}
