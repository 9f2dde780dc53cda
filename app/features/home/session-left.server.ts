import type { AppLoadContext } from "@remix-run/node";
import { placeholderFor } from "~/platform/pages/placeholders.server";
import { type Subscriber, sessionEnd } from "~/platform/session/session.server";
import { shareOf } from "~/platform/values/share-of";

/**
 * How many milliseconds a session lasts, and a number for whose it is: a page that lies open stays through a new session of
 * the same subscriber, and of no other (app/platform/browser/session-watch.ts).
 */
export function sessionLeft(context: AppLoadContext, subscriber: Subscriber): string {
  const left = sessionEnd(subscriber) - Date.now();
  const whose = Math.floor(shareOf(`session of ${subscriber.uid}`) * 1_000_000);
  // Each of one length, as all placeholders.
  const [milliseconds, number] = [left, whose].map((one) => String(one).padStart(9, "0"));
  return placeholderFor(context, "sessionLeft", `${milliseconds} ${number}`);
}
