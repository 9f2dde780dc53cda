import type { AppLoadContext } from "@remix-run/node";
import { placeholderFor } from "~/platform/pages/placeholders.server";
import { type Subscriber, sessionEnd } from "~/platform/session/session.server";
import { whoseOf } from "~/platform/session/whose.server";

/**
 * How many milliseconds a session lasts, and a number for whose it is: a page that lies open stays through a new session of
 * the same subscriber, and of no other (app/platform/browser/session-watch.ts), and its forms act for nobody else
 * (app/design/form-token.tsx).
 */
export function sessionOfPage(context: AppLoadContext, subscriber: Subscriber) {
  const whose = whoseOf(subscriber);
  // Of one length, as all placeholders.
  const left = String(sessionEnd(subscriber) - Date.now()).padStart(9, "0");
  return {
    sessionLeft: placeholderFor(context, "sessionLeft", `${left} ${whose}`),
    whose: placeholderFor(context, "whose", whose),
  };
}
