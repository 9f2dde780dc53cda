import { setTimeout as wait } from "node:timers/promises";
import type { System } from "../app/platform/values/systems.ts";

/** The systems that can be made to fail, by the app's names for them. */
export const systemNames = [
  "subscriptions",
  "billing",
  "functions",
  "events",
  "pwned",
  "pictures",
  "instagram",
  "google",
  "sentry",
  "identity",
  "firestore",
  "mail",
] as const satisfies readonly System[];
export type SystemName = (typeof systemNames)[number];

/**
 * Ways in which an outside system fails. `lost-answer` does what was asked and then breaks the
 * connection: the case that idempotency keys exist for. `refuse` closes the port and is only
 * possible where a system has one of its own (identity, firestore, smtp).
 */
export type Fault =
  | { kind: "status"; status: number }
  | { kind: "slow"; ms: number }
  /** Answers late, once `until` has come: only for systems that speak HTTP. */
  | { kind: "held"; until: Promise<unknown> }
  | {
      kind:
        | "hang"
        | "drip"
        | "malformed"
        | "wrong-shape"
        | "reset"
        | "redirect"
        | "huge"
        | "lost-answer"
        | "refuse";
    };

/** The faults a form or a URL can name: `status-500`, `slow-3000`, `hang`, and so on. */
export const faultNames = [
  "status-500",
  "status-429",
  "hang",
  "drip",
  "malformed",
  "wrong-shape",
  "reset",
  "redirect",
  "huge",
  "slow-1000",
  "slow-3000",
  "lost-answer",
  "refuse",
] as const;

export interface Faults {
  /** `times` requests fail (all, when left out), then the system is well again. */
  set(system: SystemName, fault: Fault, times?: number): void;
  clear(system?: SystemName): void;
  current(system: SystemName): Fault | undefined;
  /** Like `current`, and counts one request against `times`. */
  take(system: SystemName): Fault | undefined;
  list(): { system: SystemName; fault: Fault; times: number | null }[];
  onChange(listener: (system: SystemName) => void): void;
}

export function createFaults(): Faults {
  const active = new Map<SystemName, { fault: Fault; times: number }>();
  const listeners: ((system: SystemName) => void)[] = [];
  const changed = (system: SystemName) => {
    for (const listener of listeners) listener(system);
  };
  return {
    set(system, fault, times = Number.POSITIVE_INFINITY) {
      active.set(system, { fault, times });
      changed(system);
    },
    clear(system) {
      for (const name of system ? [system] : [...active.keys()]) {
        active.delete(name);
        changed(name);
      }
    },
    current: (system) => active.get(system)?.fault,
    take(system) {
      const entry = active.get(system);
      if (!entry) return undefined;
      entry.times -= 1;
      if (entry.times <= 0) {
        active.delete(system);
        changed(system);
      }
      return entry.fault;
    },
    list: () =>
      [...active].map(([system, { fault, times }]) => ({
        system,
        fault,
        times: Number.isFinite(times) ? times : null,
      })),
    onChange: (listener) => listeners.push(listener),
  };
}

export function parseFault(name: string): Fault | undefined {
  const [, kind, amount] = /^(status|slow)-(\d{1,6})$/.exec(name) ?? [];
  if (kind === "status") return { kind, status: Number(amount) };
  if (kind === "slow") return { kind, ms: Number(amount) };
  const known = faultNames.find((candidate) => candidate === name);
  return known ? ({ kind: known } as Fault) : undefined;
}

export function faultName(fault: Fault): string {
  if (fault.kind === "status") return `status-${fault.status}`;
  if (fault.kind === "slow") return `slow-${fault.ms}`;
  return fault.kind;
}

/** The faulty answer to a request, or undefined when the system may go on and answer it. */
export async function faultyResponse(
  fault: Fault,
  request: Request,
  trapUrl: string,
): Promise<Response | undefined> {
  switch (fault.kind) {
    case "status":
      return Response.json({ error: `The sandbox answers ${fault.status}` }, fault);
    case "hang":
      await aborted(request.signal);
      return Response.error();
    case "drip":
      return stream(drops(), { "Content-Length": "600" });
    case "malformed":
      return new Response('{"news": [{"slug": "cut-o', {
        headers: { "Content-Type": "application/json" },
      });
    case "wrong-shape":
      return Response.json({ unexpected: [{ nested: "shape" }], id: 42, news: "none" });
    case "reset":
    case "refuse":
      return Response.error();
    case "redirect":
      return new Response(null, { status: 302, headers: { Location: trapUrl } });
    case "huge":
      return stream(flood(), { "Transfer-Encoding": "chunked" });
    case "slow":
      await wait(fault.ms, undefined, { signal: request.signal });
      return undefined;
    case "held":
      await Promise.race([fault.until, aborted(request.signal)]);
      return request.signal.aborted ? Response.error() : undefined;
    case "lost-answer":
      return undefined;
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

function stream(chunks: AsyncGenerator<Uint8Array>, headers: Record<string, string>): Response {
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
  return new Response(body, { headers: { "Content-Type": "application/json", ...headers } });
}

async function* drops() {
  yield new TextEncoder().encode("[");
  for (let drop = 1; drop < 600; drop += 1) {
    await wait(1000, undefined, { ref: false });
    yield new TextEncoder().encode(" ");
  }
}

async function* flood() {
  const megabytes = 32;
  yield new TextEncoder().encode('{"filler": "');
  for (let chunk = 0; chunk < megabytes * 16; chunk += 1) yield new Uint8Array(65_536).fill(120);
  yield new TextEncoder().encode('"}');
}
