import { createHash } from "node:crypto";
import { reportEvent } from "~/clients/events.server";
import { isRefusal } from "~/clients/identity.server";
import { log } from "~/clients/log.server";
import { createLimit } from "~/clients/rate-limits.server";
import { subscriptionsOf } from "~/clients/subscriptions.server";
import { UpstreamError } from "~/clients/upstream.server";
import { clientNetwork } from "~/domain/client-network";
import type { EventName } from "~/domain/event";
import { isUserError, messageFor, somethingWentWrong } from "~/domain/identity-messages";
import { findMainSubscription } from "~/domain/subscription";
import { env } from "~/env.server";
import { sendActivation } from "~/services/activation.server";
import { inBackground } from "~/services/background.server";
import { noteUse } from "~/services/connections/note-use.server";
import { checkPassword, type SignedInAccount } from "~/services/password-check.server";
import { beginPasswordTry } from "~/services/sign-in-limits.server";

export type SignIn =
  | { outcome: "signed-in"; account: SignedInAccount }
  /** The provider refused. `message`: from the catalogue of spec 8. */
  | { outcome: "refused"; message: string }
  /** Too many wrong tries. `wait`: milliseconds until the next try is allowed. */
  | { outcome: "limited"; message: string; wait: number }
  /** The account has no running main plan, so it is not authorised (spec 4). */
  | { outcome: "no-subscription" }
  /** An outside system did not answer, so the sign-in could not be decided. */
  | { outcome: "unavailable"; message: string };

/** One report per client in 15 minutes, so that repeated tries do not flood the log and the sink. Metrics count all. */
const limitReports = createLimit("too-many-tries", { points: 1, seconds: 15 * 60 });

interface Visitor {
  userAgent: string;
  clientAddress: string;
  /** Device id, if the browser has signed in as this e-mail before. */
  device: string | undefined;
}

/**
 * Signs in with the provider, then requires a running main plan (spec 4, 8). A failure is reported without the
 * credentials (contract 9). If the person's input was wrong, the activation mail is sent as well.
 */
export async function signIn(
  { email, password }: { email: string; password: string },
  { userAgent, clientAddress, device }: Visitor,
): Promise<SignIn> {
  const attempt = await beginPasswordTry(email, clientAddress, device);
  if (!attempt.allowed) {
    if ((await limitReports.take(clientNetwork(clientAddress))) === undefined)
      reportFailure("sign_in_failed", "too-many-tries", email, userAgent);
    const message = messageFor("auth/too-many-requests");
    return { outcome: "limited", message, wait: attempt.wait };
  }
  try {
    const account = await checkPassword(email, password);
    if (isRefusal(account)) {
      if (!isUserError(account.code)) await attempt.undecided();
      reportFailure("sign_in_failed", account.code, email, userAgent);
      if (account.code === "auth/user-not-found")
        reportEvent({ event: "user_is_not_found", userAgent });
      if (isUserError(account.code)) inBackground("activation", sendActivation(email));
      return { outcome: "refused", message: messageFor(account.code) };
    }
    await attempt.succeeded();
    const subscriptions = await subscriptionsOf(account, { fresh: true });
    if (findMainSubscription(subscriptions, env.BUNDLE_ID)) {
      inBackground("last use", noteUse(account.uid));
      return { outcome: "signed-in", account };
    }
    reportFailure("subscription_is_not_found", "no-main-plan", email, userAgent);
    return { outcome: "no-subscription" };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (error.system === "identity") await attempt.undecided();
    reportFailure("sign_in_unavailable", `${error.system}/${error.kind}`, email, userAgent);
    const unreachable = error.system === "identity" && error.kind !== "malformed";
    return {
      outcome: "unavailable",
      message: unreachable ? messageFor("auth/network-request-failed") : somethingWentWrong,
    };
  }
}

/** Contract 9: the log gets the e-mail's SHA-256 and no password. */
function reportFailure(event: EventName, reason: string, email: string, userAgent: string): void {
  const emailSha256 = createHash("sha256").update(email.trim().toLowerCase()).digest("hex");
  log.warn({ source: "sign-in", reason, emailSha256 }, event);
  reportEvent({ event, reason, userAgent });
}
