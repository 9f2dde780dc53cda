import { buttonStyle, SubmitButton } from "~/design/button";
import { EmailField } from "~/design/email-field";
import { EntryPage } from "~/design/entry-page";
import { FormMessage } from "~/design/form-message";
import { FormToken } from "~/design/form-token";
import { MailSentNotice } from "~/design/mail-sent-notice";
import { TrapFields } from "~/design/trap-fields";
import { addresses } from "~/platform/values/addresses";
import { MissingSubscription } from "../missing-subscription.tsx";
import type { AskView } from "./views.ts";

/** Asks for the address to mail a sign-in link to. */
export function AskPage({ ask }: { ask: AskView }) {
  const notice = ask.missingSubscription ? <MissingSubscription /> : ask.sent && <LinkSent />;
  return (
    <EntryPage title="Sign in by email" dialog={notice}>
      <p className="text-muted">
        Enter the email of your account. We will send you a link that signs you in, without a
        password.
      </p>
      <form
        method="post"
        action={addresses.signInByLink}
        noValidate
        className="flex flex-col gap-5"
      >
        <FormToken />
        <TrapFields fields={ask.trap} />
        <FormMessage message={ask.message} hint={ask.hint} errors={{ email: ask.error }} />
        <EmailField email={ask.email} error={ask.error} />
        <SubmitButton>Email me a link</SubmitButton>
        <a href={addresses.signIn} className={buttonStyle("plain", "-mt-2 w-full")}>
          Back to sign in
        </a>
      </form>
    </EntryPage>
  );
}

/** Says the same whether or not there is an account. */
function LinkSent() {
  return (
    <MailSentNotice>
      <p>
        If this email belongs to a subscription, a link is on its way. Open it within 15 minutes, on
        this device or another.
      </p>
      <p>
        No email after a few minutes? Check your spam folder, ask for another link, or sign in with
        your password.
      </p>
    </MailSentNotice>
  );
}
