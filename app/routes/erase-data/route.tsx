import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { endSession } from "~/clients/ended-sessions.server";
import { UpstreamError } from "~/clients/upstream.server";
import { buttonStyle, SubmitButton } from "~/components/button";
import { Dialog } from "~/components/dialog";
import { FormToken } from "~/components/form-token";
import { env } from "~/env.server";
import { forgetBreachCheck } from "~/services/breach-check.server";
import { requestErasure } from "~/services/erasure.server";
import { addresses } from "~/web/addresses";
import type { PageHandle } from "~/web/document/page-handle";
import { pageMeta } from "~/web/document/page-meta";
import { clearDeviceCookie } from "~/web/session/device-cookie.server";
import { requireSubscriber } from "~/web/session/guards.server";
import { clearSessionCookie, sessionEnd } from "~/web/session/session.server";

export const handle: PageHandle = { hydrate: true };

export const meta: MetaFunction = () => pageMeta("Erase my data");

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSubscriber(request);
  return { supportEmail: env.SUPPORT_EMAIL };
}

/** Keeps the request, erases what can go at once, and signs out. */
export async function action({ request }: ActionFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  const { outcome } = await requestErasure(subscriber);
  if (outcome === "failed" || outcome === "unknown")
    return data({ message: messages[outcome] }, 503);
  forgetBreachCheck(subscriber.sessionId);
  await endSession(subscriber.sessionId, sessionEnd(subscriber)).catch((error: unknown) => {
    // Refused in this process all the same; the cookie is gone from the browser either way.
    if (!(error instanceof UpstreamError)) throw error;
  });
  const headers = new Headers({ "set-cookie": await clearSessionCookie() });
  headers.append("set-cookie", await clearDeviceCookie());
  return redirect(addresses.dataErasure(outcome), { headers });
}

const messages = {
  failed:
    "We could not keep your request just now, so nothing was erased. Please try again in a moment.",
  unknown:
    "We could not confirm that we have your request: it may still be carried out. Please ask again in a moment; asking twice does no harm.",
};

const heading = "mt-5 font-bold";
const text = "mt-1 text-muted";

export default function EraseData() {
  const { supportEmail } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { state } = useNavigation();
  return (
    <Dialog title="Erase my data" closeTo={addresses.myPlan}>
      <p className="rounded-xl bg-tint px-4 py-3 font-semibold">
        This does not cancel your subscription: one that renews goes on renewing.{" "}
        <Link
          to={addresses.unsubscribeStep(8)}
          preventScrollReset
          className="text-blue-ink underline underline-offset-4"
        >
          Cancel membership
        </Link>
      </p>
      <h2 className={heading}>What we erase now</h2>
      <p className={text}>
        When you were last here, your answers when you thought of leaving, and our records of your
        orders and cancellations. What a running order or cancellation still needs goes as soon as
        that is completed.
      </p>
      <h2 className={heading}>What others keep</h2>
      <p className={text}>
        Billing keeps your subscription and payments for as long as the law requires. The sign-in
        provider keeps your account, so that you can still use what you have paid for.
      </p>
      <h2 className={heading}>The analysis of your profile</h2>
      <p className={text}>
        The analysis service keeps it; this app only reads it and cannot erase it. Your request is
        recorded for the people who run it. Ask about it at{" "}
        <a href={`mailto:${supportEmail}`} className="text-blue-ink underline">
          {supportEmail}
        </a>
        .
      </p>
      <h2 className={heading}>What we keep</h2>
      <p className={text}>
        A note with the number of your account and the date of your request, for 24 months, to be
        able to show that it was carried out.
      </p>
      <p role="alert" className="mt-5 font-semibold text-red-ink empty:hidden">
        {answer?.message}
      </p>
      <Form method="post" preventScrollReset className="mt-6 flex flex-col gap-3">
        <FormToken />
        <SubmitButton tone="danger" busy={state === "submitting"}>
          Erase my data and sign out
        </SubmitButton>
        <a href={addresses.myData} className={buttonStyle("quiet")}>
          Download my data first
        </a>
        <Link to={addresses.myPlan} preventScrollReset className={buttonStyle("plain")}>
          Keep my data
        </Link>
      </Form>
    </Dialog>
  );
}
