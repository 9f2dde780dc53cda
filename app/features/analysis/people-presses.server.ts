import { data, redirect } from "@remix-run/node";
import { requireSubscriber } from "~/features/account/guards.server";
import { asSearchRefused, SearchRefused } from "~/features/analysis/searches.server";
import type { SamePerson } from "~/features/history/same-people";
import { fieldText, readForm } from "~/platform/http/forms/parse-form.server";
import { type DoneByPress, doneCookie } from "~/platform/session/done-cookie.server";
import { addresses } from "~/platform/values/addresses";
import { say, sentences } from "~/platform/values/say";
import { retryAfter, waitInWords } from "~/platform/values/waiting";

/** Why a press about a person is refused. Nothing has changed then. */
const refusals = sentences({
  "no-press": { status: 400, words: "This page has no such button." },
  "not-listed": { status: 422, words: "Nobody of this name is in your lists." },
  "not-same": {
    status: 422,
    words:
      "We cannot join these two: your exports in use must show that the first left and the second is new.",
  },
  "said-otherwise": {
    status: 422,
    words:
      "You have already said something else of one of these names. Take that back first, in the list of the renamed.",
  },
  "not-said": { status: 422, words: "You have not said that these two are the same person." },
  "too-many-said": {
    status: 422,
    words: "You have said this of 2,000 people, and no more can be kept.",
  },
  full: { status: 422, words: "You have hidden 5,000 people, and no more can be hidden." },
  unreadable: {
    status: 409,
    words:
      "We cannot read one of your exports any more, so nothing has changed. The import page says what you can do.",
  },
  unavailable: {
    status: 503,
    words: "We could not do that right now. Please try again in a moment.",
  },
} as const);
export type PressRefused = keyof typeof refusals;

/** Carries out what a subscriber says of a person. @param form its fields. @throws SearchRefused */
type PressOnPerson = (uid: string, form: FormData) => Promise<PressRefused | "done" | "not-found">;

/** What the page says after each press. */
const results: Readonly<Record<string, DoneByPress>> = {
  hide: "hidden",
  show: "shown",
  "same-person": "joined",
  "not-same-person": "parted",
};

let press: PressOnPerson = async () => "no-press";

/** Registers what carries out a press (app/registrations.server.ts). */
export function onPeoplePress(carryOut: PressOnPerson): void {
  press = carryOut;
}

/** The answer to a form about a person on the page of a list. @param key of the list: a category, or `hidden` */
export async function answerPeoplePress(request: Request, key: string) {
  const { uid } = await requireSubscriber(request);
  const form = await readForm(request);
  const typed = pairIn(form);
  const outcome = await press(uid, form).catch(asSearchRefused);
  if (outcome instanceof SearchRefused) {
    const refused = say`${outcome.message} Please try again ${say`in ${waitInWords(outcome.wait)}`}.`;
    return data({ refused, typed }, { status: outcome.status, headers: retryAfter(outcome.wait) });
  }
  if (outcome === "done") {
    const done = results[fieldText(form, "press", 20)];
    return redirect(addresses.category(key), {
      status: 303,
      ...(done && { headers: { "set-cookie": doneCookie(done) } }),
    });
  }
  if (outcome === "not-found") throw new Response(null, { status: 404 });
  const { status, words } = refusals[outcome];
  return data({ refused: words, typed }, status);
}

/** The two names of a form: typed, or both in its button. No username has a space. */
export function pairIn(form: FormData): SamePerson {
  const [old, now] = fieldText(form, "pair", 241).split(" ");
  return { old: old || fieldText(form, "old", 120), new: now || fieldText(form, "new", 120) };
}
