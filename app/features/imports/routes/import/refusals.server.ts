import { data } from "@remix-run/node";
import type { ImportPress, ImportRefusal, removePress } from "~/features/history/import";
import { ImportsUnreadable } from "~/features/history/import-documents.server";
import { NoMemory } from "~/features/imports/services/memory.server";
import { ThreadDied } from "~/features/imports/thread.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";
import { minute } from "~/platform/values/durations";

const statuses: Record<ImportRefusal, number> = {
  "no-file": 400,
  shown: 400,
  busy: 503,
  own: 409,
  limited: 429,
  outside: 409,
  unavailable: 503,
  failed: 500,
  "not-possible": 409,
  unreadable: 409,
};

/** Milliseconds after which a form that found all places taken may be sent again. */
const busyFor = minute;

/** What was sent, so that it can be sent again. */
interface Sent {
  /** The number of followers that was typed. */
  shown?: string;
  press?: ImportPress | typeof removePress;
  /** What the page asked about. */
  asked?: string | undefined;
}

/**
 * The answer to a form that changed nothing.
 * @param wait milliseconds after which it may be sent again
 */
export function importFormRefused(
  refusal: ImportRefusal,
  {
    wait = refusal === "busy" ? busyFor : undefined,
    status = statuses[refusal],
    shown,
    press,
    asked,
  }: Sent & { wait?: number | undefined; status?: number } = {},
) {
  const headers: Record<string, string> =
    wait === undefined ? {} : { "Retry-After": String(Math.ceil(wait / 1_000)) };
  const sent = { ...(shown && { shown }), ...(press && { press }), ...(asked && { asked }) };
  return data({ refusal, ...sent }, { status, headers });
}

/** The refusal that a failure of Firestore or of the computing comes to. @throws any other failure */
export function refusedBy(error: unknown, sent: Sent) {
  if (error instanceof ImportsUnreadable) return importFormRefused("unreadable", sent);
  if (error instanceof UpstreamError) return importFormRefused("unavailable", sent);
  if (error instanceof ThreadDied) return importFormRefused("failed", sent);
  if (error instanceof NoMemory) return importFormRefused("busy", sent);
  throw error;
}
