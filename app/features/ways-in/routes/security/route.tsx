import type {
  ActionFunctionArgs,
  HeadersFunction,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SubmitButton } from "~/design/button";
import { Field } from "~/design/field";
import { FormMessage } from "~/design/form-message";
import { FormToken } from "~/design/form-token";
import { NamedIcon } from "~/design/icons";
import { env } from "~/env.server";
import { requireSubscriber } from "~/features/account/guards.server";
import { newPasswordPattern, shortChangedPassword } from "~/features/ways-in/rules/new-password";
import { visitorOf } from "~/features/ways-in/services/enter.server";
import { readForm } from "~/platform/http/forms/parse-form.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { addresses, queryOf } from "~/platform/values/addresses";
import { Passkeys } from "./passkeys/passkeys.tsx";
import { carryOutSecurityPress, type PressRefusal, securityPressResult } from "./press.server.ts";
import { Section, SectionDown } from "./section.tsx";
import { lastSignIns, ownPasskeys, ownWays } from "./sections.server.ts";

export const handle: PageHandle = { title: "Security", isWide: true };
export const meta: MetaFunction = () =>
  pageMeta("Security", "Your password, the ways to sign in, and the last sign-ins.");

/** Passes on Retry-After. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  const { uid, email } = subscriber;
  const [ways, passkeys, signIns] = await Promise.all([
    ownWays(uid),
    ownPasskeys(subscriber, request),
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
  const visitor = visitorOf(request, context);
  return carryOutSecurityPress({ request, form, subscriber, begun, ...visitor });
}

function Everywhere() {
  return (
    <Section id="everywhere" icon="logOut" title="Sign out everywhere">
      <p className="mt-2 text-muted">
        Signs you out in every browser, including this one. Sign-in links that we have emailed stop
        working. It can take a minute until the last browser is signed out. Your password and your
        passkeys stay.
      </p>
      <form method="post" action={addresses.security} className="mt-4">
        <FormToken />
        <SubmitButton name="press" value="sign-out-everywhere" tone="danger">
          Sign out everywhere
        </SubmitButton>
      </form>
    </Section>
  );
}

/** When, which way and with which kind of browser somebody signed in. It does not claim to know which one this is. */
function LastSignIns() {
  const { signIns } = useLoaderData<typeof loader>();
  return (
    <Section id="sign-ins" icon="devices" title="Last sign-ins">
      {!signIns && <SectionDown>We cannot reach the list right now.</SectionDown>}
      {signIns?.list.length === 0 && (
        <p className="mt-3 text-muted">
          No sign-in is recorded yet. From the next one on, they are listed here.
        </p>
      )}
      {signIns && signIns.list.length > 0 && (
        <>
          <p className="mt-2 text-muted">
            The newest first, at most 20. Times are {signIns.zone}. If one was not you, change your
            password and sign out everywhere.
          </p>
          <ol className="mt-2 divide-y divide-line">
            {signIns.list.map(({ at, time, way, browser, count }) => (
              <li key={`${at} ${way} ${browser}`} className="py-3">
                <p className="font-bold wrap-anywhere">{browser}</p>
                <p className="text-muted">
                  {way}, <time dateTime={at}>{time}</time>
                  {count > 1 && `, ${count} times`}
                </p>
              </li>
            ))}
          </ol>
        </>
      )}
    </Section>
  );
}

/** The ways into the account, and whether each is open. */
function WaysIn() {
  const { ways } = useLoaderData<typeof loader>();
  return (
    <Section id="ways-in" icon="safety" title="Ways to sign in">
      {ways ? (
        <ul className="mt-3 divide-y divide-line">
          <Way title="Password" isOpen={ways.hasPassword}>
            {ways.hasPassword
              ? ways.setOn
                ? `Set on ${ways.setOn}. You can change it above.`
                : "You can change it above."
              : "You have none."}
          </Way>
          {ways.google && (
            <Way title="Google" isOpen={ways.google === "linked"}>
              {ways.google === "linked"
                ? "The Google account with your email address is linked."
                : "Not linked. To link it, sign in with the Google account that has your email address."}
            </Way>
          )}
          <Way title="Link by email" isOpen>
            Always available: ask for a link on the sign-in page.
          </Way>
        </ul>
      ) : (
        <SectionDown>We cannot reach the sign-in service right now.</SectionDown>
      )}
    </Section>
  );
}

function Way({ title, isOpen, children }: { title: string; isOpen: boolean; children: string }) {
  return (
    <li className="flex gap-3 py-3">
      <NamedIcon
        name={isOpen ? "check" : "close"}
        className={`mt-0.5 size-5 ${isOpen ? "text-green-ink" : "text-muted"}`}
      />
      <div className="min-w-0">
        <h3 className="font-bold">{title}</h3>
        <p className="text-muted">{children}</p>
      </div>
    </li>
  );
}

interface Refused {
  /** Why the section's press was refused. */
  refusal: PressRefusal | undefined;
}

/** Changes the password; where there is none, has a link mailed with which to set one. */
function Password({ refusal }: Refused) {
  // Undefined while the identity provider is down.
  const hasPassword = useLoaderData<typeof loader>().ways?.hasPassword;
  return (
    <Section id="password-change" icon="privacy" title="Password">
      {!hasPassword && (
        <div className="mt-3 empty:hidden">
          <FormMessage message={refusal?.message} hint={refusal?.hint} />
        </div>
      )}
      {hasPassword === undefined && (
        <SectionDown>
          We cannot reach the sign-in service right now, so the password cannot be changed.
        </SectionDown>
      )}
      {hasPassword === false && <NoPassword />}
      {hasPassword && <ChangeForm refusal={refusal} />}
    </Section>
  );
}

function ChangeForm({ refusal }: Refused) {
  const { email, checksLeaks } = useLoaderData<typeof loader>();
  return (
    <form method="post" action={addresses.security} noValidate className="mt-3 flex flex-col gap-4">
      <FormToken />
      <FormMessage message={refusal?.message} hint={refusal?.hint} errors={refusal?.errors} />
      {/* Password managers store the new password under this name. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        defaultValue={email}
        hidden
        readOnly
      />
      <Field
        name="present"
        type="password"
        label="Current password"
        autoComplete="current-password"
        maxLength={4_096}
        pattern="[\s\S]+"
        message="Enter your current password."
        error={refusal?.errors?.present}
      />
      <Field
        name="password"
        type="password"
        label="New password"
        autoComplete="new-password"
        maxLength={4_096}
        pattern={newPasswordPattern}
        message={shortChangedPassword()}
        error={refusal?.errors?.password}
      />
      <p className="text-sm text-muted">
        At least 8 characters. Several words in a row are hard to guess and easy to remember.
        {checksLeaks &&
          " We check whether it is in a known data leak, without sending the password itself."}{" "}
        Every other browser is signed out.
      </p>
      <SubmitButton name="press" value="change-password">
        Change password
      </SubmitButton>
    </form>
  );
}

function NoPassword() {
  return (
    <form method="post" action={addresses.security} className="mt-3">
      <FormToken />
      <p className="text-muted">
        You have no password. If you want one, we send you an email with a link to set it.
      </p>
      <SubmitButton name="press" value="mail-password-link" tone="quiet" className="mt-4 w-full">
        Send the email
      </SubmitButton>
    </form>
  );
}

export default function Security() {
  const { email, passkeys, said } = useLoaderData<typeof loader>();
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
        <Password refusal={refusedIn("password")} />
        <WaysIn />
        {passkeys && <Passkeys passkeys={passkeys} refusal={refusedIn("passkeys")} />}
        <LastSignIns />
        <Everywhere />
      </div>
    </>
  );
}
