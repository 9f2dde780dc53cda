import type { ParsedJson } from "../../platform/values/json.ts";

/** The third argument of a reviver (ECMAScript 2026; Node 21 and newer), which TypeScript 5.9 does not know. */
type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;
const parse: (text: string, reviver: Reviver) => unknown = JSON.parse;

/**
 * Parses untrusted JSON like `parseJson`, but an integer beyond 2^53 becomes the text of its digits: Instagram sends ids
 * as bare numbers in some answers, and `JSON.parse` would round them to another account's id. Never throws.
 */
export function parseExactJson(text: string): ParsedJson {
  try {
    return { ok: true, value: parse(text, exactly) };
  } catch {
    return { ok: false };
  }
}

const exactly: Reviver = (_, value, context) =>
  Number.isInteger(value) && !Number.isSafeInteger(value) ? (context?.source ?? value) : value;
