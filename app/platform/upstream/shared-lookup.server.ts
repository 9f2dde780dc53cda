import dns, { type LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";

type Answer = [NodeJS.ErrnoException | null, string | LookupAddress[], number?];

/** Lookups under way, by host and options. */
const underWay = new Map<string, Promise<Answer>>();

/**
 * `dns.lookup`, but whoever asks while the same question is under way gets its answer. Nothing is kept after it
 * (DECISIONS.md#outside-systems).
 */
export const sharedLookup: LookupFunction = (host, options, callback) => {
  const question = JSON.stringify([host, options]);
  let answer = underWay.get(question);
  if (!answer) {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    dns.lookup(host, options, (...said) => {
      underWay.delete(question);
      resolve(said);
    });
    underWay.set(question, promise);
    answer = promise;
  }
  // Called as Node calls it: what it throws is an uncaught error, no rejected promise.
  void answer.then((said) => process.nextTick(callback, ...said));
};
