import { data, redirect } from "@remix-run/node";
import { checkBreaches } from "~/features/safety/breach-check.server";
import { markBreach } from "~/features/safety/store/breach-marks.server";
import { fieldText, readForm } from "~/platform/http/forms/parse-form.server";
import { doneCookie } from "~/platform/session/done-cookie.server";
import type { Subscriber } from "~/platform/session/session.server";
import { orElse } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { say } from "~/platform/values/say";

const marks = ["dealt-with", "open"] as const;
export type BreachMark = (typeof marks)[number];

const refused = (message: string, status: number) => data({ message }, status);
const unavailable = () => refused(say`We could not save that. Please try again in a moment.`, 503);

/** Carries out a press on one breach of the page. Only what the check has found is kept. */
export async function markFromForm({ uid, sessionId, email }: Subscriber, request: Request) {
  const form = await readForm(request);
  const press = marks.find((mark) => mark === fieldText(form, "press"));
  const name = fieldText(form, "breach");
  const userAgent = request.headers.get("user-agent") ?? "";
  const check = await checkBreaches({ sessionId, email, userAgent });
  if (check.outcome !== "checked") return unavailable();
  const breach = check.breaches.find((one) => one.name === name);
  if (!press || !breach)
    return refused(say`That breach is not in your list. Nothing has changed.`, 400);
  return orElse(
    markBreach(uid, breach, press === "dealt-with").then(() =>
      redirect(addresses.passwordSafety, {
        status: 303,
        headers: { "set-cookie": doneCookie(press) },
      }),
    ),
    unavailable,
  );
}
