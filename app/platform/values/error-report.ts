import { redact } from "./redaction.ts";

export const appName = "instatrack_webapp";

/** docs/product.md#crash-page names production `PROD`. */
export const reportEnvironments = {
  production: "PROD",
  staging: "STG",
  development: "DEV",
} as const;

/** docs/product.md#crash-page. */
export const traceSampleRate = 0.5;

/** Errors of scripts that another program injects into the page: iOS web views call missing handlers (docs/product.md#crash-page). */
export function isForeignError(message: string): boolean {
  return /undefined is not an object \(evaluating '(window\.)?webkit\.messageHandlers/.test(
    message,
  );
}

type Fields = Record<string, unknown>;

/**
 * Rebuilds a Sentry event from an allow list of fields, so that nothing a later SDK adds (bodies, cookies, headers,
 * addresses, variables) is sent. Undefined if the event must not be reported.
 */
export function redactedEvent(event: object): Fields | undefined {
  const given = event as Fields;
  const exceptions = list(fields(given.exception).values).map(redactedException);
  if (exceptions.some(({ raw }) => isForeignError(raw))) return undefined;
  const { app, trace, runtime, os, browser } = fields(given.contexts);
  return defined({
    ...pick(given, [
      "event_id",
      "type",
      "timestamp",
      "start_timestamp",
      "platform",
      "level",
      "release",
      "environment",
      "sdk",
      "transaction_info",
      "sdkProcessingMetadata",
    ]),
    transaction: text(given.transaction),
    message: text(given.message),
    tags: pick(fields(given.tags), ["requestId", "route"]),
    contexts: defined({
      app,
      runtime,
      os,
      browser,
      trace: trace === undefined ? undefined : redactedSpan(fields(trace)),
    }),
    exception: exceptions.length > 0 ? { values: exceptions.map(({ value }) => value) } : undefined,
    spans: Array.isArray(given.spans) ? list(given.spans).map(redactedSpan) : undefined,
  });
}

function redactedException(exception: Fields): { raw: string; value: Fields } {
  const { handled, type } = fields(exception.mechanism);
  const { frames } = fields(exception.stacktrace);
  return {
    raw: typeof exception.value === "string" ? exception.value : "",
    value: defined({
      type: text(exception.type),
      value: text(exception.value),
      mechanism: defined({ handled, type }),
      stacktrace: Array.isArray(frames)
        ? {
            frames: list(frames).map((frame) =>
              defined({
                ...pick(frame, ["lineno", "colno", "in_app", "module"]),
                function: text(frame.function),
                filename: text(frame.filename),
              }),
            ),
          }
        : undefined,
    }),
  };
}

function redactedSpan(span: Fields): Fields {
  return defined({
    ...pick(span, [
      "trace_id",
      "span_id",
      "parent_span_id",
      "op",
      "origin",
      "status",
      "timestamp",
      "start_timestamp",
    ]),
    description: text(span.description),
  });
}

const text = (value: unknown) => (typeof value === "string" ? redact(value) : undefined);
const fields = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? (value as Fields) : {};
const list = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fields) : []);
const pick = (from: Fields, keys: readonly string[]) =>
  defined(Object.fromEntries(keys.map((name) => [name, from[name]])));
const defined = (from: Fields): Fields =>
  Object.fromEntries(Object.entries(from).filter(([, value]) => value !== undefined));
