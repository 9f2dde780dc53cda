import { setTimeout as pause } from "node:timers/promises";
import type { Firestore } from "firebase-admin/firestore";
import { grpcCodeOf } from "~/platform/upstream/grpc-status";
import { within } from "~/platform/upstream/upstream.server";

/** Milliseconds within which a transaction is tried again. Less than the deadline of a write. */
const patience = 2_000;

/** Milliseconds before the second try; before each further one twice as long. */
const firstPause = 50;

/**
 * The gRPC codes after which Firestore's library tries again, too. Only ABORTED (contention) is usual. Not
 * RESOURCE_EXHAUSTED, which asks us to slow down.
 */
const passing: ReadonlySet<number | undefined> = new Set([1, 2, 4, 10, 13, 14, 16]);

/** The message of an INVALID_ARGUMENT that means the same as ABORTED. */
const expired = /transaction has expired/;

/**
 * Firestore's settings by which a commit is sent once. The library below its own would repeat it for a minute, and carry it
 * out long after its caller has heard that it failed. `timeout_millis`: the longest that anybody waits for a write.
 */
export const commitsOnce = {
  clientConfig: {
    interfaces: {
      "google.firestore.v1.Firestore": {
        retry_codes: { never: [] },
        methods: { Commit: { timeout_millis: 6_000, retry_codes_name: "never" } },
      },
    },
  },
};

/**
 * Makes a database try its transactions again at our pace. The library waits for seconds between its tries, so that a call
 * would only ever end by its deadline, and two subscribers' contention would look like an outage of Firestore. This fails
 * with what Firestore said last.
 */
export function boundTransactions(database: Firestore): Firestore {
  const library: Firestore = Object.getPrototypeOf(database);
  database.runTransaction = async (update, options) => {
    const runOnce = library.runTransaction.bind(database);
    if (options?.readOnly) return runOnce(update, options);
    const startedAt = performance.now();
    const left = () => patience - (performance.now() - startedAt);
    let failure: unknown;
    let isGivenUp = false;
    // Whoever called has been told that nothing is written: a try that hangs before its commit must not begin it after that.
    const unlessGivenUp: typeof update = async (transaction) => {
      if (isGivenUp) throw failure;
      const result = await update(transaction);
      if (isGivenUp) throw failure;
      return result;
    };
    const giveUp = () => {
      isGivenUp = true;
      throw failure;
    };
    for (let next = firstPause; ; next *= 2) {
      const tried = runOnce(unlessGivenUp, { ...options, maxAttempts: 1 });
      try {
        return await (failure === undefined ? tried : within(left(), tried, giveUp));
      } catch (error) {
        const passes = passing.has(grpcCodeOf(error)) || expired.test(String(error));
        const wait = next * (1 + Math.random());
        if (!passes || error === failure || wait > left()) throw error;
        failure = error;
        await pause(wait);
      }
    }
  };
  return database;
}
