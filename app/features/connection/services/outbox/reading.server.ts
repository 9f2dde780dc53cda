import { carryOutReading } from "~/features/connection/services/readings/reading.server";
import type { ConnectionPayload, ConnectionProgress } from "~/features/history/connection";
import { connectionEntries } from "~/features/history/connections.server";
import type { OutboxKind } from "~/platform/outbox/runner.server";

/** The daily reading of a connected account, stored in `connections/{uid}` (docs/product.md#connection). */
export const readings: OutboxKind<ConnectionPayload, ConnectionProgress, never> = {
  ...connectionEntries,
  isStanding: true,
  // One call at a time each: fewer than the 20 calls at once of the upstream.
  concurrency: 16,
  // The ceiling of this app. As many as a look of the outbox queues, 200 in 5 s: 3.4 million a day.
  rate: { max: 40, duration: 1_000 },
  handle: carryOutReading,
};
