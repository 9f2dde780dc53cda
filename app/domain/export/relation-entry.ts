import type { NamedPerson } from "../name-list.ts";
import { longestUsername } from "../name-list-builder.ts";
import { labelledOf } from "./labels.ts";
import { relationLabels } from "./relation-labels.ts";
import { repaired } from "./text.ts";
import { type Fields, isFields, listOf, timeOf } from "./values.ts";

// A username has neither spaces nor control characters. The plain form goes without Unicode tables.
const plainName = /^[a-z0-9._]+$/i;
const anyName = /^[^\s\p{C}/]+$/u;
const profileAddress = /^https?:\/\/(?:www\.)?instagram\.com\/(?:_u\/)?([^/?#]+)\/?(?:[?#]|$)/i;

/**
 * Reads one entry of a list of people, of form A, B or C (instagram.md 2). The username is the first of the value, the
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
  const known = entry.label_values === undefined ? {} : byMeaning(entry, onUnknownLabel);
  const username =
    nameOf(fields.value) ??
    nameOf(entry.title) ??
    nameOf(known.username?.value) ??
    nameInAddress(fields.href) ??
    nameInAddress(known.url?.value) ??
    nameInAddress(known.url?.href);
  return username === undefined ? undefined : { username, since: timeOf(fields) ?? timeOf(entry) };
}

function byMeaning(
  entry: Fields,
  onUnknownLabel: (label: string) => void,
): Partial<Record<"username" | "url", Fields>> {
  const found: Partial<Record<"username" | "url" | "other", Fields>> = {};
  for (const { label, fields } of labelledOf(entry)) {
    const meaning = relationLabels.get(label);
    if (meaning) found[meaning] ??= fields;
    else onUnknownLabel(label);
  }
  return found;
}

/** The username in lower case; undefined where the value is none. */
export function nameOf(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > longestUsername) return undefined;
  if (plainName.test(value)) return value.toLowerCase();
  const name = repaired(value).trim().toLowerCase();
  return name.length <= longestUsername && anyName.test(name) ? name : undefined;
}

function nameInAddress(href: unknown): string | undefined {
  const found = typeof href === "string" ? profileAddress.exec(href)?.[1] : undefined;
  return nameOf(found);
}
