import { Redis } from "ioredis";
import { log } from "~/clients/log.server";
import { env } from "~/env.server";

/**
 * What several containers share (contract 1), or undefined where there is no `REDIS_URL`. A command fails at once
 * while Redis is away, so that nobody waits for it; the connection comes back by itself.
 */
export const redis = env.REDIS_URL
  ? new Redis(env.REDIS_URL, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      connectTimeout: 1_000,
      commandTimeout: 300,
      retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
    })
  : undefined;

let away = false;
redis?.on("error", () => {
  if (!away) log.warn({ system: "redis" }, "upstream failed");
  away = true;
});
redis?.on("ready", () => {
  away = false;
});
