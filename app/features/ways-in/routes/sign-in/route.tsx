import type {
  ActionFunctionArgs,
  HeadersFunction,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/node";
import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { buttonStyle, SubmitButton } from "~/design/button";
import { CredentialFields } from "~/design/credential-fields";
import { DataBlock } from "~/design/data-block";
import { EntryPage } from "~/design/entry-page";
import { FormMessage } from "~/design/form-message";
import { FormToken } from "~/design/form-token";
import { NamedIcon } from "~/design/icons";
import { useOwnAddress } from "~/design/own-address";
import { TrapFields } from "~/design/trap-fields";
import { env } from "~/env.server";
import { knownDevice } from "~/features/account/device-cookie.server";
import { requireVisitor } from "~/features/account/guards.server";
import { reportEvent } from "~/features/tracking/events.server";
import script from "~/features/ways-in/browser/google-popup.ts?worker&url";
import { readCredentialsCookie } from "~/features/ways-in/credentials-link.server";
import { passkeysHere } from "~/features/ways-in/passkeys-here.server";
import type { GoogleWords } from "~/features/ways-in/rules/google-popup";
import { googleProblemWords } from "~/features/ways-in/rules/google-problems";
import { visitorOf } from "~/features/ways-in/services/enter.server";
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
import { addresses, queryOf, safeRedirect } from "~/platform/values/addresses";
import { clientNetwork } from "~/platform/values/client-network";
import { messageFor, somethingWentWrong } from "~/platform/values/identity-messages";
import { say } from "~/platform/values/say";
import { scriptHook } from "~/platform/values/script-hooks";
import { shortPassword } from "~/platform/values/validation";
import { answerTry, type SignInAnswer } from "./answer.server.ts";
import { MissingSubscription } from "./missing-subscription.tsx";
import { PasskeyWay } from "./passkey/passkey-way.tsx";

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
  const searchParams = queryOf(request);
  await requireVisitor(request, searchParams.get("redirectTo"));
  const done = doneBefore(request);
  const notice = whySignedOut(searchParams) ?? done?.said;
  const planEnded = searchParams.get("plan") === "none";
  const googleProblem = googleProblemWords(searchParams.get("problem"));
  const filled = await readCredentialsCookie(request);
  const page = {
    notice,
    said: planEnded ? say`Something went wrong...` : googleProblem ? say`Error` : notice,
    // Set by the guard when the plan of a signed-in subscriber has ended.
    planEnded,
    trap: honeypotFields,
    /** The app's origin, where there are passkeys. */
    passkeys: passkeysHere?.origin,
    /** Where to go after signing in with Google; undefined where one cannot. */
    google: isGoogleOffered ? safeRedirect(searchParams.get("redirectTo")) : undefined,
    googleProblem,
    filled,
  };
  // Not compressed: the password stands together with what the address says (BREACH).
  const caching = filled && { "cache-control": "private, no-store, no-transform" };
  return done || caching ? data(page, { headers: { ...done?.headers, ...caching } }) : page;
}

/** What the guard, the page's clock or the security page say in the address. */
function whySignedOut(searchParams: URLSearchParams): string | undefined {
  if (searchParams.get("ended") === "press")
    return say`Your session has ended, so what you pressed was not done. Sign in, and press again.`;
  if (searchParams.has("ended"))
    return say`Your session has ended. Sign in again to continue where you left off.`;
  if (searchParams.has("everywhere"))
    return say`You are signed out everywhere. Sign in again to go on.`;
  return undefined;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const visitor = visitorOf(request, context);
  const { userAgent } = visitor;
  if (form.get("intent") === "continue-to-billing") {
    const wait = await reportsOfClient.take(clientNetwork(visitor.clientAddress));
    if (wait === undefined) reportEvent({ event: "tracking", source: "sww_modal", userAgent });
    return redirect(env.BILLING_PAGE_URL);
  }

  const email = fieldText(form, "email");
  const parsed = parseForm(form, credentials);
  if (!parsed.ok) return data({ email, errors: parsed.errors }, 400);

  if (isSpam(form, { optional: true })) return data({ email, message: somethingWentWrong }, 400);

  const device = await knownDevice(request, parsed.value.email);
  return answerTry(request, await signIn(parsed.value, visitor, device), { email });
}

/** As Google's rules for the button want it: its colours, its mark, its words. */
const look =
  "flex min-h-12 w-full items-center justify-center gap-2.5 rounded-full border border-[#747775] bg-white px-6 py-3 text-center font-semibold text-[#1f1f1f] no-underline transition-colors hover:bg-[#f2f2f2] dark:border-[#8e918f] dark:bg-[#131314] dark:text-[#e3e3e3] dark:hover:bg-[#282a2c]";

/** Signs in with Google: in a popup by its script, as a page without. @param target where to go afterwards */
function GoogleButton({ target }: { target: string }) {
  const query =
    target === addresses.dashboard ? "" : `?${new URLSearchParams({ redirectTo: target })}`;
  return (
    <div>
      <a
        href={addresses.signInWithGoogle + query}
        {...scriptHook("google-popup", target)}
        className={look}
      >
        <GoogleMark />
        Sign in with Google
      </a>
      <p
        role="status"
        {...scriptHook("google-status")}
        className="mt-2 text-center text-sm font-semibold empty:hidden"
      />
      <DataBlock id="google-words" value={words()} />
      <script type="module" src={script} />
    </div>
  );
}

const words = (): GoogleWords => ({
  open: say`Go on in the window that has opened.`,
  blocked: say`${messageFor("auth/popup-blocked")} Press the button again to go on in this window.`,
  closed: messageFor("auth/popup-closed-by-user"),
  superseded: messageFor("auth/cancelled-popup-request"),
  noPlan: `${addresses.signIn}?plan=none`,
});

function GoogleMark() {
  return (
    <svg viewBox="0 0 48 48" className="size-5 shrink-0" aria-hidden="true">
      <path
        fill="#EA4335"
        d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z"
      />
      <path
        fill="#4285F4"
        d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z"
      />
      <path
        fill="#FBBC05"
        d="M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z"
      />
      <path
        fill="#34A853"
        d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z"
      />
    </svg>
  );
}

/**
 * The ways in beside the password (docs/product.md#ways-in).
 * @param email as typed in the form above, for the form of the next page
 */
function OtherWays({ email }: { email: string | undefined }) {
  const { passkeys, google } = useLoaderData<typeof loader>();
  return (
    <section aria-label="Other ways to sign in" className="flex flex-col gap-3">
      <p className="flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      {passkeys && <PasskeyWay origin={passkeys} tone="outline" />}
      {google !== undefined && <GoogleButton target={google} />}
      <LinkByMail email={email} />
    </section>
  );
}

function LinkByMail({ email }: { email: string | undefined }) {
  const label = (
    <>
      <NamedIcon name="mail" className="size-5" />
      Email me a sign-in link
    </>
  );
  if (!email)
    return (
      <a href={addresses.signInByLink} className={buttonStyle("outline", "w-full")}>
        {label}
      </a>
    );
  // Posted, so that the address is in no URL.
  return (
    <form method="post" action={addresses.signInByLink}>
      <FormToken />
      <input type="hidden" name="intent" value="fill-in" />
      <input type="hidden" name="email" value={email} />
      <SubmitButton tone="outline">{label}</SubmitButton>
    </form>
  );
}

export default function SignIn() {
  const { notice, planEnded, passkeys, googleProblem, filled } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as SignInAnswer | undefined;
  return (
    <EntryPage
      title="Analyze your Instagram account and gain valuable insights"
      dialog={(answer ? answer.missingSubscription : planEnded) && <MissingSubscription />}
    >
      <form method="post" action={useOwnAddress()} noValidate className="flex flex-col gap-5">
        <FormToken />
        <TrapFields />
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
      <OtherWays email={answer?.email} />
    </EntryPage>
  );
}
