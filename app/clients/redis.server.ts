import { Redis, type RedisOptions } from "ioredis";
import { log } from "~/clients/log.server";
import type { System } from "~/domain/systems";
import { env } from "~/env.server";

/**
 * A connection to what several containers share (contract 1), or undefined where there is no `REDIS_URL`. A command
 * fails at once while Redis is away, so that nobody waits for it; the connection comes back by itself.
 */
export function connectRedis(more: RedisOptions = {}): Redis | undefined {
  if (!env.REDIS_URL) return undefined;
  const client = new Redis(env.REDIS_URL, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 1_000,
    commandTimeout: 300,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
    ...more,
  });
  let away = false;
  client.on("error", () => {
    if (!away) log.warn({ system: "redis" satisfies System }, "upstream failed");
    away = true;
  });
  client.on("ready", () => {
    away = false;
  });
  return client;
}

/** The connection for commands. */
export const redis = connectRedis();
