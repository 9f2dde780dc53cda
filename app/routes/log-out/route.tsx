import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { Form, Link, useNavigation } from "@remix-run/react";
import { endSession } from "~/clients/ended-sessions.server";
import { UpstreamError } from "~/clients/upstream.server";
import { buttonStyle, SubmitButton } from "~/components/button";
import { Dialog } from "~/components/dialog";
import { FormToken } from "~/components/form-token";
import { forgetBreachCheck } from "~/services/breach-check.server";
import { addresses, safeRedirect } from "~/web/addresses";
import type { PageHandle } from "~/web/document/page-handle";
import { readForm } from "~/web/forms/parse-form.server";
import { clearSessionCookie, readSession, sessionEnd } from "~/web/session/session.server";

export { subscriberOnlyLoader as loader } from "~/web/session/guards.server";

export const handle: PageHandle = { hydrate: true };

export async function action({ request }: ActionFunctionArgs) {
  const subscriber = await readSession(request);
  if (subscriber) {
    forgetBreachCheck(subscriber.sessionId);
    await endSession(subscriber.sessionId, sessionEnd(subscriber)).catch((error: unknown) => {
      // This process refuses the session anyway, and the browser loses its cookie.
      if (!(error instanceof UpstreamError)) throw error;
    });
  }
  const redirectTo = (await readForm(request)).get("redirectTo");
  const after =
    typeof redirectTo === "string"
      ? `?${new URLSearchParams({ redirectTo: safeRedirect(redirectTo) })}`
      : "";
  return redirect(addresses.signIn + after, {
    headers: { "set-cookie": await clearSessionCookie() },
  });
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
