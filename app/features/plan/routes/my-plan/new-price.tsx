import { Form } from "@remix-run/react";
import { SubmitButton } from "~/design/button";
import { FormMessage } from "~/design/form-message";
import { FormToken } from "~/design/form-token";
import { inMoney } from "~/features/account/offer";
import type { AnnouncedPrice } from "~/features/leaving/price-consent.server";
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
        <Form method="post" className="mt-4">
          <FormToken />
          <input type="hidden" name="price" value={id} />
          <div className="mb-2 empty:hidden">
            <FormMessage message={message} />
          </div>
          <SubmitButton name="press" value="agree-to-price" tone="outline">
            I agree to the new price
          </SubmitButton>
        </Form>
      )}
    </section>
  );
}
