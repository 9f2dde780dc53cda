import type { NamedPerson } from "../../../platform/values/name-list.ts";
import { isUsername } from "../instagram-address.ts";
import { type Fields, isFields, labelledOf, listOf, timeOf } from "./entry-fields.ts";
import { relationLabels } from "./relation-labels.ts";

const profileAddress =
  /^(?:https?:\/\/)?(?:(?:www|m)\.)?instagram\.com\/(?:_u\/)?([^/?#]+)\/?(?:[?#]|$)/i;
const longestText = 300;

/**
 * Reads one entry of a list of people, of form A, B or C (docs/instagram.md#the-export). The username is the first of the value, the
 * title, the label and the end of the address.
 * @param onUnknownLabel is called with labels that no table has
 * @returns undefined where it has no username
 */
export function personOf(
  entry: unknown,
  onUnknownLabel: (label: string) => void,
): NamedPerson | undefined {
  if (!isFields(entry)) return undefined;
  const link = listOf(entry.string_list_data)[0];
  const fields = isFields(link) ? link : {};
  const labelled = entry.label_values === undefined ? undefined : usernameIn(entry, onUnknownLabel);
  const username =
    nameOf(fields.value) ??
    nameOf(entry.title) ??
    nameOf(labelled?.value) ??
    nameInAddress(fields.href);
  return username === undefined ? undefined : { username, since: timeOf(fields) ?? timeOf(entry) };
}

function usernameIn(entry: Fields, onUnknownLabel: (label: string) => void): Fields | undefined {
  let found: Fields | undefined;
  for (const { label, name, fields } of labelledOf(entry)) {
    const meaning = relationLabels.get(label);
    if (meaning === "username") found ??= fields;
    else if (!meaning) onUnknownLabel(name);
  }
  return found;
}

/** Whether an entry without a username may have one under a label that no table knows. What stands there is not guessed. */
export function mayBeUnderUnknownLabel(entry: unknown): boolean {
  if (!isFields(entry) || entry.label_values === undefined) return false;
  const labelled = labelledOf(entry);
  return (
    !labelled.some(({ label }) => relationLabels.get(label) === "username") &&
    labelled.some(({ label, fields }) => !relationLabels.has(label) && nameOf(fields.value))
  );
}

/**
 * The username in lower case, also out of `@name` and of the address of a profile. Undefined where the value cannot be
 * a username.
 */
export function nameOf(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > longestText) return undefined;
  return plainName(value.trim()) ?? nameInAddress(value.trim());
}

function nameInAddress(href: unknown): string | undefined {
  const found = typeof href === "string" ? profileAddress.exec(href)?.[1] : undefined;
  return found === undefined ? undefined : plainName(found);
}

function plainName(text: string): string | undefined {
  const name = text.startsWith("@") ? text.slice(1) : text;
  return isUsername(name) ? name.toLowerCase() : undefined;
}
