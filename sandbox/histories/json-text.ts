import { Buffer } from "node:buffer";

/** How an export's JSON is written. */
export interface JsonStyle {
  /** UTF-8 bytes as if they were Latin-1, each as `\u00xx`: what Instagram does. */
  mojibake: boolean;
}

/** JSON as Instagram writes it: indented by two spaces. */
export function jsonText(value: unknown, { mojibake }: JsonStyle): string {
  const text = JSON.stringify(value, null, 2);
  if (!mojibake) return text;
  return text.replace(/\P{ASCII}+/gu, (letters) =>
    Array.from(Buffer.from(letters), (byte) => `\\u${byte.toString(16).padStart(4, "0")}`).join(""),
  );
}

const entriesPerChunk = 400;

/**
 * A list as JSON, without the whole in memory.
 * @param wrapper the key of the object that holds the list; undefined for a bare list
 * @param single a list of one becomes its one object
 */
export function* jsonList(
  entries: Iterable<unknown>,
  style: JsonStyle,
  wrapper: string | undefined,
  single: boolean,
): Generator<Uint8Array> {
  const indent = wrapper === undefined ? "  " : "    ";
  const inList = (entry: unknown) =>
    indent + jsonText(entry, style).replaceAll("\n", `\n${indent}`);
  const outer = indent.slice(2);
  const open = wrapper === undefined ? "" : `{\n  ${jsonText(wrapper, style)}: `;
  const close = wrapper === undefined ? "\n" : "\n}\n";
  const iterator = entries[Symbol.iterator]();
  const first = iterator.next();
  const second = first.done ? first : iterator.next();
  if (single && !first.done && second.done) {
    yield Buffer.from(`${open}${inList(first.value).trimStart()}${close}`);
    return;
  }
  let texts: string[] = [];
  let before = `${open}[`;
  for (let next = first; !next.done; next = next === first ? second : iterator.next()) {
    texts.push(inList(next.value));
    if (texts.length === entriesPerChunk) {
      yield Buffer.from(`${before}\n${texts.join(",\n")}`);
      [before, texts] = [",", []];
    }
  }
  const rest = texts.length > 0 ? `${before}\n${texts.join(",\n")}` : before === "," ? "" : before;
  yield Buffer.from(`${rest}\n${outer}]${close}`);
}
