import { env } from "~/env.server";
import { type LanguageView, languages, languageView } from "~/platform/languages/languages.server";
import { voiceOf } from "~/platform/languages/messages.server";
import { formTokenField } from "~/platform/values/form-token";
import { escapeHtml } from "~/platform/values/html";
import {
  addressIn,
  directionOf,
  indexedPaths,
  isPublicPath,
  type Language,
  ownNames,
} from "~/platform/values/languages";
import { sentence } from "~/platform/values/say";
import { whoseField } from "~/platform/values/whose";

/** What kind of page a document is. */
export interface Dressed {
  /** Whether React hydrates it: React tolerates unknown elements at the end of the body only. */
  isHydrated?: boolean;
  /** Whether it says what is wrong: then it is no version of the page at its address. */
  isError?: boolean;
}

/**
 * Writes into a rendered document what has to do with languages: language and direction, its other versions, links that
 * stay in the language, the line that offers another, and the languages at its foot. Where there is one language the
 * document stays as it is.
 */
export function dress(html: string, { isHydrated = false, isError = false }: Dressed = {}): string {
  const view = languageView();
  if (!view) return html;
  const { language } = view;
  const own = language === "en" ? html : withOwnLinks(html, language);
  const directed = withDirections(own);
  const whole = withHead(isError ? directed : withVersions(directed, view), view);
  return withFoot(whole, choiceOf(view), isHydrated);
}

/** The header that goes with a dressed document; none where there is one language. */
export function languageHeaders(): Record<string, string> {
  const view = languageView();
  if (!view) return {};
  return {
    "content-language": view.language,
    ...(view.isPublic && { vary: "accept-language" }),
  };
}

/** A redirect's address: that of a public page, in the language of the current request. */
export function inOwnLanguage(location: string): string {
  const view = languageView();
  return view ? addressIn(view.language, location) : location;
}

/** Fields for addresses and passwords run from left to right. Other text fields run as what is typed does. */
const withDirections = (html: string) =>
  html.replace(/<(?:input|textarea)(?= )[^>]*/g, (field) => {
    if (/ dir="/.test(field)) return field;
    if (/ type="(?:email|password|url)"| inputmode="email"/i.test(field))
      return directed(field, "ltr");
    const isText = field.startsWith("<textarea") || / type="(?:text|search)"/.test(field);
    const hasType = / type="/.test(field);
    return isText || !hasType ? directed(field, "auto") : field;
  });

const directed = (field: string, direction: string) =>
  field.replace(/(?= ?\/?$)/, () => ` dir="${direction}"`);

/** Links and forms that lead to public pages stay in the page's language. Character references stay as they are. */
const withOwnLinks = (html: string, language: Language) =>
  html.replace(/(?<= (?:href|(?:form)?action)=")\/[^"]*(?=")/gi, (address) =>
    addressIn(language, address),
  );

const pathOf = (address: string) => address.split("?", 1)[0] ?? "";

/** Names all versions of a page that search engines may index, and which address is the page's own. */
function withVersions(html: string, view: LanguageView): string {
  const { isPublic, language } = view;
  const path = isPublic && view.address !== undefined ? pathOf(view.address) : "";
  if (!(indexedPaths as readonly string[]).includes(path)) return html;
  const link = (rest: string, of: Language) =>
    `<link rel="${rest}" href="${env.APP_ORIGIN}${addressIn(of, path)}"/>`;
  const links = [
    link("canonical", language),
    ...languages.map((of) => link(`alternate" hreflang="${of}`, of)),
    link('alternate" hreflang="x-default', "en"),
  ];
  const address = env.APP_ORIGIN + addressIn(language, path);
  return html
    .replace(/<link rel="canonical"[^>]*>/, "")
    .replace(/(?<=<meta property="og:url" content=")[^"]+/, () => address)
    .replace("</head>", () => `${links.join("")}</head>`);
}

const lineIn = (language: Language, line: string) =>
  `<aside lang="${language}" dir="${directionOf(language)}" aria-label="${escapeHtml(voiceOf(language).say(sentence("Language"), []))}" class="bg-tint px-5 py-3 text-center text-sm">${line}</aside>`;

/** One line in a language that the reader's browser prefers, with a link. */
function offerLine({ offer, address }: LanguageView): string {
  if (!offer) return "";
  const words = escapeHtml(
    voiceOf(offer).say(sentence("This page is also available in English."), []),
  );
  const href = escapeHtml(addressIn(offer, withoutSecrets(address ?? "/")));
  return lineIn(
    offer,
    `<p><a href="${href}" hreflang="${offer}" class="inline-block py-1 font-semibold text-blue-ink underline underline-offset-4">${words}</a></p>`,
  );
}

/** With the skip link where the page begins with it: Tab reaches that first. */
const bodyStart = /<body>(?:<div[^>]*><a [^>]*class="skip-link"[^>]*>[^<]*<\/a>)?/;

/** The document's language, and what stands above the page. */
const withHead = (html: string, view: LanguageView) =>
  html
    .replace(
      '<html lang="en">',
      () => `<html lang="${view.language}" dir="${directionOf(view.language)}">`,
    )
    .replace(bodyStart, (start) => start + offerLine(view));

/** What must be in no link (docs/product.md#every-page). */
function withoutSecrets(address: string): string {
  const path = pathOf(address);
  const values = new URLSearchParams(address.slice(path.length));
  values.delete("creds");
  return path + (values.size > 0 ? `?${values}` : "");
}

const attributesOf = (language: Language) =>
  `lang="${language}" dir="${directionOf(language)}" class="inline-block py-1 underline-offset-4 hover:underline aria-[current]:font-bold"`;

/** The languages by their own names: links between public pages, and a form on private ones, which have one address. */
function choiceOf({ language, isPublic, address, formToken, whose }: LanguageView): string {
  const current = (one: Language) => (one === language ? ' aria-current="true"' : "");
  const label = escapeHtml(voiceOf(language).say(sentence("Language"), []));
  const nav = (inside: string) =>
    `<nav lang="${language}" dir="${directionOf(language)}" aria-label="${label}" class="languages px-5 py-5 text-center text-sm text-muted">${inside}</nav>`;
  const list = 'class="flex flex-wrap justify-center gap-x-5 gap-y-1"';
  if (isPublic) {
    const isPage = address !== undefined && isPublicPath(pathOf(address));
    const target = isPage ? withoutSecrets(address) : "/";
    const links = languages.map(
      (one) =>
        `<li><a href="${escapeHtml(addressIn(one, target))}" hreflang="${one}" ${attributesOf(one)}${current(one)}>${ownNames[one]}</a></li>`,
    );
    return nav(`<ul ${list}>${links.join("")}</ul>`);
  }
  const buttons = languages.map(
    (one) =>
      `<button name="language" value="${one}" ${attributesOf(one)}${current(one)}>${ownNames[one]}</button>`,
  );
  const hidden = (name: string, value: string | undefined) =>
    value === undefined ? "" : `<input type="hidden" name="${name}" value="${escapeHtml(value)}"/>`;
  return nav(
    `<form method="post" action="/language" ${list}>${hidden(formTokenField, formToken)}${hidden(whoseField, whose)}${hidden("returnTo", address ?? "")}${buttons.join("")}</form>`,
  );
}

/**
 * `dress` for a page in English that is sent as it arrives. A stream is read outside of the request's context, so it
 * gets the view.
 */
export function dressStream(view: LanguageView): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let pending = "";
  let hasBegun = false;
  let hasFoot = false;
  // What React streams late comes after the end of the body.
  const withOwnFoot = (html: string) => {
    if (hasFoot || !html.includes("</body>")) return html;
    hasFoot = true;
    return withFoot(html, choiceOf(view), true);
  };
  const dressed = (html: string) => encoder.encode(withOwnFoot(withDirections(html)));
  return new TransformStream({
    transform(chunk, controller) {
      pending += decoder.decode(chunk, { stream: true });
      if (!hasBegun && !pending.includes("<body>")) return;
      if (!hasBegun) pending = withHead(pending, view);
      hasBegun = true;
      // The last tag may not be complete.
      const end = pending.lastIndexOf("<");
      if (end <= 0) return;
      controller.enqueue(dressed(pending.slice(0, end)));
      pending = pending.slice(end);
    },
    flush(controller) {
      controller.enqueue(dressed(pending));
    },
  });
}

/** Puts the languages into the page's footer, or into one of their own at the end. */
function withFoot(html: string, nav: string, isHydrated: boolean): string {
  const footer = isHydrated ? -1 : html.lastIndexOf("</footer>");
  const inside = footer < 0 ? html : html.slice(0, footer) + nav + html.slice(footer);
  // A screen reader finds one footer: a hydrated or streamed page has its own already.
  const role = isHydrated ? ' role="presentation"' : "";
  const own = footer < 0 ? `<footer${role}>${nav}</footer>` : "";
  const end = inside.lastIndexOf("</body>");
  return end < 0 ? inside : inside.slice(0, end) + own + inside.slice(end);
}
