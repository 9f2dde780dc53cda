import type { Mail } from "~/platform/mail/mail.server";
import { compose, type Letter } from "~/platform/mail/mail-layout";

interface StateMail {
  to: string;
  /** Identifies the request. Part of the Message-ID together with the state, so that a mail sent twice is shown once. */
  id: string;
  origin: string;
  supportEmail: string;
}

interface LinkMail extends StateMail {
  link: string;
}

type StateText = Pick<Letter, "subject" | "heading" | "paragraphs">;

/** The link that lets a buyer create their account; it works for 24 hours (contract 7). */
export function activationMail({ to, link, id, origin, supportEmail }: LinkMail): Mail {
  return {
    to,
    ...compose({
      subject: "Activate your Profile Analyzer account",
      heading: "Your account is one step away",
      paragraphs: [
        "Your subscription is ready. Choose a password to open your dashboard.",
        "The link works for 24 hours. If you did not ask for this mail, you can ignore it.",
      ],
      action: { label: "Activate my account", link },
      supportEmail,
    }),
    headers: messageId(`activation-${id}`, origin),
  };
}

/** The link that signs in (contract 13). */
export function signInLinkMail({ to, link, id, origin, supportEmail }: LinkMail): Mail {
  return {
    to,
    ...compose({
      subject: "Your sign-in link for Profile Analyzer",
      heading: "Sign in to Profile Analyzer",
      paragraphs: [
        "You asked for a link to sign in. Open it and press the button on the page, on this device or another.",
        "The link works once, for 15 minutes. Do not pass it on: whoever opens it can sign in as you.",
        "If you did not ask for it, ignore this mail, and nothing changes.",
      ],
      action: { label: "Open the sign-in page", link },
      supportEmail,
    }),
    headers: messageId(`sign-in-${id}`, origin),
  };
}

/**
 * The link that cancels the membership without signing in; it works for 7 days. The headers make mail programs show
 * their own button for it (RFC 8058).
 */
export function cancellationLinkMail({ to, link, id, origin, supportEmail }: LinkMail): Mail {
  return {
    to,
    ...compose({
      subject: "Confirm that you want to cancel your membership",
      heading: "Cancel your membership",
      paragraphs: [
        "You asked us to cancel your Profile Analyzer membership. Press the button to confirm it. You do not need to sign in.",
        "You keep your access until the end of the term that you have paid for.",
        "The link works for 7 days. If you did not ask for this mail, ignore it, and nothing changes.",
      ],
      action: { label: "Cancel my membership", link },
      supportEmail,
    }),
    headers: {
      ...messageId(`cancellation-${id}`, origin),
      "List-Unsubscribe": `<${link}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

const messageId = (local: string, origin: string) => ({
  "Message-ID": `<${local}@${new URL(origin).hostname}>`,
});

/** The state of a cancellation that a letter reports. */
export type CancellationState = "received" | "canceled";

export function cancellationMail(
  state: CancellationState,
  { to, id, origin, supportEmail }: StateMail,
): Mail {
  const texts = {
    received: {
      subject: "We have your cancellation",
      heading: "We have your cancellation and are completing it",
      paragraphs: [
        "Our billing system has not confirmed it yet. We will keep trying and email you when it is done.",
        "You do not need to do anything else.",
      ],
    },
    canceled: {
      subject: "Your membership has been canceled",
      heading: "Your membership has been canceled",
      paragraphs: [
        "It will not renew. You keep your access until the end of the term that you have paid for.",
        "A cancellation within the last 24 hours of a term takes effect at the end of the next one.",
        "Thank you for being with us. You are welcome back any time.",
      ],
    },
  } satisfies Record<CancellationState, StateText>;
  return {
    to,
    ...compose({
      ...texts[state],
      action: { label: "Open Profile Analyzer", link: `${origin}/dashboard` },
      supportEmail,
    }),
    headers: messageId(`${state}-${id}`, origin),
  };
}

/** The state of an erasure that a letter reports. */
export type ErasureState = "received" | "erased";

/** Confirms a request for erasure, and says what it does not erase. */
export function erasureMail(
  state: ErasureState,
  { to, id, origin, supportEmail }: StateMail,
): Mail {
  const notErased = [
    "Your subscription is not canceled by this. If you do not want it to renew, cancel it in My Plan.",
    "Our billing provider keeps your payments for as long as the law requires, and your account stays with our sign-in provider while you have a subscription. The analysis of your profile is kept by the analysis service: your request is recorded for the people who run it.",
  ];
  const texts = {
    received: {
      subject: "We have your request to erase your data",
      heading: "We are erasing your data",
      paragraphs: [
        "A part of it is still needed to complete a cancellation or an order that is on its way, or could not be reached just now. We erase it as soon as that is done, and write to you again then.",
        ...notErased,
      ],
    },
    erased: {
      subject: "Your data has been erased",
      heading: "Your data has been erased",
      paragraphs: [
        "As you asked, we have erased what this app kept about you. We keep only a note with the number of your account and the date of your request, to be able to show that it was carried out.",
        ...notErased,
      ],
    },
  } satisfies Record<ErasureState, StateText>;
  return {
    to,
    ...compose({
      ...texts[state],
      action: { label: "Open My Plan", link: `${origin}/dashboard/my-plan` },
      supportEmail,
    }),
    headers: messageId(`erasure-${state}-${id}`, origin),
  };
}

/** Instagram has withdrawn the connection: what is known is kept, and only the person can connect again. */
export function withdrawalMail({ to, id, origin, supportEmail }: StateMail): Mail {
  return {
    to,
    ...compose({
      subject: "Connect your Instagram account again",
      heading: "Instagram has ended our connection",
      paragraphs: [
        "We can no longer read the figures of your Instagram account. This happens when the app is removed in Instagram's settings, when the password is changed, or when the permission has expired.",
        "What we know so far is kept, and you still see it. It does not grow until you connect again. That takes two presses, and never your Instagram password.",
        "If you removed the app on purpose, there is nothing to do. To erase what the connection gave, open the same page and press 'Disconnect'.",
      ],
      action: { label: "Connect again", link: `${origin}/dashboard/connect` },
      supportEmail,
    }),
    headers: messageId(`instagram-withdrawn-${id}`, origin),
  };
}
