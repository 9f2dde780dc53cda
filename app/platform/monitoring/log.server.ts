import { setTimeout as pause } from "node:timers/promises";
import { destination, pino } from "pino";
import { env } from "~/env.server";
import { type RequestLine, requestFields } from "~/platform/monitoring/request-fields";
import { redact } from "~/platform/values/redaction";

/** Fields whose text may come from outside systems. They are redacted. */
const foreignTexts = ["error", "label", "message", "reason", "stack"];
const redactText = (value: unknown) => (typeof value === "string" ? redact(value) : value);

const silent = env.NODE_ENV === "test";
const app = { app: "instatrack_webapp", release: env.RELEASE };

// Asynchronous, so that a slow reader of stdout does not block requests. Flushed at exit.
const flushBytes = 64_000;
const output = destination({
  dest: 1,
  sync: false,
  minLength: flushBytes,
  maxWrite: 2 * flushBytes,
  periodicFlush: 200,
  // What waits for a reader, or for space on a full disk. What is beyond is lost.
  maxLength: 2 ** 23,
});

/**
 * For a program of which others read the stdout. Lines that wait go there, too. The destination has no option for a later
 * choice, and the field no type: tests/server/leaving-commands.test.ts tells if it is elsewhere.
 */
export const logToStderr = () => Object.assign(output, { fd: 2 });

/** Whether stdout has refused the last write, as on a full disk: the app goes on without a log, and tries again. */
let isRefused = false;
let lostBytes = 0;
output.on("error", () => {
  isRefused = true;
});
output.on("drop", (text: string) => {
  lostBytes += text.length;
});
output.on("write", () => {
  if (!isRefused && lostBytes === 0) return;
  const lost = lostBytes;
  isRefused = false;
  lostBytes = 0;
  log.error({ lost }, "stdout took no lines for a while");
});

/**
 * Writes JSON lines to stdout, of an operator's command to stderr. Never pass personal data or secrets to it; the redaction of texts from outside is only a
 * second barrier.
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
let headTime = 0;
let head = "";

/** The start of a request line, cached for a millisecond. */
function lineHead(): string {
  const now = Date.now();
  if (now !== headTime) {
    headTime = now;
    head = `{"level":"info","time":"${new Date(now).toISOString()}",${appFields},"msg":"request"`;
  }
  return head;
}

/** Lines that wait to be written out, which happens once they have `flushBytes`: no line is that long, so each fits. */
const batch = Buffer.allocUnsafeSlow(2 * flushBytes);
let filled = 0;

/**
 * Logs a request, in the format of pino, without pino: there is one line per request, and pino would take longer than
 * serving a file from memory. Lines are written in batches.
 */
export function logRequest(request: RequestLine): void {
  if (silent) return;
  // As bytes at once: joined later, its parts would have left the processor's cache, and take three times as long.
  filled += batch.write(`${lineHead()}${requestFields(request)}\n`, filled);
  if (filled > flushBytes) writeLines();
}

function writeLines(): void {
  if (filled > 0) output.write(batch.toString("utf8", 0, filled));
  filled = 0;
}

/**
 * Writes out what waits, before the process ends. Node does not end while a write is under way, and the destination's own last
 * write is tried for ever: where stdout refuses it, it is left out, and where nobody reads it, the process is killed.
 * @param milliseconds in which stdout must take it
 */
export async function writeLastLines(milliseconds: number): Promise<void> {
  writeLines();
  // Without the callback of `flush`, which waits until the disk has them.
  const flushed = () =>
    new Promise<void>((resolve) => {
      output.once("drain", resolve);
      output.once("error", () => resolve());
      output.flush();
    });
  // A first one leaves what is less than `minLength`.
  const written = flushed().then(flushed);
  const isLate = await Promise.race([written, pause(milliseconds, true)]);
  if (isLate) process.kill(process.pid, "SIGKILL");
  if (isRefused) output.flushSync = () => {};
}

if (!silent) {
  setInterval(writeLines, 200).unref();
  // Prepended: must run before the destination's own exit listener, which flushes.
  process.prependListener("exit", writeLines);
}
