const stopping = new AbortController();

/** Aborted when the server is told to stop. Responses without an end of their own, such as event streams, end then. */
export const stoppingSignal = stopping.signal;

/** From now on `/readyz` reports 'not ready', so that the load balancer sends no new traffic. */
export function markStopping(): void {
  stopping.abort();
}

export const isStopping = () => stopping.signal.aborted;
