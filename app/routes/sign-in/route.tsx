import type {
  ActionFunctionArgs,
  HeadersFunction,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/node";
import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { reportEvent } from "~/clients/events.server";
import { isGoogleOffered } from "~/clients/google.server";
import { createLimit } from "~/clients/rate-limits.server";
import { SubmitButton } from "~/components/button";
import { CredentialFields } from "~/components/credential-fields";
import { EntryPage } from "~/components/entry-page";
import { FormToken } from "~/components/form-token";
import { useOwnAddress } from "~/components/own-address";
import { TrapFields } from "~/components/trap-fields";
import { clientNetwork } from "~/domain/client-network";
import { googleProblemWords } from "~/domain/google-sign-in";
import { somethingWentWrong } from "~/domain/identity-messages";
import { shortPassword } from "~/domain/validation";
import { env } from "~/env.server";
import { passkeysHere } from "~/services/passkeys/here.server";
import { signIn } from "~/services/sign-in.server";
import { safeRedirect } from "~/web/addresses";
import { honeypotFields, isSpam } from "~/web/forms/honeypot.server";
import {
  emailField,
  fieldText,
  parseForm,
  passwordField,
  readForm,
} from "~/web/forms/parse-form.server";
import { knownDevice } from "~/web/session/device-cookie.server";
import { requireVisitor } from "~/web/session/guards.server";
import { answerTry, type SignInAnswer } from "./answer.server.ts";
import { MissingSubscription } from "./missing-subscription.tsx";
import { OtherWays } from "./other-ways.tsx";

/** Passes on Retry-After. The page must not be cut off from the popup that it opens. */
export const headers: HeadersFunction = ({ actionHeaders }) => {
  const passedOn = new Headers(actionHeaders);
  if (isGoogleOffered) passedOn.set("cross-origin-opener-policy", "same-origin-allow-popups");
  return passedOn;
};

export const meta: MetaFunction = () => [
  { title: "Sign in · Profile Analyzer" },
  {
    name: "description",
    content: "Sign in to Profile Analyzer and see the analysis of your Instagram account.",
  },
];

const credentials = z.object({ email: emailField, password: passwordField(shortPassword) });

/** Limits how often a client's Continue is reported. The redirect itself is not limited. */
const reportsOfClient = createLimit("continue-to-billing", { points: 10, seconds: 600 });

export async function loader({ request }: LoaderFunctionArgs) {
  await requireVisitor(request);
  const { searchParams } = new URL(request.url);
  return {
    ended: searchParams.has("ended"),
    everywhere: searchParams.has("everywhere"),
    // Set by the guard when the plan of a signed-in subscriber has ended.
    planEnded: searchParams.get("plan") === "none",
    trap: honeypotFields,
    passkeys: passkeysHere?.origin,
    google: isGoogleOffered ? safeRedirect(searchParams.get("redirectTo")) : undefined,
    googleProblem: googleProblemWords(searchParams.get("problem")),
  };
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
  const { ended, everywhere, planEnded, trap, passkeys, google, googleProblem } =
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
        {!answer && (ended || everywhere) && (
          <p role="status" className="rounded-xl bg-tint px-4 py-3 font-semibold text-blue-ink">
            {ended
              ? "Your session has ended. Sign in again to continue where you left off."
              : "You are signed out everywhere. Sign in again to go on."}
          </p>
        )}
        <CredentialFields
          email={answer?.email}
          errors={answer?.errors}
          suggestsPasskeys={passkeys !== undefined}
        />
        <p role="alert" className="font-semibold text-red-ink empty:hidden">
          {answer ? answer.message : googleProblem}
        </p>
        <SubmitButton>Sign in</SubmitButton>
      </form>
      <OtherWays email={answer?.email} passkeys={passkeys} google={google} />
    </EntryPage>
  );
}
