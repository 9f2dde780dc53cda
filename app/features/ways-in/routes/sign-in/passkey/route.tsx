import type {
  ActionFunctionArgs,
  HeadersFunction,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { buttonStyle } from "~/design/button";
import { EntryPage } from "~/design/entry-page";
import { FormMessage } from "~/design/form-message";
import { knownDevice } from "~/features/account/device-cookie.server";
import { requireVisitor } from "~/features/account/guards.server";
import { PasskeysElsewhere } from "~/features/ways-in/passkeys-elsewhere";
import { isOnOtherHost, passkeysHere } from "~/features/ways-in/passkeys-here.server";
import { visitorOf } from "~/features/ways-in/services/enter.server";
import {
  clearPasskeyBrowser,
  passkeyBrowser,
} from "~/features/ways-in/services/passkeys/challenge.server";
import { signInWithPasskey } from "~/features/ways-in/services/passkeys/sign-in.server";
import { fieldText, readForm } from "~/platform/http/forms/parse-form.server";
import { inOwnLanguage } from "~/platform/languages/dress.server";
import { pageMeta } from "~/platform/pages/page-meta";
import { addresses } from "~/platform/values/addresses";
import { answerTry, type SignInAnswer } from "../answer.server.ts";
import { MissingSubscription } from "../missing-subscription.tsx";
import { PasskeyWay } from "./passkey-way.tsx";

/** Passes on Retry-After. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: MetaFunction = () => [
  ...pageMeta(
    "Sign in with a passkey",
    "Sign in to Profile Analyzer with the screen lock of your phone or computer.",
  ),
  { name: "robots", content: "noindex" },
];

/** @throws a 404 where there are no passkeys */
function requirePasskeys() {
  if (!passkeysHere) throw new Response(null, { status: 404 });
  return passkeysHere;
}

export async function loader({ request }: LoaderFunctionArgs) {
  const { origin } = requirePasskeys();
  await requireVisitor(request);
  const elsewhere = isOnOtherHost(request)
    ? origin + inOwnLanguage(addresses.signInWithPasskey)
    : undefined;
  return { origin, elsewhere };
}

/** Takes what an authenticator answered, posted by the sign-in page's script or by this page's. */
export async function action({ request, context }: ActionFunctionArgs) {
  requirePasskeys();
  const form = await readForm(request);
  const result = await signInWithPasskey(fieldText(form, "answer", 65_536), {
    ...visitorOf(request, context),
    browser: await passkeyBrowser(request),
    knownDevice: (account) => knownDevice(request, account.email, account),
  });
  return answerTry(request, result, { cookie: await clearPasskeyBrowser() });
}

export default function SignInWithPasskey() {
  const { origin, elsewhere } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as SignInAnswer | undefined;
  return (
    <EntryPage
      title="Sign in with a passkey"
      dialog={answer?.missingSubscription && <MissingSubscription />}
    >
      <FormMessage message={answer?.message} />
      {elsewhere ? (
        <PasskeysElsewhere address={elsewhere} />
      ) : (
        <PasskeyWay origin={origin} tone="primary">
          A passkey needs JavaScript and a browser that supports passkeys. You can sign in another
          way.
        </PasskeyWay>
      )}
      <a href={addresses.signIn} className={buttonStyle("quiet", "w-full")}>
        Sign in another way
      </a>
    </EntryPage>
  );
}
