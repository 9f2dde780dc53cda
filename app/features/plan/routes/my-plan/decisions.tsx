import { Form, useNavigation } from "@remix-run/react";
import { useId } from "react";
import { SubmitButton } from "~/design/button";
import { FormMessage } from "~/design/form-message";
import { FormToken } from "~/design/form-token";
import type { OpenDeclaration } from "~/features/leaving/own-declaration.server";
import type { AskedConsent } from "~/features/leaving/price-consent.server";
import { formatDate } from "~/platform/values/dates";

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
  const busy = useNavigation().formMethod === "POST";
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
          <SubmitButton name="press" value={`agree-to-${about}`} tone="outline" disabled={busy}>
            {press}
          </SubmitButton>
        </Form>
      )}
    </section>
  );
}

const names = { cancel: "cancellation", withdraw: "withdrawal" };

/** A declaration that was made without signing in: the subscriber may confirm or stop it. */
export function DeclarationToConfirm({
  declaration: { id, kind, declaredAt, dueAt, waitsForPress, subscription, planName },
  isMain,
  message,
}: {
  declaration: OpenDeclaration & { subscription: string; planName: string };
  isMain: boolean;
  message: string | undefined;
}) {
  const name = names[kind];
  const heading = `declaration-${id}`;
  const planId = `plan-${heading}`;
  const busy = useNavigation().formMethod === "POST";
  return (
    <section
      aria-labelledby={isMain ? heading : `${heading} ${planId}`}
      className="mb-5 rounded-card border-2 border-red-ink p-5"
    >
      <h2 id={heading} className="text-xl font-extrabold">
        A {name} was declared for your plan
      </h2>
      {!isMain && (
        <p id={planId} className="mt-1 font-bold">
          {planName}
        </p>
      )}
      <p className="mt-2 text-muted">
        It came by the public form on {formatDate(declaredAt)}.{" "}
        {waitsForPress
          ? "Nothing happens unless you confirm it."
          : dueAt === null
            ? "Unless you stop it, we carry it out."
            : `Unless you stop it, we carry it out on ${formatDate(dueAt)}.`}
      </p>
      <Form method="post" className="mt-4 flex flex-col gap-3">
        <FormToken />
        <input type="hidden" name="declaration" value={id} />
        <input type="hidden" name="subscription" value={subscription} />
        <FormMessage message={message} />
        <SubmitButton name="press" value="keep-plan" disabled={busy}>
          Keep my plan
        </SubmitButton>
        <SubmitButton name="press" value="cancel-now" tone="outline" disabled={busy}>
          {kind === "cancel" ? "Cancel now" : "Withdraw now"}
        </SubmitButton>
      </Form>
    </section>
  );
}
