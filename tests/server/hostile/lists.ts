import { alone, listOf, names } from "./good-export.ts";
import { type Ending, filesCase } from "./hostile-case.ts";

/** The followers' file alone. */
export const aloneCase = (name: string, ends: Ending, content: Buffer | string) =>
  filesCase(name, ends, [alone(content)]);

export const good = listOf(names);
/** Followers with one more entry, as JSON. */
export const with1 = (entry: string) => `${good.slice(0, -1)},${entry}]`;
export const named = (username: unknown, timestamp: unknown = 1_719_878_400) =>
  JSON.stringify({ title: "", string_list_data: [{ href: "", value: username, timestamp }] });
