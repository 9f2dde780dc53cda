import { env } from "~/env.server";
import { composeLetter, type LetterTo } from "~/platform/mail/compose.server";
import { maskedAddress } from "~/platform/values/mail-address";
import { say } from "~/platform/values/say";

/** The link that lets a buyer create their account; it works for 24 hours (docs/product.md#mailed-links). */
export const activationMail = ({ link, id, ...to }: LetterTo & { link: string }) =>
  composeLetter({
    ...to,
    id: `activation-${id}`,
    subject: say`Activate your Profile Analyzer account`,
    heading: say`Your account is one step away`,
    paragraphs: [
      say`Your subscription is ready. Choose a password to open your dashboard.`,
      say`The link works for 24 hours. If you did not ask for this mail, you can ignore it.`,
    ],
    action: { label: say`Activate my account`, address: link },
  });

/** In place of the activation link where the plan is tied to the account of another of its addresses. */
export const otherAddressMail = ({ account, id, ...to }: LetterTo & { account: string }) =>
  composeLetter({
    ...to,
    id: `other-address-${id}`,
    subject: say`You sign in with another email address`,
    paragraphs: [
      say`Your account has another address than this subscription: ${maskedAddress(account)}. Sign in with that address.`,
      say`Links to sign in or to choose a new password go to that address, too. If you can no longer read mail there, write to ${env.SUPPORT_EMAIL}.`,
      say`If you did not ask for this mail, you can ignore it.`,
    ],
    action: { label: say`Sign in`, address: `${env.APP_ORIGIN}/sign-in` },
  });

/** The link that signs in (docs/product.md#links-by-mail). */
export const signInLinkMail = ({ link, id, ...to }: LetterTo & { link: string }) =>
  composeLetter({
    ...to,
    id: `sign-in-${id}`,
    subject: say`Your sign-in link for Profile Analyzer`,
    heading: say`Sign in to Profile Analyzer`,
    paragraphs: [
      say`You asked for a link to sign in. Open it and press the button on the page, on this device or another.`,
      say`The link works once, for 15 minutes. Do not pass it on: whoever opens it can sign in as you.`,
      say`If you did not ask for it, ignore this mail, and nothing changes.`,
    ],
    action: { label: say`Open the sign-in page`, address: link },
  });
