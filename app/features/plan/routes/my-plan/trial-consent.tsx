import { Form } from "@remix-run/react";
import { SubmitButton } from "~/design/button";
import { FormMessage } from "~/design/form-message";
import { FormToken } from "~/design/form-token";
import type { TrialConsent } from "~/features/leaving/price-consent.server";
import { formatDate } from "~/platform/values/dates";

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
          <Form method="post" className="mt-4">
            <FormToken />
            <input type="hidden" name="trial" value={id} />
            <div className="mb-2 empty:hidden">
              <FormMessage message={message} />
            </div>
            <SubmitButton name="press" value="agree-to-trial" tone="outline">
              I agree to go on with my plan
            </SubmitButton>
          </Form>
        </>
      )}
    </section>
  );
}
