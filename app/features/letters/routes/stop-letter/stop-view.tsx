import { buttonStyle, SubmitButton } from "~/design/button";
import { FormToken } from "~/design/form-token";
import type { LetterName } from "~/features/account/settings";
import { MailedLinkPage } from "~/features/ways-in/mailed-link-page";
import { addresses } from "~/platform/values/addresses";

export type Stopping =
  | { state: "ready"; letter: LetterName; token: string }
  /** `letter` is null while it is not known which one. */
  | { state: "failed"; letter: LetterName | null; token: string }
  | { state: "off"; letter: LetterName }
  | { state: "invalid" };

const names: Record<LetterName, string> = {
  weeklyLetter: "the weekly letter",
  breachAlerts: "breach alerts",
  importReminder: "the import reminder",
};

const goodbye = "/images/unsubscribe/goodbye.svg";

function textsOf(stopping: Stopping): { title: string; text: string; art: string } {
  if (stopping.state === "invalid")
    return {
      title: "This link does not work",
      text: "It is incomplete or no longer valid. Open it again from the email, or sign in and turn the letter off under Notifications.",
      art: "/images/states/empty.svg",
    };
  const name = stopping.letter ? names[stopping.letter] : "the letter";
  switch (stopping.state) {
    case "ready":
      return {
        title: `Turn off ${name}?`,
        text: "Press the button once. You do not need to sign in. Nothing else changes: your plan and your other letters stay as they are.",
        art: goodbye,
      };
    case "failed":
      return {
        title: "That did not work",
        text: `We could not reach your settings, so ${name} may still be on. Please try again in a moment.`,
        art: "/images/states/failing.svg",
      };
    case "off":
      return {
        title: `We turned off ${name}`,
        text: "You get no more of these letters. You can turn them on again under Notifications.",
        art: goodbye,
      };
  }
}

/** What the link of a letter leads to: one button, or what came of it. */
export function StopView({ stopping }: { stopping: Stopping }) {
  const { title, text, art } = textsOf(stopping);
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
