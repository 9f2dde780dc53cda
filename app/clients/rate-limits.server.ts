import { createHmac } from "node:crypto";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { redis } from "~/clients/redis.server";
import { env } from "~/env.server";

export interface Limit {
  /** Counts one attempt. @returns the milliseconds to wait where the limit is reached, else undefined */
  take(key: string): Promise<number | undefined>;
  /** Uncounts one attempt that turned out not to count. */
  giveBack(key: string): Promise<void>;
  /** Forgets every attempt of this key. */
  forget(key: string): Promise<void>;
}

/**
 * At most `points` attempts in `seconds` for each key, in Redis where there is one, else in this process, as also
 * while Redis is away. An attempt is counted before it is made, so that parallel ones cannot slip through.
 */
export function createLimit(
  name: string,
  { points, seconds }: { points: number; seconds: number },
): Limit {
  const options = { keyPrefix: `limit:${name}`, points, duration: seconds };
  const inProcess = new RateLimiterMemory(options);
  const limiter = redis
    ? new RateLimiterRedis({
        ...options,
        storeClient: redis,
        rejectIfRedisNotReady: true,
        insuranceLimiter: inProcess,
      })
    : inProcess;
  return {
    async take(key) {
      try {
        await limiter.consume(digest(key));
        return undefined;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return Math.max(refusal.msBeforeNext, 1_000);
        throw refusal;
      }
    },
    async giveBack(key) {
      await limiter.reward(digest(key));
    },
    async forget(key) {
      await limiter.delete(digest(key));
    },
  };
}

/** Keys are kept as keyed digests: what is counted is told to nobody who reads the store. */
function digest(key: string): string {
  return createHmac("sha256", env.SESSION_SECRETS[0] ?? "")
    .update(`limit:${key}`)
    .digest("base64url");
}
