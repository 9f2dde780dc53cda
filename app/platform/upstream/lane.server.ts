import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Who a call is made for. Pages and background work have circuit breakers and places of their own: whatever a job meets,
 * however often, it can neither close a system to pages nor take its places away.
 */
export type Lane = "pages" | "background";

const current = new AsyncLocalStorage<Lane>();

export const currentLane = (): Lane => current.getStore() ?? "pages";

/** Runs work that nobody waits for; its calls of outside systems, and those of all that it starts, go in its lane. */
export const asBackgroundWork = <T>(work: () => T): T => current.run("background", work);
