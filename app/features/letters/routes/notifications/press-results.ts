import type { LetterName, Settings } from "~/features/account/settings";
import { say, sentences } from "~/platform/values/say";

/** What a subscriber may press on the page to turn a letter on or off, and what that has done. */
export const letterPresses = sentences({
  "weekly-on": { letter: "weeklyLetter", isOn: true, done: "The weekly letter is on." },
  "weekly-off": { letter: "weeklyLetter", isOn: false, done: "The weekly letter is off." },
  "alerts-on": { letter: "breachAlerts", isOn: true, done: "Breach alerts are on." },
  "alerts-off": { letter: "breachAlerts", isOn: false, done: "Breach alerts are off." },
  "reminder-on": { letter: "importReminder", isOn: true, done: "The import reminder is on." },
  "reminder-off": { letter: "importReminder", isOn: false, done: "The import reminder is off." },
} satisfies Record<string, { letter: LetterName; isOn: boolean; done: string }>);

export type LetterPress = keyof typeof letterPresses | "time-zone";

export const isLetterPress = (text: string): text is LetterPress =>
  text === "time-zone" || Object.hasOwn(letterPresses, text);

/**
 * What a press has done; undefined where the settings say otherwise: anybody may have written the page's address, and
 * another page may have changed the setting since.
 */
export function letterPressResult(press: string, settings: Settings): string | undefined {
  if (!isLetterPress(press)) return undefined;
  if (press === "time-zone")
    return settings.timeZone === null ? undefined : say`Your time zone is saved.`;
  const { letter, isOn, done } = letterPresses[press];
  return settings[letter] === isOn ? done : undefined;
}
