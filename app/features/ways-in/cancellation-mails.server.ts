import { env } from "~/env.server";
import type { Subscription } from "~/features/account/subscription";
import { composeLetter, type LetterTo, type Part } from "~/platform/mail/compose.server";
import { say, sentences } from "~/platform/values/say";

// Here and not in leaving: a mailed link that cancels is sent like the links that sign in.

/** The text of the mail with the link. */
export const cancellationLinkWords = sentences([
  "You asked us to cancel your Profile Analyzer membership. Press the button to confirm it. You do not need to sign in.",
  "You keep your access until the end of the term that you have paid for.",
  "The link works for 7 days. If you did not ask for this mail, ignore it, and nothing changes.",
]);

/** The link that cancels the membership without signing in; it works for 7 days. */
export const cancellationLinkMail = ({ link, id, ...to }: LetterTo & { link: string }) =>
  composeLetter({
    ...to,
    id: `cancellation-${id}`,
    subject: say`Confirm that you want to cancel your membership`,
    heading: say`Cancel your membership`,
    paragraphs: cancellationLinkWords,
    action: { label: say`Cancel my membership`, address: link },
    oneClick: link,
  });

const texts = sentences({
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
  withdrawn: {
    subject: "Your membership has been canceled",
    heading: "Your membership has been canceled",
    paragraphs: [
      "Your subscription ends, and what you are owed is paid back within 14 days after your declaration.",
      "Thank you for being with us. You are welcome back any time.",
    ],
  },
});

const ofAnotherPlan = sentences({
  subject: "Your plan has been canceled",
  heading: "Your plan has been canceled",
});

/** The state of a cancellation that a letter reports. */
export type CancellationState = keyof typeof texts;

interface CancellationLetter extends LetterTo {
  /** Whether it is about another plan than the main one, so that the membership goes on. */
  isOther?: boolean;
  /** What it says after its own texts. */
  more?: readonly string[];
  parts?: readonly Part[];
}

export const cancellationMail = (
  state: CancellationState,
  { id, isOther = false, more = [], ...to }: CancellationLetter,
) =>
  composeLetter({
    ...to,
    ...texts[state],
    paragraphs: [...texts[state].paragraphs, ...more],
    ...(isOther && state !== "received" && ofAnotherPlan),
    id: `${state}-${id}`,
    action: { label: say`Open Profile Analyzer`, address: `${env.APP_ORIGIN}/dashboard` },
  });

let wordsOfOthers = async (_all: readonly Subscription[]): Promise<string[]> => [];

/** Registers what is said of the other plans of somebody whose main one is canceled (app/registrations.server.ts). */
export function onOthersTold(words: typeof wordsOfOthers): void {
  wordsOfOthers = words;
}

export const othersTold = (all: readonly Subscription[]) => wordsOfOthers(all);
