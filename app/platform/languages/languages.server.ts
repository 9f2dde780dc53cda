import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingHttpHeaders } from "node:http";
import { z } from "zod";
import { env } from "~/env.server";
import {
  isPublicPath,
  type Language,
  languageInCookie,
  preferredLanguage,
  untagged,
} from "~/platform/values/languages";
import { beginningOfList } from "~/platform/values/long-header";

export const languages: readonly Language[] = env.LANGUAGES;

/** With one language, addresses have no tag and pages no offer, no choice, no cookie and no headers of languages. */
export const isMultilingual = languages.length > 1;

/** What the answer to one request needs to know of languages. */
export interface LanguageView {
  language: Language;
  /** The path and query without a tag; undefined where nothing is at the requested one. */
  address: string | undefined;
  /** Whether the address alone decides on the language. */
  isPublic: boolean;
  /** A language that the reader's browser prefers to that of a public page. */
  offer?: Language | undefined;
  /** For the form in which a private page's reader chooses: the token, or what stands for it. */
  formToken?: string | undefined;
  /** For that form, too: whose page it stands on, or what stands for it. */
  whose?: string | undefined;
}

/** Private pages, and what belongs to them, in whichever case Remix answers them. Google and Instagram lead back to one address, whatever the language. */
const privatePaths =
  /^\/(dashboard|articles|pdf|language|picture|connect\/instagram|sign-in\/google\/callback)(?![^/.?])/i;

/** The view of a request, as far as its address and headers tell; undefined where there is only one language. */
export function languageViewOf(
  url: string,
  headers: IncomingHttpHeaders,
): LanguageView | undefined {
  if (!isMultilingual) return undefined;
  const tagged = untagged(url, languages);
  if (!tagged && privatePaths.test(url))
    return { language: chosenIn(headers) ?? "en", address: url, isPublic: false };
  const { language, address } = tagged ?? { language: "en", address: url };
  const isPage = address !== undefined && isPublicPath(pathOf(address));
  return {
    language,
    address,
    isPublic: true,
    offer: isPage ? offerFor(language, headers) : undefined,
  };
}

/** Whether no page, public or private, is at the address: whoever is signed in reads that in their language. */
export const hasNoPage = ({ isPublic, address }: LanguageView): boolean =>
  isPublic && address !== undefined && !isPublicPath(pathOf(address));

export function readPrivately(view: LanguageView, headers: IncomingHttpHeaders): void {
  view.language = chosenIn(headers) ?? "en";
  view.isPublic = false;
}

const pathOf = (url: string) => url.split("?", 1)[0] ?? "";

/** The language that was chosen in this browser, else the one that it prefers. */
const chosenIn = ({ cookie, "accept-language": accepted }: IncomingHttpHeaders) =>
  languageInCookie(cookie, languages) ?? preferred(accepted);

/** Preferred languages by header: every public page asks. Bounded, since strangers choose the headers. */
const known = new Map<string, Language | undefined>();
const mostKnown = 200;
/** In characters. What a longer header says after that is not read. */
const longestRead = 512;

function preferred(whole: string | undefined): Language | undefined {
  if (!whole) return undefined;
  const header = beginningOfList(whole, longestRead);
  if (known.has(header)) return known.get(header);
  const found = preferredLanguage(header, languages);
  if (known.size >= mostKnown) known.clear();
  known.set(header, found);
  return found;
}

/** The language to offer above a public page, unless its own is what the browser prefers or has chosen. */
function offerFor(language: Language, headers: IncomingHttpHeaders): Language | undefined {
  const wanted = preferred(headers["accept-language"]);
  if (!wanted || wanted === language) return undefined;
  return languageInCookie(headers.cookie, languages) === language ? undefined : wanted;
}

/** The Set-Cookie value that remembers a language for a year. */
export const languageCookie = (language: Language): string =>
  `language=${language}; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax${env.APP_ORIGIN.startsWith("https:") ? "; Secure" : ""}`;

const current = new AsyncLocalStorage<LanguageView>();

/** Answers a request in its language. What requests share, such as caches, must not depend on it. */
export const inLanguage = <T>(view: LanguageView | undefined, answer: () => T): T =>
  view ? current.run(view, answer) : answer();

/** Does work for somebody who reads this language and waits for no answer: a mail, a letter, a report. */
export const speakingIn = <T>(language: Language, work: () => T): T =>
  isMultilingual ? current.run({ language, address: undefined, isPublic: false }, work) : work();

/** The language of the current page, to be stored with a request that a mail will answer. */
export const languageAskedIn = (): { language?: Language } =>
  isMultilingual ? { language: currentLanguage() } : {};

/** The configured language with this tag. Undefined for any other, such as one that was configured once. */
export const offeredLanguage = (tag: unknown): Language | undefined =>
  languages.find((language) => language === tag);

/** A stored language. One that cannot be read, or is not configured any more, counts as none. */
export const keptLanguage = z
  .string()
  .optional()
  .catch(undefined)
  .transform(offeredLanguage)
  .optional();

/** The view of the current request; undefined outside of requests, and where there is one language. */
export const languageView = (): LanguageView | undefined => current.getStore();

/** What a cached page depends on besides its address and its loaders' data. */
export function languageKey(): string {
  const view = languageView();
  return view ? `${view.language} ${view.offer ?? ""}` : "";
}

/** Answers the current request in the language that its reader has chosen, whatever the request's own is. */
export function answerIn(language: Language): void {
  const view = languageView();
  if (view) view.language = language;
}

export const currentLanguage = (): Language => languageView()?.language ?? "en";
