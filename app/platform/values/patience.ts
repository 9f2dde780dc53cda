import { minute } from "./durations.ts";

/**
 * How long a client that sends or reads may be waited for: a minute, and as long as its bytes take at the least rate, of
 * which no more than a minute is saved up. So a line may fail for a while, but nobody who trickles keeps a place for
 * imports. Milliseconds.
 */
export const mostPatience = minute;

const leastBytesPerSecond = 16_384;

/**
 * @param left before the client was waited for
 * @param waited for these bytes
 */
export const patienceLeft = (left: number, waited: number, bytes: number): number =>
  Math.min(Math.max(left - waited + patienceFor(bytes), 0), mostPatience);

/** Milliseconds that so many bytes may take. */
export const patienceFor = (bytes: number): number => (bytes / leastBytesPerSecond) * 1_000;
