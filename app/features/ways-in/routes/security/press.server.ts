import { data, redirect } from "@remix-run/node";
import { knownDevice } from "~/features/account/device-cookie.server";
import { declinePasskeyOffer } from "~/features/account/settings.server";
import { signInHeaders } from "~/features/account/sign-in-headers.server";
import { forgetBreachCheck } from "~/features/safety/breach-check.server";
import {
  type AddProblem,
  addPasskey,
  passkeyProblems,
} from "~/features/ways-in/add-passkey.server";
import { passkeysHere } from "~/features/ways-in/passkeys-here.server";
import { newPasswordProblem } from "~/features/ways-in/rules/new-password";
import { passkeyName } from "~/features/ways-in/rules/passkeys";
import type { Visitor } from "~/features/ways-in/services/enter.server";
import { tellOfChange } from "~/features/ways-in/services/outbox/access-letter.server";
import { requestPasswordReset, tryAgain } from "~/features/ways-in/services/recovery.server";
import { endAllSessions } from "~/features/ways-in/services/security/end-sessions.server";
import {
  changeOwnPassword,
  type OwnPasswordChange,
} from "~/features/ways-in/services/security/password-change.server";
import { signOutHeaders } from "~/features/ways-in/sign-out-headers.server";
import { removePasskey, renamePasskey } from "~/features/ways-in/store/passkeys.server";
import { type FieldErrors, fieldText } from "~/platform/http/forms/parse-form.server";
import type { Subscriber } from "~/platform/session/session.server";
import { createLimit } from "~/platform/store/rate-limits.server";
import { orElse } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { hourInSeconds } from "~/platform/values/durations";
import { say, sentence, sentences } from "~/platform/values/say";
import { withinAnswerTime } from "~/platform/work/deadline.server";

/** A form of the page that was sent. */
interface SecurityPress extends Visitor {
  request: Request;
  form: FormData;
  subscriber: Subscriber;
  /** When the request came, by `performance.now()`. */
  begun: number;
}

/** Why a press was refused; shown in its section. */
export interface PressRefusal {
  /** The section's id; `page`: above all sections. */
  section: "page" | "password" | "passkeys";
  message?: string;
  /** What to do next. */
  hint?: string | undefined;
  errors?: FieldErrors;
}

const refused = (refusal: PressRefusal, init: number | ResponseInit) => data(refusal, init);

/** A redirect where the press was carried out. */
type SecurityAnswer = Response | ReturnType<typeof refused>;

/** What a press has done, by the `done` in the address that it leads to. */
const results = sentences({
  password: "Your password is changed. All other browsers are signed out.",
  "password-unchecked":
    "Your password is changed. All other browsers are signed out. We could not check whether it is in a known data leak.",
  "password-mail": "We have sent you an email with a link to set a password.",
  "passkey-added": "The passkey is added. You can sign in with it from now on.",
  "passkey-removed": "The passkey is removed. Nobody can sign in with it any more.",
  "passkey-named": "The passkey has its new name.",
} as const);

type Done = keyof typeof results;

/** @returns undefined for anything else that stands in the address */
export const securityPressResult = (done: string): string | undefined =>
  Object.hasOwn(results, done) ? results[done as Done] : undefined;

/** Each press sends a letter. */
const ofAccount = createLimit("sign-out-everywhere", { points: 5, seconds: hourInSeconds });

async function signOutEverywhere({ request, subscriber, userAgent, begun }: SecurityPress) {
  const { uid, sessionId } = subscriber;
  const wait = await ofAccount.take(uid);
  if (wait !== undefined) {
    const { words, headers } = tryAgain(wait);
    const message = say`You have done this several times in the last hour. ${words ?? ""}`;
    return refused({ section: "page", message }, { status: 429, headers });
  }
  return orElse(
    async () => {
      await withinAnswerTime(endAndTell(subscriber, userAgent), begun);
      forgetBreachCheck(sessionId);
      const headers = await signOutHeaders(request);
      return redirect(`${addresses.signIn}?everywhere=1`, { status: 303, headers });
    },
    () => refused({ section: "page", ...unconfirmed }, 503),
  );
}

/** Goes on after the answer's deadline. The press counts unless ending the sessions fails. */
async function endAndTell(subscriber: Subscriber, userAgent: string): Promise<void> {
  const { uid, validSince } = subscriber;
  await endAllSessions(uid, validSince).catch(async (error: unknown) => {
    await ofAccount.giveBack(uid);
    throw error;
  });
  await tellOfChange(subscriber, "signed-out-everywhere", userAgent);
}

const unconfirmed = sentences({
  message:
    "The sign-in service did not answer, so we cannot say that you are signed out everywhere.",
  hint: "Please press again in a moment. Doing it twice does no harm.",
});

const passkeysDone = (what: Done) => redirect(`${addresses.security}?done=${what}#passkeys`, 303);
const passkeysRefused = (message: string, status: number) =>
  refused({ section: "passkeys", message }, status);

const addStatuses: Partial<Record<AddProblem, number>> = { stale: 403, full: 409, known: 409 };

async function add({ form, subscriber, userAgent }: SecurityPress) {
  if (!passkeysHere) return passkeysRefused(passkeyProblems().malformed, 404);
  const posted = {
    answer: fieldText(form, "answer", 65_536),
    userHandle: fieldText(form, "userHandle"),
    name: fieldText(form, "name"),
  };
  const problem = await addPasskey(subscriber, posted, userAgent);
  return problem
    ? passkeysRefused(passkeyProblems()[problem], addStatuses[problem] ?? 400)
    : passkeysDone("passkey-added");
}

const passkeyGone = () =>
  passkeysRefused(say`That passkey is not there any more. Nothing has changed.`, 404);

async function rename({ form, subscriber }: SecurityPress) {
  const name = passkeyName(fieldText(form, "name"));
  if (name === undefined) return passkeysRefused(say`Give the passkey a name.`, 400);
  const isThere = await renamePasskey(subscriber.uid, fieldText(form, "passkey"), name);
  return isThere ? passkeysDone("passkey-named") : passkeyGone();
}

async function remove({ form, subscriber, userAgent }: SecurityPress) {
  if (!(await removePasskey(subscriber.uid, fieldText(form, "passkey")))) return passkeyGone();
  await tellOfChange(subscriber, "passkey-removed", userAgent);
  return passkeysDone("passkey-removed");
}

/** Stops offering a passkey to this subscriber. */
async function declineOffer({ subscriber }: SecurityPress) {
  await declinePasskeyOffer(subscriber.uid);
  return redirect(addresses.dashboard, 303);
}

/** Answers a press if Firestore does not answer. It may have been carried out all the same. */
const orRefused =
  <T>(carryOut: (press: SecurityPress) => Promise<T>) =>
  (press: SecurityPress) =>
    orElse(carryOut(press), () =>
      passkeysRefused(
        say`We could not reach your passkeys, so this may not be saved. Check the list, and try again.`,
        503,
      ),
    );

const passwordRefused = (refusal: Omit<PressRefusal, "section">, init: number | ResponseInit) =>
  refused({ section: "password", ...refusal }, init);
const passwordDone = (result: Done, headers?: Headers) =>
  redirect(`${addresses.security}?done=${result}`, { status: 303, headers });

async function changePasswordByForm(press: SecurityPress): Promise<SecurityAnswer> {
  const { request, form, subscriber, clientAddress, userAgent, begun } = press;
  const present = fieldText(form, "present", 4_097);
  const next = fieldText(form, "password", 4_097);
  const problem = newPasswordProblem(next, { present, email: subscriber.email });
  const errors = {
    ...((present === "" || present.length > 4_096) && {
      present: say`Enter your current password.`,
    }),
    ...(problem && { password: problem }),
  };
  if (Object.keys(errors).length > 0) return passwordRefused({ errors }, 400);
  const device = await knownDevice(request, subscriber.email);
  const visitor = { userAgent, clientAddress, device, begun };
  return answerTo(press, await changeOwnPassword(subscriber, { present, next }, visitor));
}

async function answerTo(
  { request, subscriber }: SecurityPress,
  change: OwnPasswordChange,
): Promise<SecurityAnswer> {
  switch (change.outcome) {
    case "changed":
      forgetBreachCheck(subscriber.sessionId);
      return passwordDone(
        change.leaks === "down" ? "password-unchecked" : "password",
        await signInHeaders(request, change.account),
      );
    case "refused":
      return passwordRefused({ errors: { [change.field]: change.message } }, 422);
    case "leaked":
      return passwordRefused({ errors: { password: leaked } }, 422);
    case "limited": {
      const { words, headers } = tryAgain(change.wait);
      const message = sentence("Too many tries with a wrong password. Nothing has changed.");
      return passwordRefused({ message, hint: words }, { status: 429, headers });
    }
    case "changed-only":
    case "changed-again":
      return passwordRefused(passwordMessages[change.outcome], 503);
    case "unavailable":
      return passwordRefused(passwordMessages[change.isUnchanged ? "unchanged" : "unknown"], 503);
  }
}

const leaked = sentence("Seen in known data leaks. Choose another.");

const passwordMessages = sentences({
  "changed-only": {
    message:
      "Your password is changed, but we could not sign out the other browsers: the sign-in service stopped answering.",
    hint: "Press 'Sign out everywhere' below in a moment.",
  },
  "changed-again": {
    message: "Your password was changed twice at the same moment, and the other change counts.",
    hint: "If that was not you, set a new one now with 'Forgot password?' on the sign-in page.",
  },
  unchanged: {
    message: "The sign-in service does not answer right now. Your password is the same as before.",
    hint: "Please try again in a moment.",
  },
  unknown: {
    message:
      "The sign-in service stopped answering, so we cannot say whether your password is changed.",
    hint: "At your next sign-in try the new one first, then the old one.",
  },
});

/** Has the provider mail its link, with which somebody without a password can set one. */
async function mailPasswordLink({
  subscriber,
  clientAddress,
}: SecurityPress): Promise<SecurityAnswer> {
  const result = await requestPasswordReset(subscriber.email, clientAddress);
  if (result.outcome === "sent") return passwordDone("password-mail");
  const { words: hint, headers } = tryAgain(result.wait);
  const { message, status } = result;
  return passwordRefused({ message, hint }, { status, headers });
}

/** What the buttons named `press` do. */
const presses: Readonly<Record<string, (press: SecurityPress) => Promise<SecurityAnswer>>> = {
  "change-password": changePasswordByForm,
  "mail-password-link": mailPasswordLink,
  "sign-out-everywhere": signOutEverywhere,
  "passkey-add": orRefused(add),
  "passkey-rename": orRefused(rename),
  "passkey-remove": orRefused(remove),
  "passkey-no-offer": orRefused(declineOffer),
};

export async function carryOutSecurityPress(press: SecurityPress): Promise<SecurityAnswer> {
  const name = press.form.get("press");
  const carryOut =
    typeof name === "string" && Object.hasOwn(presses, name) ? presses[name] : undefined;
  if (carryOut) return carryOut(press);
  const message = say`That is not one of the choices of this page. Nothing has changed.`;
  return refused({ section: "page", message }, 400);
}
