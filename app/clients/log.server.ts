import { destination, pino } from "pino";
import { redact } from "~/domain/redaction";
import { env } from "~/env.server";

/** Fields whose text may come from outside: errors, refusals, reasons. */
const foreignTexts = ["error", "message", "reason", "stack"];
const redactText = (value: unknown) => (typeof value === "string" ? redact(value) : value);

const silent = env.NODE_ENV === "test";
const app = { app: "instatrack_webapp", release: env.RELEASE };

// Written in the background, so that a slow reader of the log slows no page; flushed at exit.
const flushBytes = 64_000;
const output = destination({
  dest: 1,
  sync: false,
  minLength: flushBytes,
  maxWrite: 2 * flushBytes,
  periodicFlush: 200,
});

/**
 * One JSON line an entry on stdout. No personal data and no secret is ever passed to it; texts from outside are
 * redacted all the same.
 */
export const log = pino(
  {
    level: silent ? "silent" : "info",
    base: app,
    formatters: { level: (label) => ({ level: label }) },
    serializers: Object.fromEntries(foreignTexts.map((name) => [name, redactText])),
    timestamp: pino.stdTimeFunctions.isoTime,
  },
  output,
);

const appFields = JSON.stringify(app).slice(1, -1);
let headMade = 0;
let head = "";

/** The start of a line, made once a millisecond. */
function lineHead(): string {
  const now = Date.now();
  if (now !== headMade) {
    headMade = now;
    head = `{"level":"info","time":"${new Date(now).toISOString()}",${appFields},"msg":"request",`;
  }
  return head;
}

/** Texts are of this server's own making: ids, methods and patterns, with nothing in them to escape. */
export interface RequestLine {
  requestId: string;
  method: string;
  route: string;
  status: number;
  milliseconds: number;
  aborted?: true;
}

let lines = "";

/**
 * The line of a request, as pino would write it: there are as many of these as requests, and a file from memory
 * takes less time than pino's way to its line. Lines are written in batches.
 */
export function logRequest({
  requestId,
  method,
  route,
  status,
  milliseconds,
  aborted,
}: RequestLine): void {
  if (silent) return;
  lines += `${lineHead()}"requestId":"${requestId}","method":"${method}","route":"${route}","status":${status},"milliseconds":${Math.round(milliseconds)}${aborted ? ',"aborted":true' : ""}}\n`;
  if (lines.length > flushBytes) writeLines();
}

function writeLines(): void {
  if (lines) output.write(lines);
  lines = "";
}

if (!silent) {
  setInterval(writeLines, 200).unref();
  // Before the destination's own listener, which writes out what it has.
  process.prependListener("exit", writeLines);
}
