import { buttonStyle } from "~/design/button";
import { FormMessage } from "~/design/form-message";
import type { Trap } from "~/design/trap-fields";
import { addresses } from "~/platform/values/addresses";
import { sentences } from "~/platform/values/say";
import type { MailAnswer } from "../password-recovery/mail-request.server.ts";
import { RecoveryForm } from "../password-recovery/recovery-form.tsx";
import type { CreationAnswer } from "./create-account.server.ts";
import { CreateAccount } from "./create-account.tsx";
import {
  AlreadyActivated,
  Limited,
  NoSubscription,
  Ready,
  RefusedLinkNotice,
  UnavailableNotice,
} from "./notices.tsx";
import type { EmailAnswer } from "./show-email.server.ts";
import { ShowEmail } from "./show-email.tsx";
import type { View } from "./views.server.ts";

export const titles: Record<View["kind"], string> = sentences({
  recovery: "Access Recovery",
  ready: "Your account is ready",
  create: "Create Your Account",
  activated: "Your account has already been activated",
  "no-subscription": "No Active Subscription",
  "refused-link": "This link no longer works",
  limited: "Please wait a moment",
  unavailable: "Something went wrong",
});

interface ViewBodyProps {
  view: View;
  id: string;
  trap: Trap | undefined;
  answer: MailAnswer | CreationAnswer | EmailAnswer | undefined;
}

export function ViewBody({ view, id, trap, answer }: ViewBodyProps) {
  const posted = answer && "form" in answer ? answer : undefined;
  const asked = answer && !("form" in answer) ? answer : undefined;
  const creation = posted?.form === "create" ? posted : undefined;
  const given = posted?.form === "email" ? posted : undefined;
  // If the creation failed half-way, the account may exist; the form stays, so that a second attempt can complete it.
  if (view.kind === "create" || (creation && ["activated", "unavailable"].includes(view.kind))) {
    const isMasked = view.kind === "create" && view.isMasked && given?.email === undefined;
    return (
      <>
        <p className="text-muted">
          Your subscription is ready. Choose a password of 6 characters or more to open your
          dashboard.
        </p>
        <CreateAccount
          // Drawn anew once the whole email is known.
          key={given?.email}
          email={given?.email ?? (view.kind === "create" ? view.email : (creation?.email ?? ""))}
          isMasked={isMasked}
          answer={creation}
          trap={trap}
        />
        {isMasked && <ShowEmail answer={given} />}
      </>
    );
  }
  const message = <FormMessage message={answer?.message} hint={answer?.hint} />;
  switch (view.kind) {
    case "recovery":
      return (
        <>
          <p className="text-muted">
            Enter the email of your subscription. We will send you a link to choose a password and
            open your account.
          </p>
          <RecoveryForm answer={asked} trap={trap} submitLabel="Send email">
            <a href={addresses.passwordRecovery} className={buttonStyle("plain", "-mt-2 w-full")}>
              I have an account: restore my password
            </a>
          </RecoveryForm>
        </>
      );
    case "activated":
      return <AlreadyActivated tied={view.tied} id={id} trap={trap} message={message} />;
    case "no-subscription":
      return <NoSubscription message={message} />;
    case "refused-link":
      return <RefusedLinkNotice reason={view.reason} id={id} trap={trap} message={message} />;
    case "ready":
      return <Ready />;
    case "limited":
      return <Limited message={view.message} />;
    case "unavailable":
      return <UnavailableNotice retry={view.here} message={message} />;
  }
}
