import type { ConnectionPayload, ConnectionProgress } from "~/domain/instagram/connection";
import { nextReadingAt } from "~/domain/instagram/schedule";
import type { Run, Verdict } from "~/services/outbox/runner.server";

export type Reading = Run<ConnectionPayload, ConnectionProgress, never>;
export type Read = Verdict<ConnectionPayload, ConnectionProgress, never>;

/** Reads a connected account. */
export async function carryOutReading({ entry }: Reading): Promise<Read> {
  return { end: "later", dueAt: nextReadingAt(entry.key, Date.now()) };
}
