import { localeNow } from "./say.ts";

/** Making one takes a hundred times what using it takes. One for each language, zone and look: some thousand at most. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The format of dates by these options, in the reader's language. */
export function formatIn(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const locale = localeNow();
  const key = `${locale} ${Object.values(options).join(" ")} ${Object.keys(options).join(" ")}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}

const lists = new Map<string, Intl.ListFormat>();

/** `["3 likes", "2 comments"]` → `"3 likes, 2 comments"`, with the commas of the reader's language. */
export function listed(texts: readonly string[]): string {
  const locale = localeNow();
  const format = lists.get(locale) ?? new Intl.ListFormat(locale, { type: "unit", style: "short" });
  lists.set(locale, format);
  return format.format(texts);
}
