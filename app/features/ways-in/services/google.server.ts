import { createHash } from "node:crypto";
import { googleLifetime } from "~/features/ways-in/rules/google-problems";
import {
  type Entered,
  enter,
  reportFailure,
  signInUnavailable,
  type Visitor,
} from "~/features/ways-in/services/enter.server";
import { accountOfGoogle } from "~/features/ways-in/services/google-account.server";
import type { KeptAttempt } from "~/features/ways-in/services/google-attempts.server";
import {
  authorizationUrl,
  type Expected,
  type GooglePerson,
  newExpectations,
  proveIdentity,
} from "~/features/ways-in/store/google.server";
import { createLimit } from "~/platform/store/rate-limits.server";
import { useOnce } from "~/platform/tokens/tokens.server";
import { orElse, type UpstreamError } from "~/platform/upstream/upstream.server";
import { clientNetwork } from "~/platform/values/client-network";
import { addressKey } from "~/platform/values/mail-address";
import { withinAnswerTime } from "~/platform/work/deadline.server";
import { createQueues } from "~/platform/work/one-at-a-time.server";

const begins = createLimit("google-begin", { points: 30, seconds: 60 });
const ends = createLimit("google-end", { points: 30, seconds: 60 });
const callOffs = createLimit("google-call-off", { points: 30, seconds: 60 });

/** Why nobody is signed in. `code`: of the catalogue, or one of our own in app/features/ways-in/rules/google-problems.ts. */
interface Refused {
  outcome: "refused";
  code: string;
}

export type Begun =
  | { outcome: "begun"; attempt: Pick<KeptAttempt, keyof Expected | "until">; url: URL }
  | Refused;

/** Begins a sign-in with Google. @param redirectUri where Google sends the person back to */
export async function beginGoogle(redirectUri: string, visitor: Visitor): Promise<Begun> {
  if ((await begins.take(clientNetwork(visitor.clientAddress))) !== undefined) return tooMany;
  return orElse(
    async () => {
      const expected = await newExpectations();
      const url = await authorizationUrl(expected, redirectUri);
      return {
        outcome: "begun",
        url,
        attempt: { ...expected, until: Date.now() + googleLifetime },
      };
    },
    (failure) => outage(failure, "", visitor.userAgent),
  );
}

/**
 * Ends a sign-in with Google: redeems the state in the browser that began it, exchanges the code for a token, and finds
 * the account of the token's address.
 * @param callback the address that Google has sent the person back to
 * @param attempt that of the callback's state, in this browser
 */
export async function endGoogle(
  callback: URL,
  attempt: KeptAttempt | undefined,
  { userAgent, clientAddress }: Visitor,
): Promise<Entered | Refused> {
  if ((await ends.take(clientNetwork(clientAddress))) !== undefined) return tooMany;
  if (!attempt) return failed("auth/invalid-credential", "", userAgent, "foreign-state");
  if (Date.now() >= attempt.until) return failed("auth/timeout", "", userAgent);
  let email = "";
  return orElse(
    withinAnswerTime(
      (async () => {
        // Google's code can be used once, too.
        if (!(await isFirstUse(attempt.popup ?? attempt.state, attempt.until)))
          return failed("auth/invalid-credential", "", userAgent, "used-state");
        const person = await proveIdentity(callback, attempt);
        if ("code" in person) return failed(person.code, "", userAgent);
        email = person.email;
        return await oneAtATime(addressKey(person.email), () =>
          enterAs(person, callback, userAgent),
        );
      })(),
    ),
    (failure) => outage(failure, email, userAgent),
  );
}

/** By address. Between processes the identity provider decides: it makes one account per address. */
const oneAtATime = createQueues();

/** Marks a sign-in as used; calling its popup off does so, too. @param name its popup's channel, else its state */
async function isFirstUse(name: string, expiresAt: number): Promise<boolean> {
  const id = createHash("sha256").update(name).digest("hex").slice(0, 32);
  return (await useOnce("google sign-in cookie", { id, expiresAt })) === undefined;
}

/** Calls a popup off: nobody is signed in by it any more, begun or not. @returns whether that could be done */
export async function callOffGoogle(popup: string, clientAddress: string): Promise<boolean> {
  if ((await callOffs.take(clientNetwork(clientAddress))) !== undefined) return false;
  await isFirstUse(popup, Date.now() + googleLifetime);
  return true;
}

async function enterAs(
  person: GooglePerson,
  callback: URL,
  userAgent: string,
): Promise<Entered | Refused> {
  const requestUri = callback.origin + callback.pathname;
  const found = await accountOfGoogle(person, { requestUri, userAgent });
  if (found.outcome === "found")
    return enter(found.account, { way: "google", userAgent }, found.subscriptions);
  if (found.outcome === "refused") return failed(found.code, person.email, userAgent);
  reportFailure("subscription_is_not_found", "no-main-plan", person.email, userAgent);
  return found;
}

function failed(code: string, email: string, userAgent: string, reason = code): Refused {
  reportFailure("sign_in_failed", reason, email, userAgent);
  return { outcome: "refused", code };
}

const tooMany: Refused = { outcome: "refused", code: "auth/too-many-requests" };

function outage(failure: UpstreamError, email: string, userAgent: string): Refused {
  signInUnavailable(failure, { email, userAgent });
  const proves = ["google", "identity"].includes(failure.system);
  return { outcome: "refused", code: proves ? "auth/network-request-failed" : "unavailable" };
}
