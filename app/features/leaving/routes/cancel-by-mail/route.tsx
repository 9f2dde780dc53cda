import promises from "content:promises";
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { buttonStyle, SubmitButton } from "~/design/button";
import { Dialog } from "~/design/dialog";
import { FormMessage } from "~/design/form-message";
import { FormToken } from "~/design/form-token";
import { type IconName, NamedIcon } from "~/design/icons";
import { env } from "~/env.server";
import { requireSubscriber } from "~/features/account/guards.server";
import { startOfLeaving } from "~/features/leaving/place-rules.server";
import { requestCancellationMail } from "~/features/leaving/services/cancellation-mail.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMetaAfter } from "~/platform/pages/page-meta";
import { addresses, queryOf } from "~/platform/values/addresses";
import { type Promised, promisedBy } from "~/platform/values/promises";
import { say } from "~/platform/values/say";
import { retryAfter, waitInWords } from "~/platform/values/waiting";

export const handle: PageHandle = { hydrate: true };

const mailSentHeading = (): string => say`We've sent you a confirmation email`;

/** Confirms that the link was mailed; nothing is canceled yet. */
function MailSent() {
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

/** Passes on Retry-After. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: MetaFunction<typeof loader> = ({ data: page }) =>
  pageMetaAfter(page?.sent ? mailSentHeading() : undefined, "Cancel");

export async function loader({ request }: LoaderFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  const sent = queryOf(request).has("sent");
  // Where a law asks for the direct way, leaving begins at the step that cancels, without options before it.
  const hasOptions = (await startOfLeaving(subscriber)) !== addresses.unsubscribeStep(8);
  return { sent, hasOptions, texts: promises[promisedBy(env.ANALYSIS_SOURCES)].cancelByMail };
}

export async function action({ request }: ActionFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  const result = await requestCancellationMail(subscriber);
  switch (result.outcome) {
    case "sent":
      return redirect(`${addresses.cancelByMail}?sent`);
    case "already-canceled":
      return redirect(addresses.myPlan);
    case "limited": {
      const message = say`We have already sent you several emails. Please check your inbox and your spam folder, or ask for another in ${waitInWords(result.wait)}.`;
      return data({ message }, { status: 429, headers: retryAfter(result.wait) });
    }
    case "no-subscription":
      return data(
        { message: say`We found no active plan on your account, so there is nothing to cancel.` },
        409,
      );
    case "no-address":
      return data(
        {
          message: say`Your subscription has no email address that we could write to. You can cancel here without an email.`,
        },
        409,
      );
    case "unavailable":
      return data(
        {
          message: say`We could not send the email. Please try again in a moment, or cancel here without an email.`,
        },
        503,
      );
  }
}

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
  hasOptions: boolean;
  texts: Texts;
}

/** The dialog that offers to mail a cancellation link. */
function MailForm({ message, hasOptions, texts }: MailFormProps) {
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
        {hasOptions && (
          <a href={addresses.unsubscribe} className={buttonStyle("quiet")}>
            See my options first
          </a>
        )}
        <a href={addresses.unsubscribeStep(8)} className={buttonStyle("plain")}>
          Cancel membership
        </a>
      </Form>
    </Dialog>
  );
}

/** The e-mail cancel modal (docs/product.md#my-plan). */
export default function CancelByMail() {
  const { sent, hasOptions, texts } = useLoaderData<typeof loader>();
  const message = useActionData<typeof action>()?.message;
  return sent ? <MailSent /> : <MailForm message={message} hasOptions={hasOptions} texts={texts} />;
}
