import { Form } from "@remix-run/react";
import { SubmitButton } from "~/design/button";
import { FormMessage } from "~/design/form-message";
import { FormToken } from "~/design/form-token";
import { inMoney } from "~/features/account/offer";
import type { AnnouncedPrice, TrialConsent } from "~/features/leaving/price-consent.server";
import { formatDate } from "~/platform/values/dates";

/** A new price of the plan, and the press by which the subscriber agrees to it where the law of their place asks for one. */
export function NewPrice({
  price: { id, amount, currency, from, consent },
  message,
}: {
  price: AnnouncedPrice;
  message: string | undefined;
}) {
  return (
    <section aria-labelledby="new-price" className="mt-5 rounded-card bg-tint p-5">
      <h2 id="new-price" className="text-lg font-extrabold">
        {inMoney({ amount, currency })} from {formatDate(from)} on
      </h2>
      <p className="mt-2 text-sm text-muted">
        {consent === "not-needed"
          ? "If you do not want to pay it, cancel before that day."
          : consent === "given"
            ? "You have agreed to this price."
            : "It holds for you only if you agree. If you do not, nothing changes."}
      </p>
      {consent === "asked" && (
        <ConsentForm name="price" value={id} message={message}>
          I agree to the new price
        </ConsentForm>
      )}
    </section>
  );
}

/** The press by which a subscriber agrees that their trial becomes a plan, where the law of their place asks for one. */
export function AgreeToTrial({
  trial: { id, endsAt, isGiven },
  message,
}: {
  trial: TrialConsent;
  message: string | undefined;
}) {
  return (
    <section aria-labelledby="trial-end" className="mt-5 rounded-card bg-tint p-5">
      <h2 id="trial-end" className="text-lg font-extrabold">
        Your trial ends on {formatDate(endsAt)}
      </h2>
      {isGiven ? (
        <p className="mt-2 text-sm text-muted">You have agreed to go on with your plan after it.</p>
      ) : (
        <>
          <p className="mt-2 text-sm text-muted">
            Your plan goes on, and is charged, only if you agree. If you do not, it ends with the
            trial, and you pay nothing more.
          </p>
          <ConsentForm name="trial" value={id} message={message}>
            I agree to go on with my plan
          </ConsentForm>
        </>
      )}
    </section>
  );
}

interface ConsentFormProps {
  /** What is agreed to: the name of the field that says which, and which. */
  name: "price" | "trial";
  value: string;
  message: string | undefined;
  children: string;
}

function ConsentForm({ name, value, message, children }: ConsentFormProps) {
  return (
    <Form method="post" className="mt-4">
      <FormToken />
      <input type="hidden" name={name} value={value} />
      <div className="mb-2 empty:hidden">
        <FormMessage message={message} />
      </div>
      <SubmitButton name="press" value={`agree-to-${name}`} tone="outline">
        {children}
      </SubmitButton>
    </Form>
  );
}
