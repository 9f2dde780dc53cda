import { Form } from "@remix-run/react";
import { useId } from "react";
import { SubmitButton } from "~/design/button";
import { FormMessage } from "~/design/form-message";
import { FormToken } from "~/design/form-token";
import type { AskedConsent } from "~/features/leaving/price-consent.server";

/**
 * A new price or the end of a trial, and the press by which the subscriber agrees to it where the law of their place asks for
 * one. Its words are kept as they stand here.
 */
export function Consent({
  asked: { about, id, subscription, consent, title, text, press },
  message,
}: {
  asked: AskedConsent;
  message: string | undefined;
}) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="mt-5 rounded-card bg-tint p-5">
      <h2 id={heading} className="text-lg font-extrabold">
        {title}
      </h2>
      <p className="mt-2 text-sm text-muted">{text}</p>
      {consent === "asked" && (
        <Form method="post" className="mt-4">
          <FormToken />
          <input type="hidden" name={about} value={id} />
          <input type="hidden" name="subscription" value={subscription} />
          <div className="mb-2 empty:hidden">
            <FormMessage message={message} />
          </div>
          <SubmitButton name="press" value={`agree-to-${about}`} tone="outline">
            {press}
          </SubmitButton>
        </Form>
      )}
    </section>
  );
}
