import { env } from "~/env.server";
import { type AppEvent, type OutgoingEvent, outgoingEvent } from "~/features/tracking/event";
import { log } from "~/platform/monitoring/log.server";
import { countDroppedEvents, gaugeQueue } from "~/platform/monitoring/metrics.server";
import {
  createUpstream,
  send,
  statusFailure,
  UpstreamError,
  within,
} from "~/platform/upstream/upstream.server";

const upstream = createUpstream("events");
/** Encoded bodies. A substring would keep the whole request body in memory; bytes do not, and their size is known. */
const queue: Uint8Array<ArrayBuffer>[] = [];
const capacity = 1_000;
const maxBytes = 8 * 1_048_576;
let queuedBytes = 0;
const maxWorkers = 4;
const workers = new Set<Promise<void>>();

gaugeQueue("events", () => queue.length);

/** Queues one of the app's own events for the sink and returns at once (docs/product.md#events). Always logs its name. */
export function reportEvent(event: AppEvent): void {
  if (env.EVENTS_URL) log.info({ event: event.event }, "event");
  queueEvent(outgoingEvent(event));
}

/** Queues an event, e.g. one that a page posted. Without a sink it is logged (docs/configuration.md). */
export function queueEvent(event: OutgoingEvent): void {
  if (!env.EVENTS_URL) {
    logEvent(event);
    return;
  }
  const body = new TextEncoder().encode(JSON.stringify(event));
  if (queue.length >= capacity || queuedBytes + body.byteLength > maxBytes) {
    countDropped(1);
    return;
  }
  queue.push(body);
  queuedBytes += body.byteLength;
  if (workers.size >= maxWorkers) return;
  const worker: Promise<void> = deliver().finally(() => workers.delete(worker));
  workers.add(worker);
}

/** Leaves out the e-mail address of a breach event, because no personal data may be logged. */
function logEvent({ event, email: _, ...fields }: OutgoingEvent): void {
  log.info({ event, fields }, "event");
}

function next(): Uint8Array<ArrayBuffer> | undefined {
  const body = queue.shift();
  queuedBytes -= body?.byteLength ?? 0;
  return body;
}

/** Empties the queue. @returns the number of events removed */
function clear(): number {
  queuedBytes = 0;
  return queue.splice(0).length;
}

async function deliver(): Promise<void> {
  for (let body = next(); body; body = next()) {
    try {
      await post(body);
    } catch (error) {
      // While the breaker is open, keeping the queue would only delay newer events.
      const down = error instanceof UpstreamError && error.kind === "open";
      countDropped(down ? clear() + 1 : 1);
    }
  }
}

function post(body: Uint8Array<ArrayBuffer>): Promise<void> {
  return upstream.call("write", async (signal) => {
    const response = await send(upstream.system, `${env.EVENTS_URL}/event`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      signal,
    });
    await response.body?.cancel();
    if (!response.ok) throw statusFailure(upstream.system, response.status);
  });
}

let dropped = 0;
let logTimer: NodeJS.Timeout | undefined;

/** Logs at most one line per second, with the number of dropped events. */
function countDropped(count: number): void {
  countDroppedEvents(count);
  dropped += count;
  logTimer ??= setTimeout(logDropped, 1_000).unref();
}

function logDropped(): void {
  clearTimeout(logTimer);
  logTimer = undefined;
  if (dropped > 0) log.warn({ count: dropped }, "events dropped");
  dropped = 0;
}

/** Resolves when the queue is empty. After `timeout` milliseconds the remaining events count as dropped. */
export async function flushEvents(timeout = 4_000): Promise<void> {
  await within(timeout, Promise.all(workers));
  countDropped(clear() + workers.size);
  logDropped();
}
