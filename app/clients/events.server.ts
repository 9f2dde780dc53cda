import { log } from "~/clients/log.server";
import { countDroppedEvents, gaugeQueue } from "~/clients/metrics.server";
import { createUpstream, send, UpstreamError } from "~/clients/upstream.server";
import { type AppEvent, type OutgoingEvent, outgoingEvent } from "~/domain/event";
import { env } from "~/env.server";

const upstream = createUpstream("events");
const queue: OutgoingEvent[] = [];
const capacity = 1_000;
const mostWorkers = 4;
const workers = new Set<Promise<void>>();

gaugeQueue("events", () => queue.length);

/** Queues an event of the app's own for the sink, and returns at once (spec 7). The log always has its name. */
export function reportEvent(event: AppEvent): void {
  if (env.EVENTS_URL) log.info({ event: event.event }, "event");
  passOnEvent(outgoingEvent(event));
}

/** Queues an event, such as one that a page posted. With no sink it goes to the log (contract 1). */
export function passOnEvent(event: OutgoingEvent): void {
  if (!env.EVENTS_URL) {
    logEvent(event);
    return;
  }
  if (queue.length >= capacity) {
    countDropped(1);
    return;
  }
  queue.push(event);
  if (workers.size >= mostWorkers) return;
  const worker: Promise<void> = deliver().finally(() => workers.delete(worker));
  workers.add(worker);
}

/** Without the e-mail address of a breach event, which only the sink may have. */
function logEvent({ event, email: _, ...fields }: OutgoingEvent): void {
  log.info({ event, fields }, "event");
}

async function deliver(): Promise<void> {
  for (let event = queue.shift(); event; event = queue.shift()) {
    try {
      await post(JSON.stringify(event));
    } catch (error) {
      // With the breaker open, what waits would only grow old.
      const down = error instanceof UpstreamError && error.kind === "open";
      countDropped(down ? queue.splice(0).length + 1 : 1);
    }
  }
}

function post(body: string): Promise<void> {
  return upstream.call("write", async (signal) => {
    const response = await send(upstream.system, `${env.EVENTS_URL}/event`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      signal,
    });
    await response.body?.cancel();
    if (!response.ok) throw new UpstreamError(upstream.system, "status", response.status);
  });
}

let dropped = 0;
let saying: NodeJS.Timeout | undefined;

/** One line a second says how many were dropped, not one line for each. */
function countDropped(count: number): void {
  countDroppedEvents(count);
  dropped += count;
  saying ??= setTimeout(sayDropped, 1_000).unref();
}

function sayDropped(): void {
  clearTimeout(saying);
  saying = undefined;
  if (dropped > 0) log.warn({ count: dropped }, "events dropped");
  dropped = 0;
}

/** Resolves when the queue is empty, or after `patience` milliseconds with what is left counted as dropped. */
export async function flushEvents(patience = 4_000): Promise<void> {
  let expire: NodeJS.Timeout | undefined;
  const expired = new Promise<void>((resolve) => {
    expire = setTimeout(resolve, patience);
  });
  await Promise.race([Promise.all(workers), expired]);
  clearTimeout(expire);
  countDropped(queue.splice(0).length + workers.size);
  sayDropped();
}
