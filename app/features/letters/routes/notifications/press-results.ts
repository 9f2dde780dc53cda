import type { LetterName, Settings } from "~/features/account/settings";
import { sentences } from "~/platform/values/say";

const results = sentences({
  "weekly-on": "The weekly letter is on.",
  "weekly-off": "The weekly letter is off.",
  "alerts-on": "Breach alerts are on.",
  "alerts-off": "Breach alerts are off.",
  "reminder-on": "The import reminder is on.",
  "reminder-off": "The import reminder is off.",
  "time-zone": "Your time zone is saved.",
});

type Shown = Pick<Settings, LetterName | "timeZone">;

/** Whether the settings are as a press leaves them. */
const isSo: Record<LetterPress, (settings: Shown) => boolean> = {
  "weekly-on": ({ weeklyLetter }) => weeklyLetter,
  "weekly-off": ({ weeklyLetter }) => !weeklyLetter,
  "alerts-on": ({ breachAlerts }) => breachAlerts,
  "alerts-off": ({ breachAlerts }) => !breachAlerts,
  "reminder-on": ({ importReminder }) => importReminder,
  "reminder-off": ({ importReminder }) => !importReminder,
  "time-zone": ({ timeZone }) => timeZone !== null,
};

/** What a subscriber may press on the page. */
export type LetterPress = keyof typeof results;

export const isLetterPress = (text: string): text is LetterPress => Object.hasOwn(results, text);

/**
 * What a press has done; undefined where the settings say otherwise: anybody may have written the page's address, and
 * another page may have changed the setting since.
 */
export const letterPressResult = (press: string, settings: Shown): string | undefined =>
  isLetterPress(press) && isSo[press](settings) ? results[press] : undefined;
