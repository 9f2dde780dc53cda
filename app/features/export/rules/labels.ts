import { type Fields, isFields, listOf } from "./entry-fields.ts";
import { repaired } from "./text.ts";

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
