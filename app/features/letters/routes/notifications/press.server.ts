import { data, redirect } from "@remix-run/node";
import {
  saveTimeZone,
  turnOffLetter,
  turnOnBreachAlerts,
  turnOnImportReminder,
  turnOnWeeklyLetter,
} from "~/features/account/letter-choices.server";
import type { LetterName, Settings } from "~/features/account/settings";
import { announcePreferences } from "~/features/account/settings.server";
import { refigureInZone } from "~/features/imports/refigure.server";
import { fieldText } from "~/platform/http/forms/parse-form.server";
import { orElse } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { say, sentences } from "~/platform/values/say";
import { asTimeZone } from "~/platform/values/time-zone";

/** What a subscriber may press on the page to turn a letter on or off, and what that has done. */
const letterPresses = sentences({
  "weekly-on": { letter: "weeklyLetter", isOn: true, done: "The weekly letter is on." },
  "weekly-off": { letter: "weeklyLetter", isOn: false, done: "The weekly letter is off." },
  "alerts-on": { letter: "breachAlerts", isOn: true, done: "Breach alerts are on." },
  "alerts-off": { letter: "breachAlerts", isOn: false, done: "Breach alerts are off." },
  "reminder-on": { letter: "importReminder", isOn: true, done: "The import reminder is on." },
  "reminder-off": { letter: "importReminder", isOn: false, done: "The import reminder is off." },
} satisfies Record<string, { letter: LetterName; isOn: boolean; done: string }>);

export type LetterPress = keyof typeof letterPresses | "time-zone";

const isLetterPress = (text: string): text is LetterPress =>
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

interface LetterPressRefused {
  message?: string;
  /** What is wrong with the time zone. */
  timeZone?: string;
  /** What was pressed and chosen, where the settings could not be reached. */
  tried?: { press: LetterPress; timeZone: string };
}

/** Letters that not everybody is offered. */
export interface OfferedLetters {
  weekly: boolean;
  reminder: boolean;
}

/** Carries out a press of the page. @param offered to the subscriber */
export async function carryOutLetterPress(form: FormData, uid: string, offered: OfferedLetters) {
  const press = fieldText(form, "press");
  if (
    !isLetterPress(press) ||
    (!offered.weekly && (press === "weekly-on" || press === "time-zone")) ||
    (!offered.reminder && press === "reminder-on")
  )
    return data<LetterPressRefused>(
      { message: say`That is not one of the choices of this page. Nothing has changed.` },
      400,
    );
  const timeZone = fieldText(form, "timeZone");
  return orElse(
    async () => {
      const problem = await change(press, uid, timeZone);
      if (problem) return data<LetterPressRefused>({ timeZone: problem }, 422);
      return redirect(`${addresses.notifications}?done=${press}`, 303);
    },
    () => {
      const message = say`We could not reach your settings, so your choice may not be saved. Please try again.`;
      return data<LetterPressRefused>({ message, tried: { press, timeZone } }, 503);
    },
  );
}

/** @returns why it was refused */
async function change(
  press: LetterPress,
  uid: string,
  chosen: string,
): Promise<string | undefined> {
  if (press !== "time-zone") {
    const { letter, isOn } = letterPresses[press];
    if (!isOn) return void (await turnOffLetter(uid, letter));
    if (letter === "breachAlerts") return void (await turnOnBreachAlerts(uid));
    if (letter === "importReminder") return void (await turnOnImportReminder(uid));
  }
  // The form names one only where none was chosen before.
  const timeZone = asTimeZone(chosen);
  const save = press === "weekly-on" ? turnOnWeeklyLetter : saveTimeZone;
  if ((chosen && !timeZone) || !(await save(uid, timeZone)))
    return say`Choose your time zone: the letter comes on your Monday morning.`;
  await announcePreferences(uid);
  if (timeZone) refigureInZone(uid);
  return undefined;
}
