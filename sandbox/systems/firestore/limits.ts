import { refuse } from "./failure.ts";
import { type Fields, utf8, type Value } from "./value.ts";

// https://firebase.google.com/docs/firestore/quotas#collections_documents_and_fields
const longestWord = 1_500;
const longestName = 6_144;
const largestDocument = 1_048_576;
const deepestMap = 20;

/** Refuses what is no document's name: `projects/…/databases/…/documents/` and pairs of a collection and an id. */
export function checkName(name: string): void {
  const ids = name.split("/").slice(5);
  if (ids.length === 0 || ids.length % 2 !== 0) refuse("A document's name has pairs of segments");
  for (const id of ids) {
    if (["", ".", ".."].includes(id)) refuse(`"${id}" cannot be an id`);
    checkWord(id);
  }
  if (utf8(name).length > longestName) refuse("A document's name is too long");
}

/** What holds for ids and for fields' names. */
function checkWord(word: string): void {
  if (/^__.*__$/s.test(word)) refuse(`"${word}" is reserved`);
  if (utf8(word).length > longestWord) refuse(`A name is longer than ${longestWord} bytes`);
}

/** Fields as Firestore keeps them: what it does not take is refused, moments lose what is below a microsecond. */
export function keptFields(fields: Fields, depth = 0): Fields {
  if (depth > deepestMap) refuse(`Maps are nested more than ${deepestMap} deep`);
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (name === "") refuse("A field's name is empty");
      checkWord(name);
      return [name, keptValue(value, depth)];
    }),
  );
}

function keptValue(value: Value, depth: number): Value {
  if (value.mapValue)
    return { mapValue: { fields: keptFields(value.mapValue.fields ?? {}, depth + 1) } };
  if (value.timestampValue) {
    const { seconds = "0", nanos = 0 } = value.timestampValue;
    return { timestampValue: { seconds, nanos: nanos - (nanos % 1_000) } };
  }
  if (!value.arrayValue) return value;
  const values = value.arrayValue.values ?? [];
  if (values.some((element) => element.arrayValue)) refuse("An array lies directly in an array");
  return { arrayValue: { values: values.map((element) => keptValue(element, depth + 1)) } };
}

/** Refuses a document of more than 1 MiB: https://firebase.google.com/docs/firestore/storage-size */
export function checkSize(name: string, fields: Fields): void {
  const size = nameSize(name) + fieldsSize(fields);
  if (size > largestDocument) refuse(`The document has ${size} bytes, more than 1 MiB`);
}

const textSize = (text: string) => utf8(text).length + 1;

const nameSize = (name: string) =>
  name
    .split("/")
    .slice(5)
    .reduce((sum, id) => sum + textSize(id), 16);

const fieldsSize = (fields: Fields): number =>
  Object.entries(fields).reduce(
    (sum, [name, value]) => sum + textSize(name) + valueSize(value),
    32,
  );

function valueSize(value: Value): number {
  if (value.stringValue !== undefined) return textSize(value.stringValue);
  if (value.mapValue) return fieldsSize(value.mapValue.fields ?? {});
  if (value.arrayValue)
    return (value.arrayValue.values ?? []).reduce((sum, element) => sum + valueSize(element), 0);
  if (value.bytesValue) return value.bytesValue.length;
  if (value.referenceValue !== undefined) return nameSize(value.referenceValue);
  if (value.geoPointValue) return 16;
  return "nullValue" in value || "booleanValue" in value ? 1 : 8;
}
