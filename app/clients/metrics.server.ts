import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { System } from "~/domain/systems";
import { env } from "~/env.server";

export const registry = new Registry();

// Where nobody reads them, measuring is time taken from the pages.
const measured = env.METRICS_PORT !== undefined;
if (measured) collectDefaultMetrics({ register: registry });

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 10];

const upstreamSeconds = new Histogram({
  name: "upstream_request_seconds",
  help: "Time of calls to outside systems, by system and outcome",
  labelNames: ["system", "outcome"],
  buckets,
  registers: [registry],
});

const requestSeconds = new Histogram({
  name: "http_request_seconds",
  help: "Time of requests, by route and status",
  labelNames: ["route", "method", "status"],
  buckets,
  registers: [registry],
});

const dropped = new Counter({
  name: "events_dropped_total",
  help: "Events given up because the sink was down or the queue full",
  registers: [registry],
});

/** @param milliseconds the whole call, retry included */
export function observeUpstream(system: System, outcome: string, milliseconds: number): void {
  if (measured) upstreamSeconds.observe({ system, outcome }, milliseconds / 1_000);
}

/** @param route a pattern, never an address: each value is a series of its own */
export function observeRequest(
  route: string,
  method: string,
  status: number,
  milliseconds: number,
): void {
  if (!measured) return;
  requestSeconds.observe({ route, method, status: String(status) }, milliseconds / 1_000);
}

export function countDroppedEvents(count: number): void {
  dropped.inc(count);
}

/** Publishes a queue's length, read at each scrape. */
export function gaugeQueue(name: string, length: () => number): void {
  new Gauge({
    name: `${name}_queue_length`,
    help: `Entries waiting in the ${name} queue`,
    registers: [registry],
    collect() {
      this.set(length());
    },
  });
}

/** What the outbox holds of one kind. */
export interface OutboxFigures {
  kind: string;
  waiting: number;
  needsPerson: number;
  setAside: number;
  oldestSeconds: number;
}

/** Milliseconds for which figures read from Firestore serve further scrapes. */
const figuresFor = 30_000;

let readOutbox: () => Promise<OutboxFigures[]> = async () => [];
let figures: Promise<OutboxFigures[]> | undefined;

/** Publishes what the outbox holds, as `read` tells it when somebody asks for the metrics. */
export function gaugeOutbox(read: () => Promise<OutboxFigures[]>): void {
  readOutbox = read;
}

/** Without the figures, where they cannot be read, the other metrics go out all the same. */
function outboxFigures(): Promise<OutboxFigures[]> {
  figures ??= readOutbox()
    .catch(() => [])
    .finally(() => setTimeout(() => (figures = undefined), figuresFor).unref());
  return figures;
}

new Gauge({
  name: "outbox_entries",
  help: "Entries of the outbox that are not settled, by kind and state",
  labelNames: ["kind", "state"],
  registers: [registry],
  async collect() {
    this.reset();
    for (const { kind, waiting, needsPerson, setAside } of await outboxFigures()) {
      this.set({ kind, state: "waiting" }, waiting);
      this.set({ kind, state: "needs-person" }, needsPerson);
      this.set({ kind, state: "set-aside" }, setAside);
    }
  },
});

new Gauge({
  name: "outbox_oldest_seconds",
  help: "Age of the oldest entry of the outbox that is not settled, by kind",
  labelNames: ["kind"],
  registers: [registry],
  async collect() {
    this.reset();
    for (const { kind, oldestSeconds } of await outboxFigures()) this.set({ kind }, oldestSeconds);
  },
});

const outboxAttempts = new Counter({
  name: "outbox_attempts_total",
  help: "Attempts at entries of the outbox, by kind and what came of them",
  labelNames: ["kind", "outcome"],
  registers: [registry],
});

export function countOutboxAttempt(kind: string, outcome: string): void {
  outboxAttempts.inc({ kind, outcome });
}
