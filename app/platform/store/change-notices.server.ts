import { randomUUID } from "node:crypto";
import { z } from "zod";
import { log } from "~/platform/monitoring/log.server";
import { connectRedis, isRefusedByRedis, rareWarning, redis } from "~/platform/store/redis.server";
import { parseJson } from "~/platform/values/json";

/** What every process caches and any process may change. */
const subjects = ["account", "profile", "session", "subscriptions", "preferences"] as const;
type Subject = (typeof subjects)[number];

const channel = "profile-analyzer:changes";
/** Id of this process, so that it can ignore its own notices. */
const sender = randomUUID();

const notice = z.object({ sender: z.string(), subject: z.enum(subjects), key: z.string() });

const warn = rareWarning("redis refuses notices");

/** Milliseconds until another try. */
const pauseAfterRefusal = 10_000;

/** Milliseconds between two questions whether the connection is alive. Nothing else is sent on it. */
const askInterval = 10_000;

const listeners = new Map<Subject, ((key: string) => void)[]>();

/** Calls `listener` with the uid or session id when another process announces a change. */
export function onChange(subject: Subject, listener: (key: string) => void): void {
  listeners.set(subject, [...(listeners.get(subject) ?? []), listener]);
}

/**
 * Tells the other processes that their cached copy is outdated. Resolves once Redis has passed it on: answer the client only
 * then, because its next request may reach any process. Without Redis, or while it is down, copies expire by their TTL.
 */
export async function announceChange(subject: Subject, key: string): Promise<void> {
  try {
    await redis?.publish(channel, JSON.stringify({ sender, subject, key }));
  } catch (error) {
    // The connection itself logs that Redis is down.
    if (isRefusedByRedis(error)) warn(error);
  }
}

// A separate connection, because older servers accept no other commands on a subscribed one.
const subscriber = connectRedis({ autoResubscribe: false, commandTimeout: 2_000 });
if (subscriber) setInterval(() => subscriber.ping().catch(() => undefined), askInterval).unref();
let nextTry: NodeJS.Timeout | undefined;
subscriber?.on("ready", function subscribe() {
  clearTimeout(nextTry);
  subscriber.subscribe(channel).catch((error) => {
    // A new connection would be refused as this one, and at once.
    if (isRefusedByRedis(error)) {
      warn(error);
      nextTry = setTimeout(subscribe, pauseAfterRefusal).unref();
    } else subscriber.disconnect(true);
  });
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
