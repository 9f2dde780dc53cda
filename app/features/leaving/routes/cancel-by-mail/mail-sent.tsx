import { Link } from "@remix-run/react";
import { buttonStyle } from "~/design/button";
import { Dialog } from "~/design/dialog";
import { NamedIcon } from "~/design/icons";
import { addresses } from "~/platform/values/addresses";
import { say } from "~/platform/values/say";

export const mailSentHeading = (): string => say`We've sent you a confirmation email`;

/** Confirms that the link was mailed; nothing is canceled yet. */
export function MailSent() {
  return (
    <Dialog
      title={mailSentHeading()}
      closeTo={addresses.myPlan}
      art={<NamedIcon name="mail" className="mb-4 size-12 text-blue-ink" />}
    >
      <p role="status">
        Open the email and press its button to cancel your membership. The link works for 7 days.
        Until you press it, your plan continues.
      </p>
      <Link
        to={addresses.myPlan}
        preventScrollReset
        className={buttonStyle("primary", "mt-6 w-full")}
      >
        Got it
      </Link>
    </Dialog>
  );
}
