import { connectionEntries } from "~/clients/connections.server";
import type { ConnectionPayload, ConnectionProgress } from "~/domain/instagram/connection";
import type { OutboxKind } from "~/services/outbox/runner.server";
import { carryOutReading } from "~/services/readings/reading.server";

/** The daily reading of a connected account, stored in `connections/{uid}` (contract 11). */
export const readings: OutboxKind<ConnectionPayload, ConnectionProgress, never> = {
  ...connectionEntries,
  isStanding: true,
  // One call at a time each: fewer than the 20 calls at once of the upstream.
  concurrency: 16,
  // The ceiling of this app. As many as a look of the outbox queues, 200 in 5 s: 3.4 million a day.
  rate: { max: 40, duration: 1_000 },
  handle: carryOutReading,
};
