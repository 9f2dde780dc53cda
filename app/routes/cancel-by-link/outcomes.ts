/** What has become of a mailed cancellation link. */
export type LinkOutcome =
  | "canceled"
  | "received"
  | "not-done"
  | "unknown"
  | "not-found"
  | "expired"
  | "invalid";

interface Words {
  title: string;
  texts: readonly string[];
  art: string;
}

/** Spec 8's two texts for a link that leads to nothing. */
const noSubscriptions = {
  title: "No subscriptions",
  text: "Unfortunately there are no subscription plans attached to this mail. Check if the specified email address is correct",
};

const goodbye = "/images/unsubscribe/goodbye.svg";
const empty = "/images/states/empty.svg";

export const outcomes: Record<LinkOutcome | "ready", Words> = {
  ready: {
    title: "Cancel your subscription?",
    texts: [
      "One press, and it will not renew. You keep your access until the end of the term that you have paid for.",
    ],
    art: goodbye,
  },
  canceled: {
    title: "Your subscription has been canceled",
    texts: [
      "We've successfully cancelled your subscription.",
      "You keep your access until the end of the term that you have paid for.",
    ],
    art: goodbye,
  },
  received: {
    title: "We have your cancellation and are completing it",
    texts: [
      "Our billing system has not confirmed it yet. We keep trying until it has, and tell you by email. There is nothing more for you to do.",
    ],
    art: goodbye,
  },
  "not-done": {
    title: "Your subscription is not canceled yet",
    texts: [
      "We could not reach the systems that do it, so nothing has changed. Please try again in a moment, or write to us, and we cancel it for you.",
    ],
    art: "/images/states/failing.svg",
  },
  unknown: {
    title: "We could not confirm your cancellation",
    texts: [
      "The systems that do it did not answer in time, so it may still go through. Please try again in a moment: pressing again never cancels twice. Or write to us, and we cancel it for you.",
    ],
    art: "/images/states/failing.svg",
  },
  "not-found": { title: noSubscriptions.title, texts: [noSubscriptions.text], art: empty },
  expired: {
    title: noSubscriptions.title,
    texts: [
      noSubscriptions.text,
      "This link has expired. Sign in and open My Plan to cancel, or write to us.",
    ],
    art: empty,
  },
  invalid: {
    title: noSubscriptions.title,
    texts: [
      noSubscriptions.text,
      "This link is not complete or not ours. Open it again from the mail, sign in and open My Plan to cancel, or write to us.",
    ],
    art: empty,
  },
};
