import { NoticeDialog } from "~/components/notice-dialog";
import { addresses } from "~/web/addresses";
import type { SentMail } from "./mail-request.server.ts";

/** The mail named in `?sent=`. */
export function sentMail(request: Request): SentMail | undefined {
  const sent = new URL(request.url).searchParams.get("sent");
  return sent === "reset" || sent === "activation" ? sent : undefined;
}

/** The 'Check your email' modal (spec 2), shown once a mail was sent. */
export function CheckYourEmail({ mail }: { mail: SentMail }) {
  return (
    <NoticeDialog
      title="Check your email"
      action={{ label: "Got it", to: addresses.signIn }}
      art={
        <img
          src="/images/states/mail-sent.svg"
          alt=""
          width="160"
          height="120"
          className="mx-auto mb-4 h-30 w-40"
        />
      }
    >
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
    </NoticeDialog>
  );
}
