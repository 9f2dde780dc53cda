import type { Redis, RedisOptions } from "ioredis";
import { env } from "~/env.server";
import { log } from "~/platform/monitoring/log.server";
import { codeOf } from "~/platform/upstream/upstream.server";
import { minute } from "~/platform/values/durations";
import type { System } from "~/platform/values/systems";

const library = env.REDIS_URL ? await import("~/platform/store/redis-client.server") : undefined;

/**
 * Connects to the Redis that the containers share (docs/configuration.md); undefined without `REDIS_URL`. While Redis is down,
 * commands fail at once, so that no request waits. Reconnects by itself.
 */
export function connectRedis(options: RedisOptions = {}): Redis | undefined {
  if (!env.REDIS_URL || !library) return undefined;
  const client = library.createClient(env.REDIS_URL, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 1_000,
    commandTimeout: 300,
    // Of a connection that has fallen silent without being closed.
    socketTimeout: 5_000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
    // A primary that has become a replica keeps its connections: only its name leads to the new primary.
    reconnectOnError: ({ message }) => message.includes("READONLY"),
    ...options,
  });
  let isDown = false;
  client.on("error", (error) => {
    if (!isDown)
      log.warn({ system: "redis" satisfies System, code: codeOf(error) }, "upstream failed");
    isDown = true;
  });
  client.on("ready", () => {
    isDown = false;
  });
  return client;
}

/** Whether Redis itself refused a command, as it does where a user's rights or its mode do not allow it. */
export const isRefusedByRedis = (error: unknown): error is Error & { name: "ReplyError" } =>
  error instanceof Error && error.name === "ReplyError";

/** Logs an error of Redis at most once a minute: some come many times a second. Of its reply only the code, as the rest may name a user. */
export function rareWarning(text: string): (error: Error, fields?: Record<string, string>) => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (error, fields) => {
    const now = performance.now();
    if (now - loggedAt < minute) return;
    loggedAt = now;
    const reason = isRefusedByRedis(error)
      ? error.message.split(" ", 1)[0]
      : (codeOf(error) ?? error.name);
    log.warn({ ...fields, reason }, text);
  };
}

/** The shared connection for commands. */
export const redis = connectRedis();
