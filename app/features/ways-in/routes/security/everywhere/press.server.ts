import { redirect } from "@remix-run/node";
import { forgetBreachCheck } from "~/features/safety/breach-check.server";
import { tryAgain } from "~/features/ways-in/services/recovery.server";
import { tellOfChange } from "~/features/ways-in/services/security/access-letters.server";
import { endAllSessions } from "~/features/ways-in/services/security/end-sessions.server";
import { clearSessionCookie, type Subscriber } from "~/platform/session/session.server";
import { createLimit } from "~/platform/store/rate-limits.server";
import { orElse } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { hourInSeconds } from "~/platform/values/durations";
import { say, sentences } from "~/platform/values/say";
import { withinAnswerTime } from "~/platform/work/deadline.server";
import { type SecurityPress, securityPressRefused } from "../pressed.server.ts";

/** Each press sends a letter. */
const ofAccount = createLimit("sign-out-everywhere", { points: 5, seconds: hourInSeconds });

export async function signOutEverywhere({ subscriber, userAgent, begun }: SecurityPress) {
  const { uid, sessionId } = subscriber;
  const wait = await ofAccount.take(uid);
  if (wait !== undefined) {
    const { words, headers } = tryAgain(wait);
    const message = say`You have done this several times in the last hour. ${words ?? ""}`;
    return securityPressRefused({ section: "page", message }, { status: 429, headers });
  }
  return orElse(
    async () => {
      await withinAnswerTime(endAndTell(subscriber, userAgent), begun);
      forgetBreachCheck(sessionId);
      const headers = { "set-cookie": await clearSessionCookie() };
      return redirect(`${addresses.signIn}?everywhere=1`, { status: 303, headers });
    },
    async () => {
      await ofAccount.giveBack(uid);
      return securityPressRefused({ section: "page", ...unconfirmed }, 503);
    },
  );
}

async function endAndTell(subscriber: Subscriber, userAgent: string): Promise<void> {
  await endAllSessions(subscriber.uid, subscriber.validSince);
  await tellOfChange(subscriber, "signed-out-everywhere", userAgent);
}

const unconfirmed = sentences({
  message:
    "The sign-in service did not answer, so we cannot say that you are signed out everywhere.",
  hint: "Please press again in a moment. Doing it twice does no harm.",
});
