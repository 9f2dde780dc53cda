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
import { requireSubscriber } from "~/features/account/guards.server";
import { requestErasure } from "~/features/own-data/services/erasure.server";
import { forgetBreachCheck } from "~/features/safety/breach-check.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { clearSessionCookie, sessionEnd } from "~/platform/session/session.server";
import { unlessDown } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { sentences } from "~/platform/values/say";
import { WhatIsErased } from "./what-is-erased.tsx";

export const handle: PageHandle = { hydrate: true };

export const meta: MetaFunction = () => pageMeta("Erase my data");

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSubscriber(request);
  return { supportEmail: env.SUPPORT_EMAIL, sources: [...env.ANALYSIS_SOURCES] };
}

/** Stores the request, erases what can be erased at once, and signs out. */
export async function action({ request }: ActionFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  const { outcome } = await requestErasure(subscriber);
  if (outcome === "failed" || outcome === "unknown")
    return data({ message: messages[outcome] }, 503);
  forgetBreachCheck(subscriber.sessionId);
  // This process refuses the session anyway, and the browser loses its cookie.
  await unlessDown(endSession(subscriber.sessionId, sessionEnd(subscriber)));
  const headers = new Headers({ "set-cookie": await clearSessionCookie() });
  headers.append("set-cookie", await clearDeviceCookie());
  // Not within the page: the new title says that it is done.
  return redirectDocument(addresses.dataErasure(outcome), { headers });
}

const messages = sentences({
  failed: "We could not save your request, so nothing was erased. Please try again in a moment.",
  unknown:
    "We could not confirm that your request was saved, so it may still be carried out. Please try again in a moment; asking twice does no harm.",
});

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
