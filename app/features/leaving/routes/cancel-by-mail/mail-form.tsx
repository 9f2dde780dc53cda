import type promises from "content:promises";
import { Form, Link, useNavigation } from "@remix-run/react";
import { buttonStyle, SubmitButton } from "~/design/button";
import { Dialog } from "~/design/dialog";
import { FormMessage } from "~/design/form-message";
import { FormToken } from "~/design/form-token";
import { type IconName, NamedIcon } from "~/design/icons";
import { addresses } from "~/platform/values/addresses";
import type { Promised } from "~/platform/values/promises";
import { say } from "~/platform/values/say";

type Texts = (typeof promises)[Promised]["cancelByMail"];

const benefitsOf = ({ people, recommendations }: Texts): readonly [IconName, string][] => [
  ["trend", people],
  ["insights", recommendations],
  ["safety", say`Guides on dealing with stalkers, and checks of your email for data breaches`],
  ["news", say`What is new on Instagram, before everyone else knows it`],
];

interface MailFormProps {
  /** Why the last attempt failed. */
  message: string | undefined;
  texts: Texts;
}

/** The dialog that offers to mail a cancellation link. */
export function MailForm({ message, texts }: MailFormProps) {
  const busy = useNavigation().formMethod === "POST";
  return (
    <Dialog
      title="We are sorry to see you go"
      closeTo={addresses.myPlan}
      art={
        <img
          src="/images/unsubscribe/goodbye.svg"
          alt=""
          width="240"
          height="160"
          className="mx-auto mb-4 h-36 w-auto"
        />
      }
    >
      <p>This is what your plan gives you until it ends:</p>
      <ul className="mt-4 flex flex-col gap-3">
        {benefitsOf(texts).map(([icon, text]) => (
          <li key={icon} className="flex gap-3">
            <NamedIcon name={icon} className="mt-0.5 size-5 text-blue-ink" />
            {text}
          </li>
        ))}
      </ul>
      <Form method="post" className="mt-6 flex flex-col gap-3">
        <FormToken />
        <FormMessage message={message} />
        <Link to={addresses.myPlan} preventScrollReset className={buttonStyle("primary")}>
          Keep my plan
        </Link>
        <SubmitButton tone="quiet" busy={busy} disabled={busy}>
          Email me a cancellation link
        </SubmitButton>
        <a href={addresses.unsubscribe} className={buttonStyle("quiet")}>
          See my options first
        </a>
        <a href={addresses.unsubscribeStep(8)} className={buttonStyle("plain")}>
          Cancel membership
        </a>
      </Form>
    </Dialog>
  );
}
