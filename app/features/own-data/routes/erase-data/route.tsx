import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirectDocument,
} from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { buttonStyle, SubmitButton } from "~/design/button";
import { Dialog } from "~/design/dialog";
import { FormMessage } from "~/design/form-message";
import { FormToken } from "~/design/form-token";
import { env } from "~/env.server";
import { clearDeviceCookie } from "~/features/account/device-cookie.server";
import { endSession } from "~/features/account/ended-sessions.server";
import { refuseAnothers, requireSubscriber, uncheckable } from "~/features/account/guards.server";
import { erasureOfEnded, requestErasure } from "~/features/own-data/services/erasure.server";
import type { ErasureState } from "~/features/own-data/services/erasure-mail";
import { forgetBreachCheck } from "~/features/safety/breach-check.server";
import { signOutHeaders } from "~/features/ways-in/sign-out-headers.server";
import { readForm } from "~/platform/http/forms/parse-form.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { readSession, sessionEnd } from "~/platform/session/session.server";
import { orElse, unlessDown } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { sentences } from "~/platform/values/say";
import { whoseField } from "~/platform/values/whose";

export const handle: PageHandle = { hydrate: true };

export const meta: MetaFunction = () => pageMeta("Erase my data");

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSubscriber(request);
  return { supportEmail: env.SUPPORT_EMAIL, sources: [...env.ANALYSIS_SOURCES] };
}

/** Stores the request, erases what can be erased at once, and signs out. */
export async function action({ request }: ActionFunctionArgs) {
  const session = await readSession(request);
  // Pressed again, as the first answer did not come.
  const before =
    session &&
    (await orElse(erasureOfEnded(session), () => {
      throw uncheckable();
    }));
  if (before) {
    refuseAnothers((await readForm(request)).get(whoseField), session);
    return signedOut(request, before);
  }
  const subscriber = await requireSubscriber(request);
  const { outcome } = await requestErasure(subscriber);
  if (outcome === "failed" || outcome === "unknown")
    return data({ message: messages[outcome] }, 503);
  forgetBreachCheck(subscriber.sessionId);
  // This process refuses the session anyway, and the browser loses its cookie. While Firestore is down, it is stored later.
  await unlessDown(endSession(subscriber.sessionId, sessionEnd(subscriber)));
  return signedOut(request, outcome);
}

async function signedOut(request: Request, outcome: ErasureState) {
  const headers = await signOutHeaders(request);
  headers.append("set-cookie", await clearDeviceCookie());
  // Not within the page: the new title says that it is done.
  return redirectDocument(addresses.dataErasure(outcome), { headers });
}

const messages = sentences({
  failed: "We could not save your request, so nothing was erased. Please try again in a moment.",
  unknown:
    "We could not confirm that your request was saved, so it may still be carried out. Please try again in a moment; asking twice does no harm.",
});

const heading = "mt-5 font-bold";
const text = "mt-1 text-muted";

interface WhatIsErasedProps {
  supportEmail: string;
  /** `ANALYSIS_SOURCES` */
  sources: readonly string[];
}

/** What an erasure removes, what others keep, and what we keep. */
function WhatIsErased({ supportEmail, sources }: WhatIsErasedProps) {
  const isConnected = sources.includes("instagram");
  const isImported = sources.includes("export");
  const support = (
    <a href={`mailto:${supportEmail}`} className="text-blue-ink underline">
      {supportEmail}
    </a>
  );
  return (
    <>
      <h2 className={heading}>What we erase now</h2>
      <p className={text}>
        The date of your last visit, the list of your sign-ins, your passkeys, your settings, whom
        you have hidden, your answers in the cancellation survey, and our records of your orders and
        cancellations. What an order or cancellation in progress still needs is erased as soon as it
        is completed.
        {isConnected && isImported
          ? " With them go your connection to Instagram with our access to your account and what it gave, and the Instagram exports that you imported, as far as we keep them, and all that we computed from that."
          : isConnected
            ? " With them go your connection to Instagram with our access to your account and what it gave, and all that we computed from that."
            : isImported &&
              " With them go the Instagram exports that you imported, as far as we keep them, and all that we computed from that."}
      </p>
      <h2 className={heading}>What others keep</h2>
      <p className={text}>
        Billing keeps your subscription and payments for as long as the law requires. The sign-in
        provider keeps your account, so that you can still use what you have paid for.
      </p>
      {sources.includes("outside") && (
        <>
          <h2 className={heading}>The analysis of your profile</h2>
          {isConnected || isImported ? (
            <p className={text}>
              If another service made it, that service keeps it. This app only reads it and cannot
              erase it. We record your request for the people who run that service. Ask about it at{" "}
              {support}.
            </p>
          ) : (
            <p className={text}>
              The analysis service keeps it. This app only reads it and cannot erase it. We record
              your request for the people who run that service. Ask about it at {support}.
            </p>
          )}
        </>
      )}
      <h2 className={heading}>What we keep</h2>
      <p className={text}>
        Your account number and the date of your request, for 24 months, so that we can show that it
        was carried out. If you have canceled or withdrawn: that and when, without your name and
        address, as long as the law of your place asks, and 3 years where it does not say. It is our
        proof, and yours.
      </p>
      <p className={text}>
        While your subscription renews, letters that the law of your place asks for still come, and
        we keep what they told you and what you agreed to. If you have said that a declaration was
        not yours, we keep that for 97 days, so that nobody cancels in your name.
      </p>
    </>
  );
}

export default function EraseData() {
  const { supportEmail, sources } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { state } = useNavigation();
  return (
    <Dialog title="Erase my data" closeTo={addresses.myPlan}>
      <p className="rounded-xl bg-tint px-4 py-3 font-semibold">
        This does not cancel your subscription. If it renews, it will keep renewing.{" "}
        <Link
          to={addresses.unsubscribeStep(8)}
          preventScrollReset
          className="text-blue-ink underline underline-offset-4"
        >
          Cancel membership
        </Link>
      </p>
      <WhatIsErased supportEmail={supportEmail} sources={sources} />
      <Form method="post" preventScrollReset className="mt-6 flex flex-col gap-3">
        <FormToken />
        <FormMessage message={answer?.message} />
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
