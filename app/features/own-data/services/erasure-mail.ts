import { env } from "~/env.server";
import { composeLetter, type LetterTo } from "~/platform/mail/compose.server";
import { say, sentences } from "~/platform/values/say";

const notErased = sentences([
  "Your subscription is not canceled by this. If you do not want it to renew, cancel it in My Plan.",
  "Our billing provider keeps your payments for as long as the law requires, and your account stays with our sign-in provider. If it is to go as well, write to us.",
  "While your subscription renews, letters that the law of your place asks for still come, and we keep what they told you and what you agreed to.",
]);

const texts = sentences({
  received: {
    subject: "We have your request to erase your data",
    heading: "We are erasing your data",
    paragraphs: [
      "A part of it is still needed to complete a cancellation or an order that is on its way, or could not be reached just now. We erase it as soon as that is done, and write to you again then.",
    ],
  },
  erased: {
    subject: "Your data has been erased",
    heading: "Your data has been erased",
    paragraphs: [
      "As you asked, we have erased what this app kept about you. We keep a note with the number of your account and the date of your request, to be able to show that it was carried out, and, if you have canceled or withdrawn, or said that a declaration was not yours, the proof of it, which names your subscription but not you.",
    ],
  },
});

/** The state of an erasure that a letter reports. */
export type ErasureState = keyof typeof texts;

/** Confirms a request for erasure, and says what it does not erase. */
export const erasureMail = (state: ErasureState, { id, ...to }: LetterTo) =>
  composeLetter({
    ...to,
    subject: texts[state].subject,
    heading: texts[state].heading,
    paragraphs: [
      ...texts[state].paragraphs,
      ...notErased,
      ...(env.ANALYSIS_SOURCES.has("outside")
        ? [
            say`If another service made the analysis of your profile, that service keeps it: your request is recorded for the people who run it.`,
          ]
        : []),
    ],
    id: `erasure-${state}-${id}`,
    action: { label: say`Open My Plan`, address: `${env.APP_ORIGIN}/dashboard/my-plan` },
  });
