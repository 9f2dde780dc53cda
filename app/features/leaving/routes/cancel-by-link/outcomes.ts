import { linkWords, withdrawalLinkWords } from "~/features/leaving/rules/link-words";
import { sentences } from "~/platform/values/say";

/** The result of opening or using a mailed cancellation link. */
export type LinkOutcome =
  | "canceled"
  | "received"
  | "not-done"
  | "unknown"
  | "not-found"
  | "expired"
  | "invalid"
  /** The withdrawal that the link would confirm was stopped, or its time is over. */
  | "over"
  /** What the link confirms was carried out, and the subscription resumed since. */
  | "used";

interface OutcomeText {
  title: string;
  texts: readonly string[];
  art: string;
}

/** The two texts of docs/product.md#by-link for a failed link. */
const noSubscriptions = sentences({
  title: "No subscriptions",
  text: "Unfortunately there are no subscription plans attached to this mail. Check if the specified email address is correct",
});

const goodbye = "/images/unsubscribe/goodbye.svg";
const empty = "/images/states/empty.svg";

const outcomes: Record<
  Exclude<LinkOutcome, "not-found" | "expired" | "invalid" | "over">,
  OutcomeText
> = sentences({
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
  used: {
    title: "It was carried out already",
    texts: [
      "Your subscription was resumed since, and goes on. To leave again, sign in and cancel under My Plan, or write to us.",
    ],
    art: empty,
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
});

const whyNot = sentences({
  expired: "This link has expired. Sign in and cancel under My Plan, or write to us.",
  invalid:
    "This link is incomplete or invalid. Open it again from the email, or sign in and cancel under My Plan, or write to us.",
});

/** @param outcome undefined before the press */
export function outcomeText(outcome: LinkOutcome | undefined): OutcomeText {
  const { title, text } = noSubscriptions;
  switch (outcome) {
    case undefined:
      return { title: linkWords.title, texts: [linkWords.text], art: goodbye };
    case "not-found":
      return { title, texts: [text], art: empty };
    case "expired":
    case "invalid":
      return { title, texts: [text, whyNot[outcome]], art: empty };
    case "over":
      return { title: withdrawalLinkWords.over, texts: [withdrawalLinkWords.again], art: empty };
    default:
      return outcomes[outcome];
  }
}
