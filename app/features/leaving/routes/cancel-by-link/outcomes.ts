import { linkWords } from "~/features/leaving/rules/link-words";
import { sentence, sentences } from "~/platform/values/say";

const goodbye = "/images/unsubscribe/goodbye.svg";
const empty = "/images/states/empty.svg";
const failing = "/images/states/failing.svg";

/** The two texts of docs/product.md#by-link for a failed link. */
const none = sentence("No subscriptions");
const noneOfMail = sentence(
  "Unfortunately there are no subscription plans attached to this mail. Check if the specified email address is correct",
);

/** The result of opening or using a mailed cancellation link. */
const outcomes = sentences({
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
  /** What the link confirms was carried out, and the subscription resumed since. */
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
    art: failing,
  },
  unknown: {
    title: "We could not confirm your cancellation",
    texts: [
      "We did not get an answer in time, so it may still go through. Please try again in a moment: pressing again never cancels twice. Or write to us and we will cancel it for you.",
    ],
    art: failing,
  },
  "not-found": { title: none, texts: [noneOfMail], art: empty },
  expired: {
    title: none,
    texts: [noneOfMail, "This link has expired. Sign in and cancel under My Plan, or write to us."],
    art: empty,
  },
  invalid: {
    title: none,
    texts: [
      noneOfMail,
      "This link is incomplete or invalid. Open it again from the email, or sign in and cancel under My Plan, or write to us.",
    ],
    art: empty,
  },
  /** The withdrawal that the link would confirm was stopped, or its time is over. */
  over: {
    title: "Your withdrawal was not carried out",
    texts: [
      "It was stopped, or the time to confirm it is over. Declare it again with the link at the foot of this page, or write to us: an email counts, too.",
    ],
    art: empty,
  },
});
export type LinkOutcome = keyof typeof outcomes;

/** @param outcome undefined before the press */
export const outcomeText = (outcome: LinkOutcome | undefined) =>
  outcome === undefined
    ? { title: linkWords.title, texts: [linkWords.text], art: goodbye }
    : outcomes[outcome];
