import { destination, pino } from "pino";
import { redact } from "~/domain/redaction";
import { env } from "~/env.server";

/** Texts that somebody else may have worded: errors, refusals, reasons. */
const worded = ["error", "message", "reason", "stack"] as const;

const silent = env.NODE_ENV === "test";
const app = { app: "instatrack_webapp", release: env.RELEASE };

// Written in the background, so that a slow reader of the log slows no page; flushed at exit.
const output = destination({ dest: 1, sync: false, minLength: 16_000, periodicFlush: 200 });

/**
 * One JSON line an entry on stdout. Nothing that names a person or opens a door is ever handed to it; what
 * others worded is redacted all the same.
 */
export const log = pino(
  {
    level: silent ? "silent" : "info",
    base: app,
    formatters: {
      level: (label) => ({ level: label }),
      log(entry) {
        for (const name of worded) {
          const text = entry[name];
          if (typeof text === "string") entry[name] = redact(text);
        }
        return entry;
      },
    },
    timestamp: pino.stdTimeFunctions.isoTime,
  },
  output,
);

const appFields = JSON.stringify(app).slice(1, -1);
let second = 0;
let secondText = "";

/** The current time in ISO 8601; the part that changes once a second is kept. */
function isoTime(): string {
  const now = Date.now();
  const current = now - (now % 1_000);
  if (current !== second) {
    second = current;
    secondText = new Date(current).toISOString().slice(0, -4);
  }
  return `${secondText}${String(now % 1_000).padStart(3, "0")}Z`;
}

/**
 * The line of a request, as pino would write it: there are as many of these as requests, and a file from memory
 * takes less time than pino's way to its line.
 */
export function logRequest(fields: object): void {
  if (silent) return;
  const rest = JSON.stringify(fields).slice(1);
  output.write(`{"level":"info","time":"${isoTime()}",${appFields},"msg":"request",${rest}\n`);
}
