import type {
  ActionFunctionArgs,
  HeadersFunction,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/node";
import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { SubmitButton } from "~/design/button";
import { CredentialFields } from "~/design/credential-fields";
import { EntryPage } from "~/design/entry-page";
import { FormMessage } from "~/design/form-message";
import { FormToken } from "~/design/form-token";
import { useOwnAddress } from "~/design/own-address";
import { TrapFields } from "~/design/trap-fields";
import { env } from "~/env.server";
import { knownDevice } from "~/features/account/device-cookie.server";
import { requireVisitor } from "~/features/account/guards.server";
import { reportEvent } from "~/features/tracking/events.server";
import { readCredentialsCookie } from "~/features/ways-in/credentials-link.server";
import { passkeysHere } from "~/features/ways-in/passkeys-here.server";
import { googleProblemWords } from "~/features/ways-in/rules/google-refusals";
import { signIn } from "~/features/ways-in/services/sign-in.server";
import { isGoogleOffered } from "~/features/ways-in/store/google.server";
import { honeypotFields, isSpam } from "~/platform/http/forms/honeypot.server";
import {
  emailField,
  fieldText,
  parseForm,
  passwordField,
  readForm,
} from "~/platform/http/forms/parse-form.server";
import { pageMetaAfter } from "~/platform/pages/page-meta";
import { doneBefore } from "~/platform/session/done-cookie.server";
import { createLimit } from "~/platform/store/rate-limits.server";
import { queryOf, safeRedirect } from "~/platform/values/addresses";
import { clientNetwork } from "~/platform/values/client-network";
import { somethingWentWrong } from "~/platform/values/identity-messages";
import { say } from "~/platform/values/say";
import { shortPassword } from "~/platform/values/validation";
import { answerTry, type SignInAnswer } from "./answer.server.ts";
import { MissingSubscription } from "./missing-subscription.tsx";
import { OtherWays } from "./other-ways.tsx";

/** Passes on Retry-After, and how a filled form is sent. The page must not be cut off from the popup that it opens. */
export const headers: HeadersFunction = ({ actionHeaders, loaderHeaders }) => {
  const passedOn = new Headers(actionHeaders);
  const caching = loaderHeaders.get("cache-control");
  if (caching) passedOn.set("cache-control", caching);
  if (isGoogleOffered) passedOn.set("cross-origin-opener-policy", "same-origin-allow-popups");
  return passedOn;
};

export const meta: MetaFunction<typeof loader> = ({ data: page }) =>
  pageMetaAfter(
    page?.said,
    say`Sign in`,
    say`Sign in to Profile Analyzer and see the analysis of your Instagram account.`,
  );

const credentials = z.object({ email: emailField, password: passwordField(shortPassword) });

/** Limits how often a client's Continue is reported. The redirect itself is not limited. */
const reportsOfClient = createLimit("continue-to-billing", { points: 10, seconds: 600 });

export async function loader({ request }: LoaderFunctionArgs) {
  await requireVisitor(request);
  const searchParams = queryOf(request);
  const done = doneBefore(request);
  const notice = searchParams.has("ended")
    ? say`Your session has ended. Sign in again to continue where you left off.`
    : searchParams.has("everywhere")
      ? say`You are signed out everywhere. Sign in again to go on.`
      : done?.said;
  const planEnded = searchParams.get("plan") === "none";
  const googleProblem = googleProblemWords(searchParams.get("problem"));
  const filled = await readCredentialsCookie(request);
  const page = {
    notice,
    said: planEnded ? say`Something went wrong...` : googleProblem ? say`Error` : notice,
    // Set by the guard when the plan of a signed-in subscriber has ended.
    planEnded,
    trap: honeypotFields,
    passkeys: passkeysHere?.origin,
    google: isGoogleOffered ? safeRedirect(searchParams.get("redirectTo")) : undefined,
    googleProblem,
    filled,
  };
  // Not compressed: the password stands together with what the address says (BREACH).
  const caching = filled && { "cache-control": "no-store, no-transform" };
  return done || caching ? data(page, { headers: { ...done?.headers, ...caching } }) : page;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const userAgent = request.headers.get("user-agent") ?? "";
  if (form.get("intent") === "continue-to-billing") {
    const wait = await reportsOfClient.take(clientNetwork(context.clientAddress));
    if (wait === undefined) reportEvent({ event: "tracking", source: "sww_modal", userAgent });
    return redirect(env.BILLING_PAGE_URL);
  }

  const email = fieldText(form, "email");
  const parsed = parseForm(form, credentials);
  if (!parsed.ok) return data({ email, errors: parsed.errors }, 400);

  if (isSpam(form, { optional: true })) return data({ email, message: somethingWentWrong }, 400);

  const { clientAddress } = context;
  const device = await knownDevice(request, parsed.value.email);
  const result = await signIn(parsed.value, { userAgent, clientAddress, device });
  return answerTry(request, result, { email });
}

export default function SignIn() {
  const { notice, planEnded, trap, passkeys, google, googleProblem, filled } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as SignInAnswer | undefined;
  return (
    <EntryPage
      title="Analyze your Instagram account and gain valuable insights"
      dialog={(answer ? answer.missingSubscription : planEnded) && <MissingSubscription />}
    >
      <form method="post" action={useOwnAddress()} noValidate className="flex flex-col gap-5">
        <FormToken />
        <TrapFields fields={trap} />
        <FormMessage message={answer ? answer.message : googleProblem} errors={answer?.errors} />
        {!answer && notice && (
          <p role="status" className="rounded-xl bg-tint px-4 py-3 font-semibold text-blue-ink">
            {notice}
          </p>
        )}
        <CredentialFields
          email={answer ? answer.email : filled?.email}
          password={answer ? undefined : filled?.password}
          errors={answer?.errors}
          suggestsPasskeys={passkeys !== undefined}
        />
        <SubmitButton>Sign in</SubmitButton>
      </form>
      <OtherWays email={answer?.email} passkeys={passkeys} google={google} />
    </EntryPage>
  );
}
