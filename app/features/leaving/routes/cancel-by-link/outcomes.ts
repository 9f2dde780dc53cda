import { linkWords } from "~/features/leaving/rules/link-words";

/** The result of opening or using a mailed cancellation link. */
export type LinkOutcome =
  | "canceled"
  | "received"
  | "not-done"
  | "unknown"
  | "not-found"
  | "expired"
  | "invalid";

interface OutcomeText {
  title: string;
  texts: readonly string[];
  art: string;
}

/** The two texts of docs/product.md#by-link for a failed link. */
const noSubscriptions = {
  title: "No subscriptions",
  text: "Unfortunately there are no subscription plans attached to this mail. Check if the specified email address is correct",
};

const goodbye = "/images/unsubscribe/goodbye.svg";
const empty = "/images/states/empty.svg";

export const outcomes: Record<LinkOutcome | "ready", OutcomeText> = {
  ready: { title: linkWords.title, texts: [linkWords.text], art: goodbye },
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
      "Our billing system has not confirmed it yet. We will keep trying and email you when it is done. You do not need to do anything else.",
    ],
    art: goodbye,
  },
  "not-done": {
    title: "Your subscription is not canceled yet",
    texts: [
      "We could not reach the systems that cancel it, so nothing has changed. Please try again in a moment, or write to us and we will cancel it for you.",
    ],
    art: "/images/states/failing.svg",
  },
  unknown: {
    title: "We could not confirm your cancellation",
    texts: [
      "We did not get an answer in time, so it may still go through. Please try again in a moment: pressing again never cancels twice. Or write to us and we will cancel it for you.",
    ],
    art: "/images/states/failing.svg",
  },
  "not-found": { title: noSubscriptions.title, texts: [noSubscriptions.text], art: empty },
  expired: {
    title: noSubscriptions.title,
    texts: [
      noSubscriptions.text,
      "This link has expired. Sign in and cancel under My Plan, or write to us.",
    ],
    art: empty,
  },
  invalid: {
    title: noSubscriptions.title,
    texts: [
      noSubscriptions.text,
      "This link is incomplete or invalid. Open it again from the email, or sign in and cancel under My Plan, or write to us.",
    ],
    art: empty,
  },
};
