import { log } from "~/clients/log.server";
import { countDroppedEvents, gaugeQueue } from "~/clients/metrics.server";
import { createUpstream, send, UpstreamError, within } from "~/clients/upstream.server";
import { type AppEvent, type OutgoingEvent, outgoingEvent } from "~/domain/event";
import { env } from "~/env.server";

const upstream = createUpstream("events");
/** Events as they are sent. Bytes have a known size, and hold nothing of the request that an event was cut from. */
const queue: Uint8Array<ArrayBuffer>[] = [];
const capacity = 1_000;
const mostBytes = 8 * 1_048_576;
let queuedBytes = 0;
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
  const body = new TextEncoder().encode(JSON.stringify(event));
  if (queue.length >= capacity || queuedBytes + body.byteLength > mostBytes) {
    countDropped(1);
    return;
  }
  queue.push(body);
  queuedBytes += body.byteLength;
  if (workers.size >= mostWorkers) return;
  const worker: Promise<void> = deliver().finally(() => workers.delete(worker));
  workers.add(worker);
}

/** Without the e-mail address of a breach event, which only the sink may have. */
function logEvent({ event, email: _, ...fields }: OutgoingEvent): void {
  log.info({ event, fields }, "event");
}

function next(): Uint8Array<ArrayBuffer> | undefined {
  const body = queue.shift();
  queuedBytes -= body?.byteLength ?? 0;
  return body;
}

/** Empties the queue. @returns how many events it had */
function clear(): number {
  queuedBytes = 0;
  return queue.splice(0).length;
}

async function deliver(): Promise<void> {
  for (let body = next(); body; body = next()) {
    try {
      await post(body);
    } catch (error) {
      // With the breaker open, what waits would only grow old.
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
  await within(patience, Promise.all(workers));
  countDropped(clear() + workers.size);
  sayDropped();
}
