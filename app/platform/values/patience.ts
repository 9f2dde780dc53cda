import { minute } from "./durations.ts";

/**
 * How long the app may wait for a client that sends or reads, in milliseconds. It begins with a minute. Waiting uses it
 * up, and each byte adds its time at the least rate, up to a minute. So a connection may fail for a while, but a client
 * that trickles keeps no place for imports.
 */
export const mostPatience = minute;

const leastBytesPerSecond = 16_384;

/**
 * @param left before the wait
 * @param waited milliseconds until these bytes came
 */
export const patienceLeft = (left: number, waited: number, bytes: number): number =>
  Math.min(Math.max(left - waited + patienceFor(bytes), 0), mostPatience);

/** Milliseconds that so many bytes may take. */
export const patienceFor = (bytes: number): number => (bytes / leastBytesPerSecond) * 1_000;
