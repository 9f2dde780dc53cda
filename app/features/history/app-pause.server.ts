import { redis } from "~/platform/store/redis.server";

const key = "profile-analyzer:instagram:paused-until";

/** Known to this process; with Redis all processes know the latest. */
let pausedUntil = 0;

/** Milliseconds after which a running reading looks again whether another process has found a limit. */
const lookEvery = 5_000;
let lookedAt = 0;

/** Of two processes' pauses the longer one counts. */
const keepLonger = `
  if tonumber(ARGV[1]) <= (tonumber(redis.call("GET", KEYS[1]) or "0") or 0) then return 0 end
  redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2])
  return 1`;

/**
 * Until when nobody reads, because all accounts of this app together have used up what Instagram lets them; epoch
 * milliseconds, in the past if they may read.
 */
export async function appPausedUntil(): Promise<number> {
  lookedAt = Date.now();
  try {
    pausedUntil = Math.max(pausedUntil, Number((await redis?.get(key)) ?? 0) || 0);
  } catch {
    // The connection itself logs that Redis is down. Then each process finds out by itself.
  }
  return pausedUntil;
}

/** Like `appPausedUntil`, at once: what another process has found is known some seconds later. */
export function appPausedHere(): number {
  if (redis && Math.abs(Date.now() - lookedAt) >= lookEvery) void appPausedUntil();
  return pausedUntil;
}

/** @param until epoch milliseconds */
export async function pauseApp(until: number): Promise<void> {
  if (until <= pausedUntil) return;
  pausedUntil = until;
  try {
    await redis?.eval(keepLonger, 1, key, until, Math.max(1, until - Date.now()));
  } catch {
    // As above.
  }
}
