import { isUtf8 } from "node:buffer";

// Fields of an export's entries, which may be anything.

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A list, or the one element that came without its list (docs/instagram.md#the-export). */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isFields(value) ? [value] : [];
}

const firstMilliseconds = 1e11;
const lastSecond = 0xffff_ffff;

/** Epoch seconds of a time in seconds or milliseconds; undefined where there is none. */
export function timestampSeconds(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) return undefined;
  const seconds = Math.floor(number > firstMilliseconds ? number / 1000 : number);
  return seconds > 0 && seconds <= lastSecond ? seconds : undefined;
}

/** The time of an entry, in any of the fields that are known for it. */
export const timeOf = (entry: Fields): number | undefined =>
  timestampSeconds(entry.timestamp) ??
  timestampSeconds(entry.timestamp_ms) ??
  timestampSeconds(entry.timestamp_value);

/** When the first picture was taken of which that is known. */
export const timeOfPicture = (pictures: readonly unknown[]): number | undefined =>
  pictures
    .map((one) => (isFields(one) ? timestampSeconds(one.creation_timestamp) : undefined))
    .find((time) => time !== undefined);

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);
const isLatin1 = (text: string) => /^[\0-\xff]*$/.test(text);

/** No label and no value that is read is longer. A long row of marks would take the square of its length to normalize. */
const longestText = 1_000;

/**
 * Instagram writes UTF-8 bytes as if each were a character (`usuÃ¡rio`). Repaired where every character is such a byte
 * and they are UTF-8 together, so that text which is right stays as it is. What is too long to mean anything stays, too.
 */
export function repaired(text: string): string {
  if (text.length > longestText || isAscii(text)) return text;
  if (!isLatin1(text)) return text.normalize("NFC");
  const bytes = Buffer.from(text, "latin1");
  return (isUtf8(bytes) ? bytes.toString("utf8") : text).normalize("NFC");
}

// Instagram writes labels and keys in the subscriber's language (docs/instagram.md#the-export).

/** Labels of a file by what they mean, in every language that is known. */
export type LabelTable<Meaning extends string> = ReadonlyMap<string, Meaning>;

const plain = (label: string) => repaired(label).trim().toLowerCase();

const labelled = (name: string, fields: Fields): Labelled => ({
  label: plain(name),
  name: repaired(name).trim(),
  fields,
});

export function labelTable<Meaning extends string>(
  labels: Readonly<Record<Meaning, readonly string[]>>,
): LabelTable<Meaning> {
  const meanings = Object.keys(labels) as Meaning[];
  return new Map(
    meanings.flatMap((meaning) => labels[meaning].map((label) => [plain(label), meaning] as const)),
  );
}

/** What a label means that stands at another place, such as in a value. */
export const meaningOf = <Meaning extends string>(table: LabelTable<Meaning>, label: string) =>
  table.get(plain(label));

/** What an entry says under a label: its `value`, `timestamp` and the like. */
export interface Labelled {
  /** In the form that tables have. */
  label: string;
  /** As the export writes it, but for broken characters. */
  name: string;
  fields: Fields;
}

/** What an entry of form C or E says by label: in `label_values`, or in `string_map_data`. */
export function labelledOf(entry: Fields): Labelled[] {
  const map = isFields(entry.string_map_data) ? Object.entries(entry.string_map_data) : [];
  return [
    ...map.flatMap(([label, fields]) => (isFields(fields) ? [labelled(label, fields)] : [])),
    ...listOf(entry.label_values).flatMap((fields) =>
      isFields(fields) && typeof fields.label === "string" ? [labelled(fields.label, fields)] : [],
    ),
  ];
}
