import advice from "content:breach-advice";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Await, useActionData, useLoaderData } from "@remix-run/react";
import { Suspense } from "react";
import { buttonStyle } from "~/design/button";
import { FormMessage } from "~/design/form-message";
import { ScriptWords } from "~/design/script-words";
import { env } from "~/env.server";
import { waysOf } from "~/features/account/account-ways.server";
import { requireSubscriber } from "~/features/account/guards.server";
import { settingsOf } from "~/features/account/settings.server";
import { NewsBanner } from "~/features/reading/news-banner";
import { advise } from "~/features/safety/breach";
import { checkBreaches } from "~/features/safety/breach-check.server";
import script from "~/features/safety/browser/leaked-password.ts?worker&url";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { doneBefore } from "~/platform/session/done-cookie.server";
import { within, withoutWaiting } from "~/platform/upstream/upstream.server";
import { addresses, queryOf } from "~/platform/values/addresses";
import { scriptHook } from "~/platform/values/script-hooks";
import { Breaches, BreachVerdict, type ShownResult } from "./breach-results.tsx";
import { markFromForm } from "./mark.server.ts";

export const handle: PageHandle = { title: "Password safety", streams: true };

export const meta: MetaFunction = () =>
  pageMeta(
    "Password safety",
    "See whether your email address appears in a known data breach, and what to do about it.",
  );

/** A check that is over within this many milliseconds, such as a cached one, is rendered without streaming. */
const streamAfter = 50;

/**
 * Checks the address of the session and no other. The page streams: it is sent while the check runs. With `?whole`,
 * where browsers without JavaScript are redirected, it waits for the result; after a press, too, as that redirect would
 * lead away from what the page says of it.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { sessionId, email, uid } = await requireSubscriber(request);
  const userAgent = request.headers.get("user-agent") ?? "";
  const check = checkBreaches({ sessionId, email, userAgent });
  const result = shownResult(check, uid);
  const page = { email, rangeService: env.PWNED_RANGE_URL };
  const isPressed = context.method === "POST" || doneBefore(request);
  const waits = isPressed || queryOf(request).has("whole");
  const isOver = () => true;
  if (!waits && !(await within(streamAfter, check.then(isOver, isOver))))
    return { ...page, result };
  const known = await result;
  return data({ ...page, result: known }, known.outcome === "checked" ? 200 : 503);
}

/** Beside the result: what is dealt with, and when the password was set. Without them the result is shown all the same. */
async function shownResult(
  check: ReturnType<typeof checkBreaches>,
  uid: string,
): Promise<ShownResult> {
  const [result, settings, ways] = await Promise.all([
    check,
    withoutWaiting("firestore", settingsOf(uid), undefined),
    withoutWaiting("identity", waysOf(uid), undefined),
  ]);
  if (result.outcome !== "checked") return result;
  return {
    outcome: "checked",
    breaches: advise(result.breaches, advice),
    dealtWith: settings?.dealtWith,
    passwordSetAt: ways?.passwordSetAt,
  };
}

/** Marks a breach as dealt with, or takes the mark back. */
export async function action({ request }: ActionFunctionArgs) {
  return markFromForm(await requireSubscriber(request), request);
}

/**
 * A check of a password against known leaks. The script shows the section and does the whole check in the browser.
 * The field has no name and is in no form, so the password cannot be sent to the server.
 */
function PasswordCheck({ service }: { service: string }) {
  return (
    <>
      <section
        hidden
        {...scriptHook("password-check", service)}
        aria-labelledby="password-check"
        className="mt-10 card p-5 shadow-card"
      >
        <h2 id="password-check" className="text-xl font-extrabold">
          Is your password in a known leak?
        </h2>
        <p className="mt-2 text-sm text-muted">
          The check happens on your device. Only the first five characters of the password's
          fingerprint are sent, and thousands of other passwords share them.
        </p>
        <label htmlFor="password-to-check" className="mt-4 block text-sm font-semibold">
          Password to check
        </label>
        <input
          id="password-to-check"
          type="password"
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={4_096}
          aria-describedby="password-check-result"
          className="mt-1.5 block min-h-12 w-full rounded-xl border border-control bg-surface px-4 text-base"
        />
        <output
          id="password-check-result"
          htmlFor="password-to-check"
          className="mt-2 block font-semibold data-[tone=clear]:text-green-ink data-[tone=found]:text-red-ink"
        />
        <button type="button" className={buttonStyle("quiet", "group mt-3 w-full")}>
          <span className="spinner hidden group-aria-busy:inline-block" aria-hidden="true" />
          Check password
        </button>
      </section>
      <ScriptWords of="safety" />
      <script type="module" src={script} />
    </>
  );
}

export default function PasswordSafety() {
  const { email, rangeService, result } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <div className="mb-5 empty:hidden">
        <FormMessage message={answer?.message} />
      </div>
      {/* Stays while what it says changes: only so is the verdict heard. */}
      <div role="status">
        <Suspense fallback={<Checking email={email} />}>
          <Await resolve={result}>
            {(known) => <BreachVerdict result={known} email={email} />}
          </Await>
        </Suspense>
      </div>
      <Suspense>
        <Await resolve={result}>{(known) => <Breaches result={known} />}</Await>
      </Suspense>
      {rangeService && <PasswordCheck service={rangeService} />}
      <NewsBanner />
    </>
  );
}

function Checking({ email }: { email: string }) {
  const whole = `${addresses.passwordSafety}?whole=1`;
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      <img src="/images/states/waiting.svg" alt="" width="280" height="220" className="h-44 w-56" />
      <span className="spinner text-blue-ink" aria-hidden="true" />
      <p className="text-2xl font-extrabold">Checking known breaches…</p>
      <p className="text-muted wrap-anywhere">{email}</p>
      <noscript>
        <meta httpEquiv="refresh" content={`0;url=${whole}`} />
        <a href={whole} className="text-blue-ink underline">
          Show the result
        </a>
      </noscript>
    </div>
  );
}
