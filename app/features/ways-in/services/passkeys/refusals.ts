import { messageFor } from "~/platform/values/identity-messages";
import { sentences } from "~/platform/values/say";

/** Why nobody gets in with a passkey, and what is said of it. */
export const passkeyRefusals = sentences({
  malformed: messageFor("auth/argument-error"),
  foreign: "This passkey was used on another page or in another browser. Try again here.",
  expired: "That took longer than five minutes. Try again.",
  used: "This was sent once already. Try again.",
  unknown:
    "We do not know this passkey. It may have been removed from your account. Sign in another way.",
  unproven: "We could not verify this passkey. Try again, or sign in another way.",
  disabled: messageFor("auth/user-disabled"),
  suspect:
    "This passkey may have been copied, so it no longer signs in. Sign in another way, then remove it under Security.",
  unconfirmed:
    "This passkey was added before the account's email was confirmed, so it no longer signs in. Sign in another way, then remove it under Security and add a new one.",
} as const);

export type RefusedFor = keyof typeof passkeyRefusals;

export interface Refused {
  outcome: "refused";
  message: string;
}
