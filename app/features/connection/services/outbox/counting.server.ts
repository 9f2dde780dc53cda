import { countForConnection } from "~/features/connection/services/counting/counting.server";
import {
  type CountingPayload,
  type CountingProgress,
  countingEntries,
} from "~/features/history/counting.server";
import type { OutboxKind } from "~/platform/outbox/runner.server";

/**
 * What Instagram counts itself, for the 90 days that it keeps, stored in `countings/{uid}`: begun by a reading after which
 * days are missing, or the week's look at the audience is due (docs/product.md#counted-by-instagram).
 */
export const countings: OutboxKind<CountingPayload, CountingProgress, never> = {
  ...countingEntries,
  isStanding: true,
  // One call at a time each, beside those of readings.
  concurrency: 4,
  rate: { max: 10, duration: 1_000 },
  handle: countForConnection,
};
