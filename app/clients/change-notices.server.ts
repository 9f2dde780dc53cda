import { randomUUID } from "node:crypto";
import { z } from "zod";
import { log } from "~/clients/log.server";
import { connectRedis, redis } from "~/clients/redis.server";
import { parseJson } from "~/domain/json";

/** What every process caches and any of them may see change. */
const subjects = ["account", "session", "subscriptions"] as const;
type Subject = (typeof subjects)[number];

const channel = "profile-analyzer:changes";
/** This process, so that it can ignore its own notices. */
const sender = randomUUID();

const notice = z.object({ sender: z.string(), subject: z.enum(subjects), key: z.string() });

const listeners = new Map<Subject, ((key: string) => void)[]>();

/** Calls `listener` with the uid or session id whenever another process has seen a change. */
export function onChange(subject: Subject, listener: (key: string) => void): void {
  listeners.set(subject, [...(listeners.get(subject) ?? []), listener]);
}

/**
 * Tells the other processes that their copies are outdated. Resolves once Redis has passed it on, so that a client
 * that is answered after that may go to any process. Without Redis, or while it is down, copies expire by their time.
 */
export async function announceChange(subject: Subject, key: string): Promise<void> {
  try {
    await redis?.publish(channel, JSON.stringify({ sender, subject, key }));
  } catch {
    // The connection's own log line says it.
  }
}

// A connection of its own, as older servers take no commands beside a subscription. Nothing is ever sent on it,
// so only the probes of TCP tell that its peer is gone.
const subscriber = connectRedis({
  autoResubscribe: false,
  commandTimeout: 2_000,
  keepAlive: 10_000,
});
subscriber?.on("ready", () => {
  subscriber.subscribe(channel).catch(() => subscriber.disconnect(true));
});
subscriber?.on("message", (_channel: string, text: string) => receiveNotice(text));

function receiveNotice(text: string): void {
  const read = notice.safeParse(parseJson(text).value);
  if (!read.success) {
    log.warn("a notice of a change could not be read");
    return;
  }
  if (read.data.sender === sender) return;
  for (const listener of listeners.get(read.data.subject) ?? []) listener(read.data.key);
}
