import { setTimeout as pause } from "node:timers/promises";
import { type HttpServer, serveFetch } from "../../sandbox/http-server.ts";

export interface ReportFunction {
  url: string;
  /** Where every other function is. */
  setBehind(url: string): void;
  /** Says how the report of a subscriber comes from now on. */
  plan(uid: string, report: PlannedReport): void;
  /** Whether a report of this subscriber is being made, or was. */
  asked(uid: string): boolean;
  /** Resolves when somebody has broken off a report of this subscriber. */
  brokenOff(uid: string): Promise<void>;
  close(): Promise<void>;
}

interface PlannedReport {
  /** Milliseconds until its first byte. */
  madeIn?: number;
  bytes: number;
  /** Breaks off after its bytes, instead of ending. */
  fails?: true;
}

const piece = new Uint8Array(65_536).fill(120);

/** The cloud functions with reports as long and as slow as a test wants them. */
export async function startReportFunction(): Promise<ReportFunction> {
  const plans = new Map<string, PlannedReport>();
  const broken = new Map<string, PromiseWithResolvers<void>>();
  const brokenOf = (uid: string) => {
    const one = broken.get(uid) ?? Promise.withResolvers<void>();
    broken.set(uid, one);
    return one;
  };
  const asked = new Set<string>();
  let behind = "";

  async function reportOf(uid: string, signal: AbortSignal): Promise<Response> {
    asked.add(uid);
    const { madeIn = 0, bytes, fails }: PlannedReport = plans.get(uid) ?? { bytes: 200_000 };
    await pause(madeIn, undefined, { signal });
    let left = bytes;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode("%PDF-1.7\n")),
      pull(controller) {
        if (left <= 0) return fails ? controller.error(new Error("planned")) : controller.close();
        controller.enqueue(piece.subarray(0, left));
        left -= piece.byteLength;
      },
      cancel: () => brokenOf(uid).resolve(),
    });
    return new Response(body, { headers: { "content-type": "application/pdf" } });
  }

  const server: HttpServer = await serveFetch(
    async (request) => {
      const { pathname, search } = new URL(request.url);
      const body = await request.text();
      if (pathname.endsWith("/getPdfReport")) return reportOf(JSON.parse(body).uid, request.signal);
      const headers = { "content-type": request.headers.get("content-type") ?? "text/plain" };
      return fetch(behind + pathname + search, { method: "POST", headers, body });
    },
    { port: 0 },
  );
  return {
    url: server.origin,
    setBehind(url) {
      behind = url;
    },
    plan(uid, report) {
      plans.set(uid, report);
      asked.delete(uid);
    },
    asked: (uid) => asked.has(uid),
    brokenOff: (uid) => brokenOf(uid).promise,
    close: server.close,
  };
}
