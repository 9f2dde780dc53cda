import { buttonStyle, SubmitButton } from "~/design/button";
import { FormToken } from "~/design/form-token";
import { Notice } from "~/design/notice-dialog";
import { addresses } from "~/platform/values/addresses";
import { scriptHook } from "~/platform/values/script-hooks";

/** The modal after a sign-in without an active main plan (docs/product.md#ways-in). */
export function MissingSubscription() {
  return (
    <Notice
      title="Something went wrong..."
      art={
        <img
          src="/images/states/empty.svg"
          alt=""
          width="280"
          height="220"
          className="mx-auto mb-4 h-auto w-40"
        />
      }
    >
      <p className="mt-3 text-muted">
        We could not find a subscription for this account. Please check that your email and password
        are the ones you subscribed with, or buy a subscription to continue.
      </p>
      <form method="post" action={addresses.signIn} className="mt-6">
        <FormToken />
        <input type="hidden" name="intent" value="continue-to-billing" />
        <SubmitButton autoFocus>Continue</SubmitButton>
      </form>
      <a
        href={addresses.signIn}
        {...scriptHook("close")}
        className={buttonStyle("plain", "mt-2 w-full")}
      >
        Check email and password
      </a>
    </Notice>
  );
}
