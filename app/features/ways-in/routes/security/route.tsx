import type {
  ActionFunctionArgs,
  HeadersFunction,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FormMessage } from "~/design/form-message";
import { env } from "~/env.server";
import { requireSubscriber } from "~/features/account/guards.server";
import { readForm } from "~/platform/http/forms/parse-form.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { queryOf } from "~/platform/values/addresses";
import { Everywhere } from "./everywhere/everywhere.tsx";
import { ownPasskeys } from "./passkeys/own-passkeys.server.ts";
import { Passkeys } from "./passkeys/passkeys.tsx";
import { Password } from "./password/password.tsx";
import { carryOutSecurityPress } from "./press.server.ts";
import { securityPressResult } from "./press-results.ts";
import type { PressRefusal } from "./pressed.server.ts";
import { lastSignIns } from "./sign-ins/last-sign-ins.server.ts";
import { LastSignIns } from "./sign-ins/last-sign-ins.tsx";
import { ownWays } from "./ways-in/own-ways.server.ts";
import { WaysIn } from "./ways-in/ways-in.tsx";

export const handle: PageHandle = { title: "Security", isWide: true };
export const meta: MetaFunction = () =>
  pageMeta("Security", "Your password, the ways to sign in, and the last sign-ins.");

/** Passes on Retry-After. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

/** Each section loads beside the others and fails alone. */
export async function loader({ request }: LoaderFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  const { uid, email } = subscriber;
  const [ways, passkeys, signIns] = await Promise.all([
    ownWays(uid),
    ownPasskeys(subscriber, request.headers.get("user-agent") ?? ""),
    lastSignIns(uid),
  ]);
  const said = securityPressResult(queryOf(request).get("done") ?? "");
  const checksLeaks = env.PWNED_RANGE_URL !== undefined;
  return { email, ways, passkeys, signIns, said, checksLeaks };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const begun = performance.now();
  const subscriber = await requireSubscriber(request);
  const form = await readForm(request);
  const { clientAddress } = context;
  const userAgent = request.headers.get("user-agent") ?? "";
  return carryOutSecurityPress({ request, form, subscriber, clientAddress, userAgent, begun });
}

export default function Security() {
  const { email, ways, passkeys, signIns, said, checksLeaks } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>() as PressRefusal | undefined;
  const refusedIn = (section: PressRefusal["section"]) =>
    refusal?.section === section ? refusal : undefined;
  return (
    <>
      <h1 className="text-2xl font-extrabold">How you get into your account</h1>
      <p className="mt-2 text-muted wrap-anywhere">
        You are signed in as {email}. We email you whenever a way to sign in changes.
      </p>
      <div className="mt-4 empty:hidden">
        <FormMessage message={refusedIn("page")?.message} hint={refusedIn("page")?.hint} />
        {said && !refusal && (
          <p
            role="status"
            className="rounded-xl bg-green-tint px-4 py-3 font-semibold text-green-ink"
          >
            {said}
          </p>
        )}
      </div>
      <div className="card-columns">
        <Password
          hasPassword={ways?.hasPassword}
          email={email}
          checksLeaks={checksLeaks}
          refusal={refusedIn("password")}
        />
        <WaysIn ways={ways} />
        {passkeys && <Passkeys passkeys={passkeys} refusal={refusedIn("passkeys")} />}
        <LastSignIns signIns={signIns} />
        <Everywhere />
      </div>
    </>
  );
}
