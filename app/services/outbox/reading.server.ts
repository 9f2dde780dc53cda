import {
  type ConnectionPayload,
  type ConnectionProgress,
  connectionPayload,
  connectionProgress,
} from "~/domain/instagram/connection";
import type { OutboxKind } from "~/services/outbox/runner.server";
import { carryOutReading } from "~/services/readings/reading.server";

/** The daily reading of a connected account, stored in `connections/{uid}` (contract 11). */
export const readings: OutboxKind<ConnectionPayload, ConnectionProgress, never> = {
  name: "reading",
  collection: "connections",
  payload: connectionPayload,
  progress: connectionProgress,
  // Progress is saved every 20 s and after 20 posts. In between there may be one post whose metrics are asked one by
  // one, 10 s each at most, or a profile that is computed anew.
  lease: 180_000,
  // Instagram's failures last minutes to hours, and no page waits for a reading.
  backOff: { first: 60_000, most: 3 * 3_600_000 },
  askPersonAfter: 2 * 86_400_000,
  stopsThen: false,
  // One call at a time each: fewer than the 20 calls at once of the upstream.
  concurrency: 16,
  // The ceiling of this app. As many as a look of the outbox queues, 200 in 5 s: 3.4 million a day.
  rate: { max: 40, duration: 1_000 },
  handle: carryOutReading,
};
