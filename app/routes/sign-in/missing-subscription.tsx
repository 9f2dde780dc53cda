import { buttonStyle, SubmitButton } from "~/components/button";
import { addresses } from "~/web/addresses";

/** Shown after a sign-in without a running main plan (spec 2, 'Something went wrong...'). */
export function MissingSubscription() {
  return (
    <dialog
      open
      aria-labelledby="missing-subscription"
      className="fixed inset-0 z-40 m-0 flex h-dvh max-h-none w-full max-w-none items-end justify-center overflow-y-auto bg-[rgb(8_15_33/0.55)] text-ink sm:items-center"
    >
      <div className="w-full max-w-app rounded-t-3xl bg-surface px-6 pt-8 pb-6 shadow-float sm:rounded-3xl">
        <h2 id="missing-subscription" className="text-2xl font-extrabold">
          Something went wrong...
        </h2>
        <p className="mt-4">
          We could not find a subscription for this account. Please check that your email and
          password are the ones you subscribed with, or buy a subscription to go on.
        </p>
        <form method="post" className="mt-6">
          <input type="hidden" name="intent" value="continue-to-billing" />
          <SubmitButton>Continue</SubmitButton>
        </form>
        <a href={addresses.signIn} className={buttonStyle("plain", "mt-2 w-full")}>
          Check email and password
        </a>
      </div>
    </dialog>
  );
}
