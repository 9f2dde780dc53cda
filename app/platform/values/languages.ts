/** The languages that the app can speak, by their exact tags. `en-XA` is for tests: it shows what was not translated. */
export const languageTags = ["en", "de", "fr", "es", "pt-BR", "it", "ar", "en-XA"] as const;
export type Language = (typeof languageTags)[number];

/** Those with a catalogue in content/messages/. */
export const translatedTags = ["de", "fr", "es", "pt-BR", "it", "ar"] as const;
export type Translated = (typeof translatedTags)[number];

/** What each language calls itself. */
export const ownNames: Record<Language, string> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  "pt-BR": "Português (Brasil)",
  it: "Italiano",
  ar: "العربية",
  "en-XA": "[Éñĝļîšĥ]",
};

export const directionOf = (language: Language): "ltr" | "rtl" =>
  language === "ar" ? "rtl" : "ltr";

const locales: Partial<Record<Language, string>> = {
  en: "en-US",
  ar: "ar-u-nu-latn",
  "en-XA": "en-US",
};

/** What `Intl` writes a language's dates and numbers by. */
export const localeOf = (language: Language): string => locales[language] ?? language;

const range =
  /^([a-z]{1,8}(?:-[a-z0-9]{1,8})*)(?:[ \t]*;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i;

/**
 * The configured language that an `Accept-Language` header prefers, by RFC 4647 lookup: the highest q first. A range
 * without an exact tag takes the first configured one with its first subtag; `*`, malformed entries and those with a q
 * of 0 count for nothing.
 */
export function preferredLanguage(
  header: string | null | undefined,
  configured: readonly Language[],
): Language | undefined {
  const ranges = (header ?? "").split(",").flatMap((entry) => {
    const [, tag, q = "1"] = range.exec(entry.trim()) ?? [];
    return tag && Number(q) > 0 ? [{ tag: tag.toLowerCase(), q: Number(q) }] : [];
  });
  // `sort` keeps the order of equals.
  for (const { tag } of ranges.sort((a, b) => b.q - a.q)) {
    const subtag = firstSubtag(tag);
    const found =
      configured.find((language) => language.toLowerCase() === tag) ??
      configured.find((language) => firstSubtag(language) === subtag);
    if (found) return found;
  }
  return undefined;
}

const firstSubtag = (tag: string) => tag.toLowerCase().split("-", 1)[0];

/** The value of the cookie `language` in a Cookie header, if it is a configured language. */
export function languageInCookie(
  header: string | undefined,
  configured: readonly Language[],
): Language | undefined {
  const value = /(?:^|;[ \t]*)language=([\w-]+)[ \t]*(?:;|$)/.exec(header ?? "")?.[1];
  return configured.find((language) => language === value);
}

/** Public pages. Each has an address of its own in every language; all others have one. */
const publicPages =
  /^\/(|privacy|terms-of-use|sign-in(\/(link|passkey|google|google\/done))?|(password|access)-recovery|cancel(\/(received|not-me))?|withdraw(\/received)?|unsubscription|letters\/stop|data-erasure\/[^/]+|instagram\/data-deletion\/[^/]+)(\.data)?$/;

export const isPublicPath = (path: string): boolean =>
  publicPages.test(path.length > 1 ? path.replace(/\/$/, "") : path);

/** The pages that search engines are told of, with all their versions. */
export const indexedPaths = [
  "/",
  "/sign-in",
  "/privacy",
  "/terms-of-use",
  "/cancel",
  "/withdraw",
] as const;

/** The address of a page in a language: a public one has the language's tag in front, except English ones. */
export function addressIn(language: Language, address: string): string {
  if (language === "en" || !isPublicPath(address.split(/[?#]/, 1)[0] ?? "")) return address;
  return `/${language}${address.replace(/^\/(?=$|[?#])/, "")}`;
}

/**
 * Takes the tag off an address: `/de/sign-in?a=b` → `de` and `/sign-in?a=b`.
 * @returns undefined for an address without one; an `address` of undefined where nothing is at this one
 */
export function untagged(
  address: string,
  configured: readonly Language[],
): { language: Language; address: string | undefined } | undefined {
  const [, tag, path = "", rest = ""] = /^\/([^/?#]+)([^?#]*)(.*)$/.exec(address) ?? [];
  const language = configured.find((one) => one === tag && one !== "en");
  if (!language) return undefined;
  const plain = path || "/";
  // `/de/` is another address than `/de`.
  const isThere = path !== "/" && !path.startsWith("//") && isPublicPath(plain);
  return { language, address: isThere ? plain + rest : undefined };
}
