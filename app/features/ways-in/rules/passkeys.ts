import { minute } from "../../../platform/values/durations.ts";

/** So many passkeys one account may have. */
export const maxPasskeys = 20;

/** Characters of a passkey's name. */
export const maxNameLength = 60;

/** Milliseconds after a sign-in within which a passkey may be added. */
export const recentSignIn = 10 * minute;

/** A passkey's name as it is kept: one line. @returns undefined if nothing is left of it */
export function passkeyName(text: string): string | undefined {
  const line = text.replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}\s]+/gu, " ").trim();
  const name = Array.from(line).slice(0, maxNameLength).join("").trim();
  return name || undefined;
}

/**
 * Whether a signature counter says that the private key exists twice: it has to rise with each use. Both are 0 where the
 * authenticator does not count, as for all passkeys that are synchronised.
 */
export const isCloned = (counter: number, lastCounter: number) =>
  (counter > 0 || lastCounter > 0) && counter <= lastCounter;
