import { minute } from "../../../platform/values/durations.ts";
import { messageFor, somethingWentWrong } from "../../../platform/values/identity-messages.ts";
import { sentences } from "../../../platform/values/say.ts";

/** Milliseconds within which the person must come back from Google. */
export const googleLifetime = 10 * minute;

/** What the sign-in page and the popup say of a sign-in with Google, by the name that stands in their address. */
const withoutCode: Record<string, string> = sentences({
  unavailable: somethingWentWrong,
  "not-shown-yet":
    "Your account is ready, but your subscription does not show yet. Please sign in again in a moment.",
  "other-address":
    "Your account has another address. Look for it in the inbox of your subscription's address.",
});

/** Codes of the catalogue whose words are for somebody who signs in with Google. */
const ofCatalogue = [
  "account-exists-with-different-credential",
  "credential-already-in-use",
  "email-already-in-use",
  "internal-error",
  "invalid-credential",
  "missing-email",
  "multi-factor-auth-required",
  "network-request-failed",
  "quota-exceeded",
  "timeout",
  "too-many-requests",
  "unverified-email",
  "user-cancelled",
  "user-disabled",
  "user-mismatch",
  "user-not-found",
];

/** The name of a refusal's code (`auth/user-cancelled`, or one of our own) in an address. */
export function googleProblemOf(code: string): string {
  const name = code.replace(/^auth\//, "");
  return googleProblemWords(name) === undefined ? "unavailable" : name;
}

/** The words for a name; undefined for a name that is none of ours. */
export function googleProblemWords(name: string | null): string | undefined {
  if (name === null) return undefined;
  if (Object.hasOwn(withoutCode, name)) return withoutCode[name];
  return ofCatalogue.includes(name) ? messageFor(`auth/${name}`) : undefined;
}
