import { data, redirect } from "@remix-run/node";
import {
  saveTimeZone,
  turnOffLetter,
  turnOnBreachAlerts,
  turnOnImportReminder,
  turnOnWeeklyLetter,
} from "~/features/account/letter-choices.server";
import { announcePreferences, settingsOf } from "~/features/account/settings.server";
import { fieldText } from "~/platform/http/forms/parse-form.server";
import { orElse } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { say } from "~/platform/values/say";
import { asTimeZone } from "~/platform/values/time-zone";
import { isLetterPress, type LetterPress, letterPresses } from "./press-results.ts";

const refused = (message: string, status: number) => data<LetterPressRefused>({ message }, status);

interface LetterPressRefused {
  message?: string;
  /** What is wrong with the time zone. */
  timeZone?: string;
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
    return refused(say`That is not one of the choices of this page. Nothing has changed.`, 400);
  return orElse(
    async () => {
      const problem = await change(press, uid, fieldText(form, "timeZone"));
      if (problem) return data<LetterPressRefused>({ timeZone: problem }, 422);
      return redirect(`${addresses.notifications}?done=${press}`, 303);
    },
    () =>
      refused(
        say`We could not reach your settings, so your choice may not be saved. Please try again.`,
        503,
      ),
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
  }
  const { timeZone: known } = await settingsOf(uid);
  if (press === "reminder-on") return void (await turnOnImportReminder(uid, known ?? "UTC"));
  // The form names one only where none was chosen before.
  const timeZone = asTimeZone(chosen || known);
  if (timeZone === undefined)
    return say`Choose your time zone: the letter comes on your Monday morning.`;
  await (press === "weekly-on" ? turnOnWeeklyLetter : saveTimeZone)(uid, timeZone);
  await announcePreferences(uid);
  return undefined;
}
