import { redirect } from "@remix-run/node";
import { knownDevice } from "~/features/account/device-cookie.server";
import { signInHeaders } from "~/features/account/sign-in-headers.server";
import { forgetBreachCheck } from "~/features/safety/breach-check.server";
import { newPasswordProblem } from "~/features/ways-in/rules/new-password";
import { requestPasswordReset, tryAgain } from "~/features/ways-in/services/recovery.server";
import {
  changeOwnPassword,
  type OwnPasswordChange,
} from "~/features/ways-in/services/security/password-change.server";
import { fieldText } from "~/platform/http/forms/parse-form.server";
import { addresses } from "~/platform/values/addresses";
import { say, sentences } from "~/platform/values/say";
import type { Done } from "../press-results.ts";
import {
  type PressRefusal,
  type SecurityAnswer,
  type SecurityPress,
  securityPressRefused,
} from "../pressed.server.ts";

const inSection = (refusal: Omit<PressRefusal, "section">, init: number | ResponseInit) =>
  securityPressRefused({ section: "password", ...refusal }, init);
const done = (result: Done, headers?: Headers) =>
  redirect(`${addresses.security}?done=${result}`, { status: 303, headers });

export async function changePasswordByForm(press: SecurityPress): Promise<SecurityAnswer> {
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
  if (Object.keys(errors).length > 0) return inSection({ errors }, 400);
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
      return done(
        change.leaks === "down" ? "password-unchecked" : "password",
        await signInHeaders(request, change.account),
      );
    case "refused":
      return inSection({ errors: { [change.field]: change.message } }, 422);
    case "leaked":
      return inSection({ errors: { password: "Seen in known data leaks. Choose another." } }, 422);
    case "limited": {
      const { words, headers } = tryAgain(change.wait);
      const message = "Too many tries with a wrong password. Nothing has changed.";
      return inSection({ message, ...(words && { hint: words }) }, { status: 429, headers });
    }
    case "changed-only":
    case "changed-again":
      return inSection(messages[change.outcome], 503);
    case "unavailable":
      return inSection(messages[change.isUnchanged ? "unchanged" : "unknown"], 503);
  }
}

const messages = sentences({
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
export async function mailPasswordLink({
  subscriber,
  clientAddress,
}: SecurityPress): Promise<SecurityAnswer> {
  const result = await requestPasswordReset(subscriber.email, clientAddress);
  if (result.outcome === "sent") return done("password-mail");
  const { words, headers } = tryAgain(result.wait);
  const hint = words && { hint: words };
  return inSection({ message: result.message, ...hint }, { status: result.status, headers });
}
