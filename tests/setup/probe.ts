// Loaded into a server under test (`--expose-gc --import`): reports the resources that the process holds, and causes
// faults that the server's own code should never have.
import { subscribe } from "node:diagnostics_channel";
import { EventEmitter } from "node:events";
import { readdirSync, readlinkSync } from "node:fs";
import type { Server } from "node:http";
import { createGunzip } from "node:zlib";

/** The resources that a process holds right after a garbage collection. */
export interface Held {
  /** Timeouts and intervals that keep the process alive. */
  timers: number;
  /** Incoming connections. */
  connections: number;
  /** Open PDF files. */
  files: number;
  /** Bytes of objects and buffers. */
  memory: number;
}

/** Commands to the process. It replies to each with the resources that it holds. */
export type Order =
  | "tell"
  | "collect-often"
  | "reject"
  | "throw"
  | "break-connection"
  | "break-message";

let server: Server | undefined;
subscribe("http.server.request.start", (message) => {
  server ??= (message as { server: Server }).server;
});

function collect(): void {
  // Twice: objects finalized in the first collection are freed in the second.
  globalThis.gc?.();
  globalThis.gc?.();
}

/** Each second, or less often where that would take more than a tenth of the process's time. */
function collectOften(): void {
  const started = performance.now();
  collect();
  const took = performance.now() - started;
  setTimeout(collectOften, Math.max(1_000, 10 * took)).unref();
}

const faults: Partial<Record<Order, () => void>> = {
  "collect-often": collectOften,
  reject: () => void Promise.reject(new Error("forgotten promise of somebody@example.com")),
  throw: () => {
    throw new Error("thrown at nobody, for somebody@example.com");
  },
  "break-connection": () =>
    new EventEmitter().emit(
      "error",
      Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }),
    ),
  "break-message": () => void createGunzip().end("no gzip"),
};

process.on("message", async (order: Order) => {
  const fault = faults[order];
  if (fault) setImmediate(fault);
  collect();
  process.send?.(await held());
});
// The channel must not keep the process alive.
process.channel?.unref();

async function held(): Promise<Held> {
  const connections = await new Promise<number>((resolve) =>
    server ? server.getConnections((_, count) => resolve(count ?? 0)) : resolve(0),
  );
  const timers = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const { heapUsed, external } = process.memoryUsage();
  return { timers, connections, files: openPdfs(), memory: heapUsed + external };
}

function openPdfs(): number {
  return readdirSync("/proc/self/fd").filter((number) => {
    try {
      return readlinkSync(`/proc/self/fd/${number}`).endsWith(".pdf");
    } catch {
      // The descriptor of this directory listing, closed by now.
      return false;
    }
  }).length;
}
