const stopping = new AbortController();

/** Aborted when the server is told to stop: answers without an end of their own end then. */
export const stoppingSignal = stopping.signal;

/** From here on the server says it is not ready, so that no new traffic is sent to it. */
export function markStopping(): void {
  stopping.abort();
}

export const isStopping = () => stopping.signal.aborted;
