import { buttonStyle, SubmitButton } from "~/design/button";
import { FormToken } from "~/design/form-token";
import type { LetterName } from "~/features/account/settings";
import { MailedLinkPage } from "~/features/ways-in/mailed-link-page";
import { addresses } from "~/platform/values/addresses";
import { say, sentences } from "~/platform/values/say";

export type Stopping =
  | { state: "ready"; letter: LetterName; token: string }
  /** `letter` is null while it is not known which one. */
  | { state: "failed"; letter: LetterName | null; token: string }
  | { state: "off"; letter: LetterName }
  | { state: "invalid" };

const goodbye = "/images/unsubscribe/goodbye.svg";

interface Texts {
  ready: string;
  failed: string;
  off: string;
}

const ofLetters: Record<LetterName | "unknown", Texts> = sentences({
  weeklyLetter: {
    ready: "Turn off the weekly letter?",
    failed:
      "We could not reach your settings, so the weekly letter may still be on. Please try again in a moment.",
    off: "We turned off the weekly letter",
  },
  breachAlerts: {
    ready: "Turn off breach alerts?",
    failed:
      "We could not reach your settings, so breach alerts may still be on. Please try again in a moment.",
    off: "We turned off breach alerts",
  },
  importReminder: {
    ready: "Turn off the import reminder?",
    failed:
      "We could not reach your settings, so the import reminder may still be on. Please try again in a moment.",
    off: "We turned off the import reminder",
  },
  unknown: {
    ready: "Turn off the letter?",
    failed:
      "We could not reach your settings, so the letter may still be on. Please try again in a moment.",
    off: "We turned off the letter",
  },
});

/** What the page says of a state. */
export function stopTexts(stopping: Stopping): { title: string; text: string; art: string } {
  if (stopping.state === "invalid")
    return {
      title: say`This link does not work`,
      text: say`It is incomplete or no longer valid. Open it again from the email, or sign in and turn the letter off under Notifications.`,
      art: "/images/states/empty.svg",
    };
  const texts = ofLetters[stopping.letter ?? "unknown"];
  switch (stopping.state) {
    case "ready":
      return {
        title: texts.ready,
        text: say`Press the button once. You do not need to sign in. Nothing else changes: your plan and your other letters stay as they are.`,
        art: goodbye,
      };
    case "failed":
      return {
        title: say`That did not work`,
        text: texts.failed,
        art: "/images/states/failing.svg",
      };
    case "off":
      return {
        title: texts.off,
        text: say`You get no more of these letters. You can turn them on again under Notifications.`,
        art: goodbye,
      };
  }
}

/** What the link of a letter leads to: one button, or what came of it. */
export function StopView({ stopping }: { stopping: Stopping }) {
  const { title, text, art } = stopTexts(stopping);
  return (
    <MailedLinkPage title={title} texts={[text]} art={art}>
      {"token" in stopping && (
        <form method="post" action={addresses.stopLetter} className="mt-8">
          <FormToken />
          <input type="hidden" name="t" value={stopping.token} />
          <SubmitButton>{stopping.state === "failed" ? "Try again" : "Turn it off"}</SubmitButton>
        </form>
      )}
      <a
        href={addresses.notifications}
        className={buttonStyle(
          "token" in stopping ? "plain" : "primary",
          "token" in stopping ? "mt-3" : "mt-8",
        )}
      >
        Notifications
      </a>
    </MailedLinkPage>
  );
}
