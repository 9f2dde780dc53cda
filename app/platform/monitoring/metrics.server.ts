import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { env } from "~/env.server";
import type { System } from "~/platform/values/systems";

export const registry = new Registry();

// Without a port nobody can read the metrics, so requests do not spend time on them.
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
  help: "Events dropped because the sink was down or the queue full",
  registers: [registry],
});

/** @param milliseconds of the whole call, including its retry */
export function observeUpstream(system: System, outcome: string, milliseconds: number): void {
  if (measured) upstreamSeconds.observe({ system, outcome }, milliseconds / 1_000);
}

/** @param route a pattern, never a path: each value becomes a separate time series */
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

/** Counts of one kind's unsettled entries. */
export interface OutboxFigures {
  kind: string;
  waiting: number;
  needsPerson: number;
  setAside: number;
  oldestSeconds: number;
}

/** Milliseconds for which the figures are cached, so that scrapes do not load Firestore. */
const figuresTtl = 60_000;

let readOutbox: () => Promise<OutboxFigures[]> = async () => [];
let figures: Promise<OutboxFigures[]> | undefined;

/** Sets the function that each scrape of the outbox metrics reads its figures from. */
export function gaugeOutbox(read: () => Promise<OutboxFigures[]>): void {
  readOutbox = read;
}

/** Empty if they cannot be read, so that the scrape still returns the other metrics. */
function outboxFigures(): Promise<OutboxFigures[]> {
  figures ??= readOutbox()
    .catch(() => [])
    .finally(() => setTimeout(() => (figures = undefined), figuresTtl).unref());
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
  help: "Attempts at outbox entries, by kind and outcome",
  labelNames: ["kind", "outcome"],
  registers: [registry],
});

export function countOutboxAttempt(kind: string, outcome: string): void {
  outboxAttempts.inc({ kind, outcome });
}
