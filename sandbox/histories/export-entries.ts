import type { ListedPerson } from "./account-state.ts";
import { labelsIn } from "./export-labels.ts";
import type { ExportOptions } from "./export-options.ts";

const profilePage = (username: string) => `https://www.instagram.com/${username}`;

/** A second under the key and in the unit of the export. @param seconds epoch seconds */
export function stamp(seconds: number, { times }: Pick<ExportOptions, "times">) {
  if (times === "timestamp_ms") return { timestamp_ms: seconds * 1000 };
  return { timestamp: times === "milliseconds" ? seconds * 1000 : seconds };
}

/** A person of a list of relations, in the forms of docs/instagram.md#the-export. */
export function relationEntry(person: ListedPerson, options: ExportOptions): object {
  const { username, since } = person;
  switch (options.form) {
    case "2022":
    case "A": {
      const link = { href: profilePage(username), value: username, ...stamp(since, options) };
      return { title: "", media_list_data: [], string_list_data: [link] };
    }
    case "B": {
      const href = `https://www.instagram.com/_u/${username}`;
      const isEmpty = (since % 1_000) / 1_000 < options.emptyShare;
      const links = isEmpty ? [] : [{ href, ...stamp(since, options) }];
      return { title: username, string_list_data: links };
    }
    case "C":
      return labelled(since, options, [
        [labelsIn[options.language].url, ""],
        [labelsIn[options.language].name, person.fullName],
        [labelsIn[options.language].username, username],
      ]);
  }
}

/** An entry of form C. A value that is a number is an instant, in epoch seconds. */
export function labelled(
  since: number,
  options: ExportOptions,
  values: readonly (readonly [label: string, value: string | number])[],
): object {
  return {
    ...stamp(since, options),
    media: [],
    label_values: values.map(([label, value]) =>
      typeof value === "number" ? { label, timestamp_value: value } : { label, value },
    ),
    fbid: String(178_000_000_000_000 + since),
  };
}

/** An entry with named values, as the account's own files have them. */
export function mapped(values: Readonly<Record<string, string | number>>, options: ExportOptions) {
  const map = Object.entries(values).map(([key, value]) => [
    key,
    typeof value === "number"
      ? { href: "", value: "", ...stamp(value, options) }
      : { href: "", value, timestamp: 0 },
  ]);
  return { title: "", media_map_data: {}, string_map_data: Object.fromEntries(map) };
}
