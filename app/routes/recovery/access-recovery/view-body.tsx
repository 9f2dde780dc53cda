import { buttonStyle } from "~/components/button";
import { FormMessage } from "~/components/form-message";
import type { Trap } from "~/components/trap-fields";
import { addresses } from "~/web/addresses";
import type { MailAnswer } from "../password-recovery/mail-request.server.ts";
import { RecoveryForm } from "../password-recovery/recovery-form.tsx";
import type { CreationAnswer } from "./create-account.server.ts";
import { CreateAccount } from "./create-account.tsx";
import { ExistingAccountLinks, Notice, SendLink } from "./notices.tsx";
import type { View } from "./views.server.ts";

export const titles: Record<View["kind"], string> = {
  recovery: "Access Recovery",
  ready: "Your account is ready",
  create: "Create Your Account",
  activated: "Your account has already been activated",
  "no-subscription": "No Active Subscription",
  "refused-link": "This link does not work any more",
  limited: "Please wait a little",
  unavailable: "Something went wrong",
};

interface ViewBodyProps {
  view: View;
  id: string;
  trap: Trap | undefined;
  answer: MailAnswer | CreationAnswer | undefined;
}

export function ViewBody({ view, id, trap, answer }: ViewBodyProps) {
  const creation = answer && "form" in answer ? answer : undefined;
  // After a failure half-way the account may be there; the form stays, so that a second try can complete it.
  if (view.kind === "create" || (creation && ["activated", "unavailable"].includes(view.kind)))
    return (
      <>
        <p className="text-muted">
          Your subscription is ready. Choose a password of 6 characters or more, and your dashboard
          opens.
        </p>
        <CreateAccount
          email={view.kind === "create" ? view.email : (creation?.email ?? "")}
          answer={creation}
          trap={trap}
        />
      </>
    );
  const message = <FormMessage message={answer?.message} hint={answer?.hint} />;
  switch (view.kind) {
    case "recovery":
      return (
        <>
          <p className="text-muted">
            Enter the email of your subscription. We will send you a link to choose a password and
            open your account.
          </p>
          <RecoveryForm answer={answer} trap={trap} submit="Send email">
            <a href={addresses.passwordRecovery} className={buttonStyle("plain", "-mt-2 w-full")}>
              I have an account: restore my password
            </a>
          </RecoveryForm>
        </>
      );
    case "activated":
      return (
        <Notice art="/images/breach/safe.svg">
          {view.tied ? (
            <p>Sign in with your email and password. Forgot it? Restore it in a minute.</p>
          ) : (
            <p>
              This subscription is not connected to it yet. We can send a link that connects them to
              the email of the subscription.
            </p>
          )}
          {message}
          {!view.tied && (
            <SendLink id={id} trap={trap}>
              Send email
            </SendLink>
          )}
          <ExistingAccountLinks primary={view.tied} />
        </Notice>
      );
    case "no-subscription":
      return (
        <Notice art="/images/states/empty.svg">
          <p role="alert" className="text-lg">
            It seems like you don't have a subscription anymore
          </p>
          {message}
          <p className="text-muted">
            If you have just bought one, open the link in your confirmation again, or have it sent
            to you.
          </p>
          <a href={addresses.accessRecovery} className={buttonStyle("primary", "w-full")}>
            Send me my link
          </a>
          <a href={addresses.home} className={buttonStyle("plain", "w-full")}>
            See our plans
          </a>
        </Notice>
      );
    case "refused-link":
      return (
        <Notice art="/images/states/failing.svg">
          <p>
            {view.reason === "expired"
              ? "Links in our mails work for 24 hours, and this one is older."
              : "It is incomplete, was changed on its way, or was meant for something else."}{" "}
            Ask for a new mail and use the link in it.
          </p>
          {message}
          {id ? (
            <SendLink id={id} trap={trap}>
              Send me a new link
            </SendLink>
          ) : (
            <a href={addresses.accessRecovery} className={buttonStyle("primary", "w-full")}>
              Send me a new link
            </a>
          )}
          <a href={addresses.signIn} className={buttonStyle("plain", "w-full")}>
            Back to sign in
          </a>
        </Notice>
      );
    case "ready":
      return (
        <Notice art="/images/states/waiting.svg">
          <p>
            Your password is set. Your subscription does not show yet, which seldom takes more than
            a minute. Then sign in with your email and the password you have just chosen.
          </p>
          <a href={addresses.signIn} className={buttonStyle("primary", "w-full")}>
            Sign in
          </a>
        </Notice>
      );
    case "limited":
      return (
        <Notice art="/images/states/waiting.svg">
          <p role="alert">{view.message}</p>
        </Notice>
      );
    case "unavailable":
      return (
        <Notice art="/images/states/failing.svg">
          <p>We cannot look up your subscription just now. Please try again in a moment.</p>
          {message}
          <a href={view.here} className={buttonStyle("primary", "w-full")}>
            Try again
          </a>
        </Notice>
      );
  }
}
