import { setTimeout as pause } from "node:timers/promises";
import type { Firestore, ReadWriteTransactionOptions, Transaction } from "firebase-admin/firestore";
import { type Attempt, newAttempt } from "~/platform/store/firestore-attempts.server";
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

/** The gRPC codes of a commit that was certainly not carried out. Of all others nobody knows. */
const notCarriedOut: ReadonlySet<number | undefined> = new Set([10, 16]);

/**
 * Makes a database try its transactions again at our pace. The library waits for seconds between its tries, so that a call
 * would only ever end by its deadline, and two subscribers' contention would look like an outage of Firestore. This fails
 * with what Firestore said last. A commit whose answer was lost may have been carried out: the next try looks for what it
 * wrote before it runs `update` again, which would take its own write for somebody else's. So `update` may have run several
 * times, and the result may be of an earlier run than the last.
 */
export function boundTransactions(database: Firestore): Firestore {
  const library: Firestore = Object.getPrototypeOf(database);
  database.runTransaction = (update, options) => {
    const runOnce = library.runTransaction.bind(database);
    return options?.readOnly ? runOnce(update, options) : runBounded(runOnce, update, options);
  };
  return database;
}

type Update<T> = (transaction: Transaction) => Promise<T>;

/** A try whose commit may have been carried out. */
interface Sent<T> {
  attempt: Attempt;
  result: T;
  failure: unknown;
}

/** What an earlier try has done, if it was carried out. @throws its failure where nobody can tell: an outage to the caller */
async function carriedOut<T>(
  sent: readonly Sent<T>[],
  transaction: Transaction,
): Promise<Sent<T> | undefined> {
  let untold: Sent<T> | undefined;
  for (const before of sent.toReversed()) {
    const outcome = await before.attempt.outcome(transaction);
    if (outcome === "in place") return before;
    if (outcome === "unknown") untold ??= before;
  }
  if (untold) throw untold.failure;
  return undefined;
}

async function runBounded<T>(
  runOnce: Firestore["runTransaction"],
  update: Update<T>,
  options: ReadWriteTransactionOptions | undefined,
): Promise<T> {
  const startedAt = performance.now();
  const left = () => patience - (performance.now() - startedAt);
  const sent: Sent<T>[] = [];
  const failures: unknown[] = [];
  let isGivenUp = false;
  // Whoever called has been told that nothing is written: a try that hangs before its commit must not begin it after that.
  const unlessGivenUp = () => {
    if (isGivenUp) throw failures.at(-1);
  };
  const giveUp = () => {
    isGivenUp = true;
    throw failures.at(-1);
  };
  /** The try that was found to be carried out: whatever becomes of the transaction that found it. */
  let done: Sent<T> | undefined;
  for (let next = firstPause; ; next *= 2) {
    const attempt = newAttempt();
    let begun: { result: T } | undefined;
    const once: Update<T> = async (transaction) => {
      unlessGivenUp();
      done = await carriedOut(sent, transaction);
      if (done) return done.result;
      const result = await update(attempt.watched(transaction));
      unlessGivenUp();
      if (attempt.hasDecided()) begun = { result };
      return result;
    };
    const tried = runOnce(once, { ...options, maxAttempts: 1 });
    try {
      return await (failures.length === 0 ? tried : within(left(), tried, giveUp));
    } catch (failure) {
      if (done) return done.result;
      const isExpired = expired.test(String(failure));
      const passes = passing.has(grpcCodeOf(failure)) || isExpired;
      const wait = next * (1 + Math.random());
      if (!passes || failures.includes(failure) || wait > left()) throw failure;
      failures.push(failure);
      if (begun && !isExpired && !notCarriedOut.has(grpcCodeOf(failure)))
        sent.push({ attempt, ...begun, failure });
      await pause(wait);
    }
  }
}
