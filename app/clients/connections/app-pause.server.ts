import { redis } from "~/clients/redis.server";

const key = "profile-analyzer:instagram:paused-until";

/** Known to this process; with Redis all processes know the latest. */
let pausedUntil = 0;

/**
 * Until when nobody reads, because all accounts of this app together have used up what Instagram lets them; epoch
 * milliseconds, in the past if they may read.
 */
export async function appPausedUntil(): Promise<number> {
  try {
    pausedUntil = Math.max(pausedUntil, Number((await redis?.get(key)) ?? 0) || 0);
  } catch {
    // The connection itself logs that Redis is down. Then each process finds out by itself.
  }
  return pausedUntil;
}

/** Like `appPausedUntil`, of what this process knows. */
export const appPausedHere = () => pausedUntil;

/** @param until epoch milliseconds */
export async function pauseApp(until: number): Promise<void> {
  if (until <= pausedUntil) return;
  pausedUntil = until;
  try {
    await redis?.set(key, until, "PX", Math.max(1, until - Date.now()));
  } catch {
    // As above.
  }
}
