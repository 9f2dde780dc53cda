import { CarriedBytes } from "./carried-bytes.ts";
import { isFields } from "./entry-fields.ts";
import type { ExportLimits } from "./limits.ts";

/** Thrown where a file is not the JSON that is expected, or goes beyond the limits. */
export class UnreadableJson extends Error {}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const byteOrderMark = [0xef, 0xbb, 0xbf];

const isSpace = (byte: number | undefined) =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * Finds where a JSON value ends, in chunks. Only looks at quotes and brackets: whether it is JSON, JSON.parse says.
 * A string ends with its quote, a list or object with its last bracket, anything else before what cannot belong to it.
 */
class JsonValueEnd {
  readonly #maxDepth: number;
  #depth = 0;
  #inString = false;
  #isScalar = false;
  #endsAtString = false;
  /** Bytes to pass over at the beginning of the next chunk: what a backslash escapes. */
  #escaped = 0;

  constructor(maxDepth: number) {
    this.#maxDepth = maxDepth;
  }

  /** @param byte the first of the value, which `find` is given too */
  begin(byte: number): void {
    this.#depth = 0;
    this.#inString = false;
    this.#endsAtString = false;
    this.#isScalar = byte !== quote && byte !== openBrace && byte !== openBracket;
  }

  /** From now on the first string ends the value, whatever surrounds it. */
  endAtString(): void {
    this.#endsAtString = true;
  }

  /** Goes on behind a string at which `find` stopped. */
  goOn(): void {
    this.#endsAtString = false;
  }

  /** @returns the index behind the value's last byte, -1 where it goes on in the next chunk */
  find(chunk: Uint8Array, from: number): number {
    return this.#isScalar ? scalarEnd(chunk, from) : this.#bracketsEnd(chunk, from);
  }

  #bracketsEnd(chunk: Uint8Array, from: number): number {
    const length = chunk.length;
    let depth = this.#depth;
    let inString = this.#inString;
    let end = -1;
    let i = from + this.#escaped;
    while (i < length) {
      const byte = chunk[i] as number;
      i += 1;
      if (inString) {
        if (byte === backslash) i += 1;
        else if (byte === quote) {
          inString = false;
          if (depth === 0 || this.#endsAtString) {
            end = i;
            break;
          }
        }
      } else if (byte === quote) {
        inString = true;
      } else if (byte === openBrace || byte === openBracket) {
        depth += 1;
        if (depth > this.#maxDepth) throw new UnreadableJson();
      } else if (byte === closeBrace || byte === closeBracket) {
        depth -= 1;
        if (depth === 0) {
          end = i;
          break;
        }
      }
    }
    this.#depth = depth;
    this.#inString = inString;
    this.#escaped = end < 0 ? i - length : 0;
    return end;
  }
}

function scalarEnd(chunk: Uint8Array, from: number): number {
  for (let i = from; i < chunk.length; i += 1) {
    const byte = chunk[i];
    if (byte === comma || byte === closeBracket || byte === closeBrace || isSpace(byte)) return i;
  }
  return -1;
}

/** The index behind the spaces, of which there is one at `from`. */
function afterSpaces(chunk: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < chunk.length && isSpace(chunk[at])) at += 1;
  return at;
}

/** @throws UnreadableJson */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableJson();
  }
}

/** Keys of an entry itself: an object that begins with one of them is a list of one that came bare. */
const entryKeys = new Set([
  "creation_timestamp",
  "fbid",
  "label_values",
  "media",
  "media_list_data",
  "media_map_data",
  "string_list_data",
  "string_map_data",
  "timestamp",
  "title",
  "uri",
]);

type ItemLimits = Pick<ExportLimits, "maxItemBytes" | "maxDepth">;

/** Takes the entries of a file, and says which of its lists are read. */
export interface ItemSink {
  /** Called with each entry and the key of its list, "" for a bare list. */
  item(item: unknown, key: string): void;
  /** Whether a list under this key is one of the file's. By default, every list is. */
  fits?(key: string): boolean;
  /** Whether an object that stands where a list should is a list of one. By default, where it has a key of an entry. */
  isEntry?(value: unknown): boolean;
}

const looksLikeEntry = (value: unknown): boolean =>
  isFields(value) && Object.keys(value).some((key) => entryKeys.has(key));

/**
 * Where the reader is. The bytes of an `opening` (from the brace of the outermost object to the end of its first key),
 * a `keySpan` and a `valueSpan` are kept until they end.
 */
type Place =
  | "start"
  | "item"
  | "afterItem"
  | "key"
  | "colon"
  | "value"
  | "afterValue"
  | "end"
  | "opening"
  | "keySpan"
  | "valueSpan";

/** `entry`: of a list. `object`: where a list should be. `other`: anything else. */
type ValueKind = "entry" | "object" | "other";

/**
 * Reads a JSON file as its bytes arrive, and reports each entry of its list: of a bare list, of the lists in an
 * object (`{"relationships_following": […]}`), or a bare object. Never holds more than one entry. A file without any
 * list that fits is refused: it is not an empty list.
 */
export class JsonItems {
  readonly #sink: ItemSink;
  readonly #maxItemBytes: number;
  readonly #valueEnd: JsonValueEnd;
  #place: Place = "start";
  #markBytes = 0;
  /** Whether a list may be closed here: not after a comma. */
  #mayClose = false;
  #isWrapped = false;
  #key = "";
  /** Whether there was a list that fits, or a list of one without its brackets. */
  #hasList = false;
  /** Whether the list that is being read fits. */
  #isFitting = false;
  /** The kind of the value that is being read, and the place after it. */
  #kind: ValueKind = "other";
  #behind: Place = "end";
  /** The bytes of a span so far, where a chunk ended inside it. */
  readonly #carried = new CarriedBytes();

  constructor(limits: ItemLimits, sink: ItemSink) {
    this.#maxItemBytes = limits.maxItemBytes;
    this.#valueEnd = new JsonValueEnd(limits.maxDepth);
    this.#sink = sink;
  }

  /** @throws UnreadableJson, and what the sink throws */
  write(chunk: Buffer): void {
    let from = 0;
    while (from < chunk.length) {
      const place = this.#place;
      const isKept = place === "valueSpan" || place === "keySpan" || place === "opening";
      from = isKept ? this.#keepOn(chunk, from) : this.#step(chunk, from);
    }
  }

  /** @throws UnreadableJson where the file ends too soon, or has no list */
  end(): void {
    if (this.#place !== "end" || !this.#hasList) throw new UnreadableJson();
  }

  /** Reads one byte outside of the spans. @returns where to go on */
  #step(chunk: Buffer, from: number): number {
    const byte = chunk[from] ?? 0;
    const place = this.#place;
    if (place === "start") return this.#start(byte, chunk, from);
    if (isSpace(byte)) return afterSpaces(chunk, from);
    if (place === "item") {
      if (byte !== closeBracket) return this.#beginValue("entry", "afterItem", chunk, from);
      if (this.#mayClose) return this.#go(this.#isWrapped ? "afterValue" : "end", from);
    } else if (place === "afterItem") {
      if (byte === comma) return this.#go("item", from);
      if (byte === closeBracket) return this.#go(this.#isWrapped ? "afterValue" : "end", from);
    } else if (place === "key") {
      if (byte === quote) return this.#begin("keySpan", chunk, from);
    } else if (place === "colon") {
      if (byte === colon) return this.#go("value", from);
    } else if (place === "value") {
      if (byte === openBracket) return this.#beginList(from);
      const kind = byte === openBrace ? "object" : "other";
      return this.#beginValue(kind, "afterValue", chunk, from);
    } else if (place === "afterValue") {
      if (byte === comma) return this.#go("key", from);
      if (byte === closeBrace) return this.#go("end", from);
    }
    throw new UnreadableJson();
  }

  #start(byte: number, chunk: Buffer, from: number): number {
    if (byte === byteOrderMark[this.#markBytes]) {
      this.#markBytes += 1;
      return from + 1;
    }
    if (this.#markBytes % byteOrderMark.length !== 0) throw new UnreadableJson();
    if (isSpace(byte)) return from + 1;
    if (byte === openBracket) return this.#beginList(from);
    if (byte !== openBrace) throw new UnreadableJson();
    const next = this.#begin("opening", chunk, from);
    this.#valueEnd.endAtString();
    return next;
  }

  #beginList(from: number): number {
    this.#isFitting = this.#fits();
    this.#hasList ||= this.#isFitting;
    return this.#go("item", from, true);
  }

  #fits(): boolean {
    return this.#sink.fits?.(this.#key) ?? true;
  }

  #go(place: Place, from: number, mayClose = false): number {
    this.#place = place;
    this.#mayClose = mayClose;
    return from + 1;
  }

  #beginValue(kind: ValueKind, behind: Place, chunk: Buffer, from: number): number {
    this.#kind = kind;
    this.#behind = behind;
    return this.#begin("valueSpan", chunk, from);
  }

  /** The byte itself is read by `#keepOn`. */
  #begin(place: Place, chunk: Buffer, from: number): number {
    this.#place = place;
    this.#valueEnd.begin(chunk[from] ?? 0);
    return from;
  }

  #keepOn(chunk: Buffer, from: number): number {
    const found = this.#valueEnd.find(chunk, from);
    const end = found < 0 ? chunk.length : found;
    const carried = this.#carried;
    if (carried.length + end - from > this.#maxItemBytes) throw new UnreadableJson();
    if (found < 0 || this.#place === "opening" || carried.length > 0)
      carried.append(chunk, from, end);
    if (found < 0) return end;
    const text = carried.length > 0 ? carried.text() : chunk.toString("utf8", from, end);
    if (this.#place === "opening") {
      this.#open(text);
      return end;
    }
    carried.clear();
    const value = parsed(text);
    if (this.#place === "keySpan") {
      this.#key = String(value);
      this.#place = "colon";
    } else {
      this.#place = this.#behind;
      this.#take(value);
    }
    return end;
  }

  #take(value: unknown): void {
    if (this.#kind === "object") {
      const isEntry = this.#sink.isEntry ?? looksLikeEntry;
      this.#isFitting = this.#fits() && isEntry(value);
      this.#hasList ||= this.#isFitting;
    }
    if (this.#kind !== "other" && this.#isFitting) this.#sink.item(value, this.#key);
  }

  /** @param text of the outermost object up to its first key, or all of it where it has none */
  #open(text: string): void {
    if (text.endsWith("}")) {
      parsed(text);
      this.#place = "end";
      return;
    }
    const key = String(parsed(text.slice(1)));
    if (entryKeys.has(key)) {
      this.#valueEnd.goOn();
      this.#kind = "object";
      this.#behind = "end";
      this.#place = "valueSpan";
      return;
    }
    this.#carried.clear();
    this.#isWrapped = true;
    this.#key = key;
    this.#place = "colon";
  }
}
