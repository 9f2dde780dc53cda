import { redact } from "../../platform/values/redaction.ts";
import { isSecretField } from "../../platform/values/secret-names.ts";

/** The events of docs/product.md#events that the app itself reports. */
export const eventNames = [
  "sign_in_failed",
  "sign_in_unavailable",
  "subscription_is_not_found",
  "user_is_not_found",
  "tracking",
  "cancel_click",
  "cancel_success",
  "cancel_error",
  "cancel_unknown_response",
  "cancel_request_error",
] as const;

/** The only events that carry an e-mail address (docs/product.md#events). */
export const breachEventNames = [
  "Pwned success response",
  "Pwned rate limit error",
  "Pwned error",
] as const;

export type EventName = (typeof eventNames)[number];
export type BreachEventName = (typeof breachEventNames)[number];

type Value = string | number | boolean | null;

export type AppEvent = { userAgent: string; [extra: string]: Value | undefined } & (
  | { event: EventName; email?: never }
  | { event: BreachEventName; email: string }
);

/** An event as it is sent to the event sink: flat, of limited size, without personal data. */
export type OutgoingEvent = Readonly<Record<string, Value>>;

const maxExtras = 20;
const maxNameLength = 64;
const maxValueLength = 500;

const isBreachEvent = (name: string) => breachEventNames.some((breach) => breach === name);

/** @returns the event for the sink; the only personal data left is the e-mail address of a breach event */
export function outgoingEvent({ event, userAgent, email, ...extras }: AppEvent): OutgoingEvent {
  return {
    event,
    userAgent: bounded(userAgent),
    ...sanitized(extras),
    ...(isBreachEvent(event) && email !== undefined && { email }),
  };
}

/** Nothing that a page or a log could take for more than text. */
const eventNamePattern = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}\p{P}\p{Sc}\p{Sm} ]{0,99}$/u;
const markup = /[<>]/;

/** Words with underscores between them: long ones look like tokens. */
const words = /^[a-z]+(?:_[a-z]+)+$/;
const isEventName = (name: string) =>
  eventNamePattern.test(name) && !markup.test(name) && !hasPersonalData(name);
const hasPersonalData = (name: string) => !words.test(name) && redact(name) !== name;

/**
 * Sanitizes what a page sent to `POST /event` (docs/interfaces/app.yaml); undefined if it is not an event. Drops extras that are not
 * flat, and extras whose names suggest personal data or secrets.
 */
export function postedEvent(posted: unknown, userAgent: string): OutgoingEvent | undefined {
  if (typeof posted !== "object" || posted === null || Array.isArray(posted)) return undefined;
  const { event, userAgent: claimed, ...extras } = posted as Record<string, unknown>;
  if (typeof event !== "string" || !isEventName(event)) return undefined;
  return {
    event,
    userAgent: bounded(typeof claimed === "string" ? claimed : userAgent),
    ...sanitized(extras),
  };
}

function sanitized(extras: Record<string, unknown>): Record<string, Value> {
  const kept: [string, Value][] = [];
  for (const [name, value] of Object.entries(extras)) {
    if (kept.length === maxExtras) break;
    if (!/^\w[\w.-]*$/.test(name) || name.length > maxNameLength) continue;
    if (isSecretField(name, value) || redact(name) !== name) continue;
    if (typeof value === "string") kept.push([name, bounded(value)]);
    else if (typeof value === "number" ? Number.isFinite(value) : typeof value === "boolean")
      kept.push([name, value as number | boolean]);
    else if (value === null) kept.push([name, null]);
  }
  return Object.fromEntries(kept);
}

const bounded = (text: string) => redact(text).slice(0, maxValueLength);
