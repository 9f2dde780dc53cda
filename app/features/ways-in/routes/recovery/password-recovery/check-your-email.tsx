import { MailSentNotice } from "~/design/mail-sent-notice";
import { queryOf } from "~/platform/values/addresses";
import type { SentMail } from "./mail-request.server.ts";

/** The mail named in `?sent=`. */
export function sentMail(request: Request): SentMail | undefined {
  const sent = queryOf(request).get("sent");
  return sent === "reset" || sent === "activation" ? sent : undefined;
}

/** What was sent, and what to do with it. */
export function CheckYourEmail({ mail }: { mail: SentMail }) {
  return (
    <MailSentNotice>
      {mail === "activation" ? (
        <>
          <p className="text-lg font-bold text-ink">First, let's activate your account!</p>
          <p>
            We've sent a link to the email address of your subscription. Open it within 24 hours and
            choose a password to get to your dashboard.
          </p>
        </>
      ) : (
        <p>We've sent you a link to choose a new password. Then sign in with the new password.</p>
      )}
      <p>No email after a few minutes? Check your spam folder, too.</p>
    </MailSentNotice>
  );
}
