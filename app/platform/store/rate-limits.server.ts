import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { env } from "~/env.server";
import { redis } from "~/platform/store/redis.server";
import { keyedDigest } from "~/platform/values/keyed-digest";

export interface Limit {
  /** Counts one attempt. @returns undefined if it is allowed, else the milliseconds to wait */
  take(key: string): Promise<number | undefined>;
  /** Takes one counted attempt back. */
  giveBack(key: string): Promise<void>;
  /** Resets the count of this key. */
  forget(key: string): Promise<void>;
}

/**
 * A rate limit: at most `points` attempts per key in `seconds`. Counts in Redis; without Redis, or while it is down, in
 * this process. Count an attempt before you make it, so that parallel attempts cannot pass the limit.
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

/** Keys are personal data (e-mail, IP address) that must not be readable in Redis. */
const digest = (key: string): string =>
  keyedDigest(env.SESSION_SECRETS[0] ?? "", `limit:${key}`).toString("base64url");
