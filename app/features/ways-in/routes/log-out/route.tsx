import { type ActionFunctionArgs, type MetaFunction, redirectDocument } from "@remix-run/node";
import { Form, Link, useNavigation } from "@remix-run/react";
import { buttonStyle, SubmitButton } from "~/design/button";
import { Dialog } from "~/design/dialog";
import { FormToken } from "~/design/form-token";
import { endSession } from "~/features/account/ended-sessions.server";
import { forgetBreachCheck } from "~/features/safety/breach-check.server";
import { signOutHeaders } from "~/features/ways-in/sign-out-headers.server";
import { readForm } from "~/platform/http/forms/parse-form.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { doneCookie } from "~/platform/session/done-cookie.server";
import { readSession, sessionEnd } from "~/platform/session/session.server";
import { unlessDown } from "~/platform/upstream/upstream.server";
import { addresses, safeRedirect } from "~/platform/values/addresses";

export { subscriberOnlyLoader as loader } from "~/features/account/guards.server";

export const handle: PageHandle = { hydrate: true };

export const meta: MetaFunction = () => pageMeta("Log out");

export async function action({ request }: ActionFunctionArgs) {
  const subscriber = await readSession(request);
  if (subscriber) {
    forgetBreachCheck(subscriber.sessionId);
    // This process refuses the session anyway, and the browser loses its cookie. While Firestore is down, it is stored later.
    await unlessDown(endSession(subscriber.sessionId, sessionEnd(subscriber)));
  }
  const redirectTo = (await readForm(request)).get("redirectTo");
  const after =
    typeof redirectTo === "string"
      ? `?${new URLSearchParams({ redirectTo: safeRedirect(redirectTo) })}`
      : "";
  const headers = await signOutHeaders(request);
  headers.append("set-cookie", doneCookie("signed-out"));
  // Not within the page: its new title says that it is done, and nothing of the old one stays.
  return redirectDocument(addresses.signIn + after, { headers });
}

export default function LogOut() {
  const { state } = useNavigation();
  return (
    <Dialog title="Are you sure?" closeTo={addresses.dashboard}>
      <p className="text-muted">
        You will need your email and password to sign in again. Logging out does not change your
        plan, which you find in{" "}
        <Link to={addresses.myPlan} preventScrollReset className="text-blue-ink underline">
          My Plan
        </Link>
        .
      </p>
      <Form method="post" className="mt-6 flex flex-col gap-3">
        <FormToken />
        <SubmitButton tone="danger" busy={state === "submitting"}>
          Yes, log out
        </SubmitButton>
        <Link to={addresses.dashboard} preventScrollReset className={buttonStyle("quiet")}>
          Not now
        </Link>
      </Form>
    </Dialog>
  );
}
