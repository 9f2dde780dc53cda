import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { buttonStyle, SubmitButton } from "~/design/button";
import { FormMessage } from "~/design/form-message";
import { FormToken } from "~/design/form-token";
import { TrapFields } from "~/design/trap-fields";
import type { Unreadable } from "~/platform/tokens/tokens.server";
import { addresses } from "~/platform/values/addresses";
import type { MailAnswer } from "../password-recovery/mail-request.server.ts";
import type { showRecovery, View } from "./answers.server.ts";

/** An illustration above a message and its links. */
function Notice({ art, children }: { art: string; children: ReactNode }) {
  return (
    <div className="flex flex-1 flex-col gap-4">
      <img src={art} alt="" width="196" height="154" className="mx-auto my-2 h-38.5 w-49" />
      {children}
    </div>
  );
}

/** Why the last press failed. */
export function Refusal() {
  const answer = useActionData() as Partial<MailAnswer> | undefined;
  return <FormMessage message={answer?.message} hint={answer?.hint} />;
}

/** A button that mails a new signed link to the subscription's own address. */
function SendLink({ children }: { children: string }) {
  const { id } = useLoaderData<typeof showRecovery>();
  return (
    <form method="post" action={`${addresses.accessRecovery}?${new URLSearchParams({ id })}`}>
      <FormToken />
      <TrapFields />
      <input type="hidden" name="intent" value="send-link" />
      <SubmitButton>{children}</SubmitButton>
    </form>
  );
}

export function AlreadyActivated({ tied, signInAs }: Extract<View, { kind: "activated" }>) {
  return (
    <Notice art="/images/breach/safe.svg">
      {signInAs && (
        <p>
          Your account has another address than this subscription: {signInAs}. Sign in with that
          address.
        </p>
      )}
      {tied ? (
        <p>Sign in with your email and password. If you forgot the password, you can restore it.</p>
      ) : (
        <p>
          This subscription is not connected to your account yet. We can send a link that connects
          them to the email address of the subscription.
        </p>
      )}
      <Refusal />
      {!tied && <SendLink>Send email</SendLink>}
      <a href={addresses.signIn} className={buttonStyle(tied ? "primary" : "quiet", "w-full")}>
        Sign in
      </a>
      <a href={addresses.passwordRecovery} className={buttonStyle("plain", "w-full")}>
        Restore password
      </a>
    </Notice>
  );
}

export function NoSubscription() {
  return (
    <Notice art="/images/states/empty.svg">
      <p role="alert" className="text-lg">
        It seems like you don't have a subscription anymore
      </p>
      <Refusal />
      <p className="text-muted">
        If you have just bought one, open the link in your confirmation again, or let us send you a
        new one.
      </p>
      <a href={addresses.accessRecovery} className={buttonStyle("primary", "w-full")}>
        Send me my link
      </a>
      <a href={addresses.home} className={buttonStyle("plain", "w-full")}>
        See our plans
      </a>
    </Notice>
  );
}

export function RefusedLinkNotice({ reason }: { reason: Unreadable }) {
  return (
    <Notice art="/images/states/failing.svg">
      <p>
        {reason === "expired"
          ? "Links in our emails work for 24 hours, and this one is older."
          : "It is incomplete, was changed on its way, or was meant for something else."}{" "}
        Ask for a new email and use the link in it.
      </p>
      <Refusal />
      <SendLink>Send me a new link</SendLink>
      <a href={addresses.signIn} className={buttonStyle("plain", "w-full")}>
        Back to sign in
      </a>
    </Notice>
  );
}

export function Ready() {
  return (
    <Notice art="/images/states/waiting.svg">
      <p>
        Your password is set. Your subscription does not show yet, which seldom takes more than a
        minute. Then sign in with your email and your new password.
      </p>
      <a href={addresses.signIn} className={buttonStyle("primary", "w-full")}>
        Sign in
      </a>
    </Notice>
  );
}

export function Limited({ message }: { message: string }) {
  return (
    <Notice art="/images/states/waiting.svg">
      <p role="alert">{message}</p>
    </Notice>
  );
}

/** @param retry the page's own address */
export function UnavailableNotice({ retry }: { retry: string }) {
  return (
    <Notice art="/images/states/failing.svg">
      <p>We cannot look up your subscription just now. Please try again in a moment.</p>
      <Refusal />
      <a href={retry} className={buttonStyle("primary", "w-full")}>
        Try again
      </a>
    </Notice>
  );
}
