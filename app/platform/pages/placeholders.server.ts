import { randomBytes } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import { voiceNow } from "~/platform/values/say";

const prefix = "~~";
const createPlaceholder = () => `${prefix}${randomBytes(12).toString("hex")}`;
const placeholderLength = createPlaceholder().length;

/**
 * Stand-ins for the values that differ between requests to otherwise identical pages. Loaders and the renderer use the
 * placeholder; the value is filled in just before the page is sent. So a rendered page can be reused for every request
 * with the same loader data. The placeholders are random per process: no text from outside can contain one.
 */
const placeholders = {
  sessionLeft: createPlaceholder(),
  whose: createPlaceholder(),
  countdown: createPlaceholder(),
  countdownText: createPlaceholder(),
  nonce: createPlaceholder(),
  formToken: createPlaceholder(),
} as const;

/** One request's values, by placeholder. */
export type PlaceholderValues = Map<string, string>;

/** Widths of milliseconds below ten days, and of the longest countdown: a prepared page takes values of one length. */
const digits = 9;
const longestText = "1 day, 0 hours, 0 minutes, 0 seconds".length;
/** In bytes, in any other language. */
const longestForeignText = 96;

function inItsWidth(name: keyof typeof placeholders, value: string | number): string {
  if (typeof value === "number")
    return value < 0 ? String(value) : String(value).padStart(digits, "0");
  if (name !== "countdownText") return value;
  return value.padEnd(voiceNow() ? longestForeignText : longestText);
}

/**
 * Stores this request's value.
 * @param value inserted as it is, into HTML, JSON and scripts alike: without quotes, `<`, `&` or backslashes
 * @returns the placeholder to put into the page
 */
export function placeholderFor(
  { placeholders: values }: Pick<AppLoadContext, "placeholders">,
  name: keyof typeof placeholders,
  value: string | number,
): string {
  // A page's texts are bytes here, a character each.
  const bytes = typeof value === "string" ? Buffer.from(value).toString("latin1") : value;
  const wide = inItsWidth(name, bytes);
  // Neither `PAGES=plain` nor a server other than ours (unit tests, `remix vite:dev`) fills anything in.
  if (!values) return Buffer.from(wide, "latin1").toString();
  values.set(placeholders[name], wide);
  return placeholders[name];
}

/** Whether a page, or a list of placeholders, contains this one. */
export const hasPlaceholder = (
  name: keyof typeof placeholders,
  where: { includes(placeholder: string): boolean },
) => where.includes(placeholders[name]);

const anyPlaceholder = new RegExp(`(${prefix}[0-9a-f]{24})`);

/** A page split at its placeholders once, so that filling it only copies bytes. Its texts are bytes, a character each. */
export interface Template {
  /** The parts between the placeholders: one more than there are placeholders. */
  parts: readonly string[];
  placeholders: readonly string[];
}

/** @param html its bytes, a character each */
export function toTemplate(html: string): Template {
  const pieces = html.split(anyPlaceholder);
  return {
    parts: pieces.filter((_, at) => at % 2 === 0),
    placeholders: pieces.filter((_, at) => at % 2 === 1),
  };
}

/** The bytes of a filled template, a character each. */
export function fillTemplate({ parts, placeholders }: Template, values: PlaceholderValues): string {
  let filled = "";
  for (let at = 0; at < parts.length; at += 1) {
    filled += parts[at] ?? "";
    const placeholder = placeholders[at];
    if (placeholder !== undefined) filled += values.get(placeholder) ?? placeholder;
  }
  return filled;
}

export const fillPlaceholders = (text: string, values: PlaceholderValues): string =>
  text.includes(prefix) ? fillTemplate(toTemplate(text), values) : text;

/** `fillPlaceholders` for a stream, whose chunks may split a placeholder. */
export function fillPlaceholderStream(
  values: PlaceholderValues,
): TransformStream<Uint8Array, Uint8Array> {
  let pending = "";
  const fill = (text: string) => Buffer.from(fillPlaceholders(text, values), "latin1");
  return new TransformStream({
    transform(chunk, controller) {
      // Latin-1 maps bytes to characters one to one: a chunk may end within a character, and placeholders are ASCII.
      const text = pending + Buffer.from(chunk).toString("latin1");
      const tilde = text.lastIndexOf("~");
      const start = tilde > 0 && text[tilde - 1] === "~" ? tilde - 1 : tilde;
      const isSplit = start >= 0 && text.length - start < placeholderLength;
      pending = isSplit ? text.slice(start) : "";
      controller.enqueue(fill(isSplit ? text.slice(0, start) : text));
    },
    flush(controller) {
      if (pending) controller.enqueue(fill(pending));
    },
  });
}
