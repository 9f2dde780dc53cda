import { env } from "~/env.server";
import { browserInWords } from "~/features/ways-in/rules/way-in";
import { composeLetter } from "~/platform/mail/compose.server";
import type { Mail } from "~/platform/mail/mail.server";
import { addresses } from "~/platform/values/addresses";
import { formatTimeIn, zoneWords } from "~/platform/values/dates";
import { apart } from "~/platform/values/listed";
import { say, sentence, sentences } from "~/platform/values/say";

/** Whoever is signed in sets a new password there; everybody else by a mail. */
const toNewPassword = `${addresses.passwordRecovery}?${new URLSearchParams({ redirectTo: `${addresses.security}#password-change` })}`;

interface AccessMail {
  to: string;
  change: AccessChange;
  /** Epoch milliseconds. */
  at: number;
  /** Of the recipient; null where none was chosen. */
  timeZone: string | null;
  /** The kind of browser, if known. */
  browser: string | null;
  /** Identifies the letter. */
  id: string;
}

/** What has happened. */
interface Text {
  heading: string;
  paragraphs: readonly string[];
  /** What to do if it was the owner; left out: nothing. */
  ifYou?: string;
}

/** Of who made the account before its address was confirmed. */
const earlierWaysEnded = sentence(
  "Passkeys from before the address was confirmed are removed, and every other browser was signed out.",
);

const texts = sentences({
  "password-changed": {
    heading: "Your password was changed",
    paragraphs: ["The old password no longer works. Every other browser was signed out."],
  },
  // By the link that confirmed the address.
  "password-changed-by-link": {
    heading: "Your password was changed",
    paragraphs: [
      "Somebody set a new password by a link that we had mailed to this address, so the address is now confirmed. The old password no longer works.",
      earlierWaysEnded,
    ],
  },
  "google-added": {
    heading: "Sign-in with Google was added",
    paragraphs: ["You can now sign in with the Google account of this address."],
  },
  // Google has confirmed the address; whoever had set the password before had not.
  "password-replaced-by-google": {
    heading: "Your password was removed",
    paragraphs: [
      "Somebody signed in with the Google account of this address, and Google confirmed that the address is theirs. The password was set before the address was confirmed, so it no longer works.",
      earlierWaysEnded,
      "To have a password again, set one under 'Restore Password'.",
    ],
  },
  // The same, but a link that was mailed to the address has confirmed it.
  "password-removed-by-link": {
    heading: "Your password was removed",
    paragraphs: [
      "Somebody signed in with a link that we had mailed to this address, so the address is now confirmed. The password was set before that, by whoever opened the account, so it no longer works.",
      earlierWaysEnded,
      "To have a password again, set one under 'Restore Password'.",
    ],
  },
  "passkey-added": {
    heading: "A passkey was added",
    paragraphs: ["The device that holds it can now sign in to your account."],
  },
  "passkey-removed": {
    heading: "A passkey was removed",
    paragraphs: ["It can no longer sign in to your account."],
  },
  // Its counter says that its private key exists twice.
  "passkey-suspect": {
    heading: "A passkey may have been copied",
    paragraphs: [
      "Somebody used a passkey of your account, but its count of uses had not gone up since the last time. That happens when there is a second copy. Nobody was let in, and this passkey no longer signs in.",
    ],
    ifYou: "Remove the passkey under Security, and add a new one.",
  },
  "signed-out-everywhere": {
    heading: "You were signed out everywhere",
    paragraphs: ["Every browser has to sign in again."],
  },
} satisfies Record<string, Text>);

/** A change of the ways into an account. Its owner gets a letter about each. */
export type AccessChange = keyof typeof texts;
export const accessChanges = Object.keys(texts) as AccessChange[];

/** The letter about a change of a way in: what, when, with which browser, and what to do if it was not them. */
export function accessMail({ to, change, at, timeZone, browser, id }: AccessMail): Promise<Mail> {
  const { heading, paragraphs, ifYou = say`There is nothing to do.` }: Text = texts[change];
  const time = apart(formatTimeIn(at, timeZone), zoneWords(timeZone));
  const when = browser
    ? say`It happened on ${time}. Browser: ${browserInWords(browser)}.`
    : say`It happened on ${time}.`;
  const security = `${env.APP_ORIGIN}/dashboard/security`;
  return composeLetter({
    to,
    subject: heading,
    preview: when,
    heading,
    parts: [
      { paragraphs: [when, ...paragraphs] },
      { title: say`If this was you`, paragraphs: [ifYou] },
      {
        title: say`If this was not you`,
        paragraphs: [say`Somebody else may be in your account. Do this now:`],
        steps: [
          { label: say`Set a new password`, address: `${env.APP_ORIGIN}${toNewPassword}` },
          { label: say`Remove what you do not know, and sign out everywhere`, address: security },
          { label: say`Write to ${env.SUPPORT_EMAIL}`, address: `mailto:${env.SUPPORT_EMAIL}` },
        ],
      },
    ],
    action: { label: say`Open Security`, address: security },
    id,
    reason: say`You get this because a way into your account has changed. It cannot be turned off.`,
  });
}
