import { localeNow } from "./say.ts";

/** Making one takes a hundred times what using it takes. One for each language, zone and look: some thousand at most. */
const formats = new Map<string, DateFormat>();

type DateFormat = Pick<Intl.DateTimeFormat, "format">;

/** The format of dates by these options, in the reader's language. */
export function formatIn(options: Intl.DateTimeFormatOptions): DateFormat {
  const locale = localeNow();
  const key = `${locale} ${Object.values(options).join(" ")} ${Object.keys(options).join(" ")}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, options);
  const first = firstOfMonth[locale];
  const format = first
    ? {
        format: (at?: Date | number) =>
          made.format(at).replace(/(^|\D)1(?= \p{L})/u, (_, before) => before + first),
      }
    : made;
  formats.set(key, format);
  return format;
}

/** The first of a month is written as an ordinal, which `Intl` does not. */
const firstOfMonth: Record<string, string> = { fr: "1er", "pt-BR": "1º" };
