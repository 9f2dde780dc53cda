import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { buttonStyle, SubmitButton } from "~/components/button";
import { Dialog } from "~/components/dialog";
import { FormToken } from "~/components/form-token";
import { type IconName, NamedIcon } from "~/components/icons";
import { waitInWords } from "~/domain/waiting";
import { requestCancellationMail } from "~/services/cancellation-mail.server";
import { addresses } from "~/web/addresses";
import type { PageHandle } from "~/web/document/page-handle";
import { pageMeta } from "~/web/document/page-meta";
import { requireSubscriber } from "~/web/session/guards.server";

export const handle: PageHandle = { hydrate: true };

export const meta: MetaFunction = () => pageMeta("Cancel");

const benefits: readonly [IconName, string][] = [
  ["trend", "Who came, who left and who likes you most, counted every day"],
  ["insights", "Recommendations made for your own profile"],
  ["safety", "Guides against stalkers, and the check of your email for breaches"],
  ["news", "What is new on Instagram, before everyone else does it"],
];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSubscriber(request);
  return { sent: new URL(request.url).searchParams.has("sent") };
}

export async function action({ request }: ActionFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  const asked = await requestCancellationMail(subscriber);
  switch (asked.outcome) {
    case "sent":
      return redirect(`${addresses.cancelByMail}?sent`);
    case "already-canceled":
      return redirect(addresses.myPlan);
    case "limited": {
      const message = `We have sent you several mails already. Look for them in your inbox, or ask for another in ${waitInWords(asked.wait)}.`;
      const retryAfter = String(Math.ceil(asked.wait / 1_000));
      return data({ message }, { status: 429, headers: { "retry-after": retryAfter } });
    }
    case "no-subscription":
      return data({ message: "We found no running main plan for your account." }, 409);
    case "no-address":
    case "unavailable":
      return data(
        {
          message:
            "The mail could not be sent. Please try again in a moment, or cancel here without a mail.",
        },
        503,
      );
  }
}

/** The e-mail cancel modal (spec 2, 'My Plan panel'). */
export default function CancelByMail() {
  const { sent } = useLoaderData<typeof loader>();
  return sent ? <Sent /> : <MailForm />;
}

function MailForm() {
  const message = useActionData<typeof action>()?.message;
  const busy = useNavigation().formMethod === "POST";
  return (
    <Dialog
      title="We are sorry to see you go"
      closeTo={addresses.myPlan}
      art={<Art name="goodbye" />}
    >
      <p>This is what you have with your plan until it ends:</p>
      <ul className="mt-4 flex flex-col gap-3">
        {benefits.map(([icon, text]) => (
          <li key={icon} className="flex gap-3">
            <NamedIcon name={icon} className="mt-0.5 size-5 text-blue-ink" />
            {text}
          </li>
        ))}
      </ul>
      <Form method="post" className="mt-6 flex flex-col gap-3">
        <FormToken />
        <p role="alert" className="font-semibold text-red-ink empty:hidden">
          {message}
        </p>
        <Link to={addresses.myPlan} preventScrollReset className={buttonStyle("primary")}>
          Keep my plan
        </Link>
        <SubmitButton tone="quiet" busy={busy} disabled={busy}>
          Email me a cancellation link
        </SubmitButton>
        <a href={addresses.unsubscribe} className={buttonStyle("quiet")}>
          Look at my options first
        </a>
        <a href={addresses.unsubscribeStep(8)} className={buttonStyle("plain")}>
          Cancel membership
        </a>
      </Form>
    </Dialog>
  );
}

function Sent() {
  return (
    <Dialog
      title="We've sent you a confirmation email"
      closeTo={addresses.myPlan}
      art={<NamedIcon name="mail" className="mb-4 size-12 text-blue-ink" />}
    >
      <p role="status">
        Open the mail and press its button: that cancels your membership. The link works for 7 days.
        Until you press it, your plan goes on.
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

function Art({ name }: { name: string }) {
  return (
    <img
      src={`/images/unsubscribe/${name}.svg`}
      alt=""
      width="240"
      height="160"
      className="mx-auto mb-4 h-36 w-auto"
    />
  );
}
