import type { IncomingMessage } from "node:http";
import { env } from "~/env.server";
import { sendsFetchMetadata } from "~/platform/http/forms/form-token.server";
import { securityHeaders } from "~/platform/http/gate/security-headers.server";
import { compressBest } from "~/platform/http/responses/compression.server";
import { compressBestBy } from "~/platform/http/responses/dictionary.server";
import {
  createPrecompressed,
  type PrecompressedResponse,
} from "~/platform/http/responses/precompressed.server";
import { languageViewOf } from "~/platform/languages/languages.server";
import {
  allPageDictionaries,
  offeredDictionary,
  pagesVaryBy,
} from "~/platform/pages/page-dictionaries.server";
import { doneCookieStart } from "~/platform/session/done-cookie.server";
import { cookieName } from "~/platform/session/session.server";

/**
 * Public pages, which are the same for everyone, or for every visitor who has no session and whose browser needs no
 * form token. They change only with a release, so the cache never expires.
 */
const audiences: Record<string, "everyone" | "visitors"> = {
  "/": "everyone",
  "/privacy": "everyone",
  "/terms-of-use": "everyone",
  "/sign-in": "visitors",
  "/password-recovery": "visitors",
  "/access-recovery": "visitors",
};

/** Whether the page at this path may be cached for everyone. If so, it must not depend on who asks. */
export const isPublicPage = (path: string) => Object.hasOwn(audiences, path);

/**
 * A request with the first of these cookies bypasses the cache; on pages for visitors, one with the second does, too. By
 * their names alone: whoever reads a cookie may leave out a blank before `=`.
 */
const credentialsCookie = cookieName("credentials");
const sessionCookie = cookieName("session");
/** Part of the key, since the brand depends on the host. Other hosts are not cached: there are infinitely many. */
const hosts = new Set([new URL(env.APP_ORIGIN).host, ...Object.keys(env.BRANDS.hosts)]);
const cache = new Map<string, PrecompressedResponse>();

/**
 * The cache key of the page this request asks for, or undefined if the cache may not be used.
 * @param view the request's language view; undefined where there is one language
 */
export function publicPageKey(
  request: IncomingMessage,
  view = languageViewOf(request.url ?? "", request.headers),
): string | undefined {
  const { method, headers } = request;
  if (method !== "GET" && method !== "HEAD") return undefined;
  const url = (view ? view.address : request.url) ?? "";
  const audience = isPublicPage(url) ? audiences[url] : undefined;
  if (!audience) return undefined;
  const { cookie } = headers;
  if (cookie?.includes(credentialsCookie)) return undefined;
  const isOwn = cookie?.includes(sessionCookie) || cookie?.includes(doneCookieStart);
  if (audience === "visitors" && (isOwn || !sendsFetchMetadata(headers))) return undefined;
  const host = headers.host ?? "";
  if (!hosts.has(host)) return undefined;
  return view ? `${host + url} ${view.language} ${view.offer ?? ""}` : host + url;
}

export const cachedPublicPage = (key: string): PrecompressedResponse | undefined => cache.get(key);

/** Not `public`: a shared cache ignores cookies, and would send a visitor's page to subscribers. */
export const publicPageCaching = "private, no-cache";

const underWay = new Map<string, Promise<PrecompressedResponse>>();

/**
 * Caches a page in every encoding, at the best level. Requests for it meanwhile wait for the same result.
 * @param headers the route's
 */
export function cachePublicPage(
  key: string,
  html: Buffer,
  headers: Headers,
): Promise<PrecompressedResponse> {
  const working = underWay.get(key);
  if (working) return working;
  const compressing = compressPublicPage(html, headers)
    .then((page) => {
      cache.set(key, page);
      return page;
    })
    .finally(() => underWay.delete(key));
  underWay.set(key, compressing);
  return compressing;
}

async function compressPublicPage(html: Buffer, headers: Headers): Promise<PrecompressedResponse> {
  const link = offeredDictionary(undefined);
  const vary = headers.get("vary");
  const shared = {
    ...securityHeaders,
    ...Object.fromEntries(headers),
    "cache-control": publicPageCaching,
    vary: vary ? `${pagesVaryBy()}, ${vary}` : pagesVaryBy(),
  };
  const [best, deltas] = await Promise.all([
    compressBest(html),
    Promise.all(
      [...allPageDictionaries()].map(async (dictionary) => ({
        dictionary,
        body: await compressBestBy(dictionary, html),
      })),
    ),
  ]);
  return createPrecompressed(
    { identity: html, ...best },
    { ...shared, ...(link && { link }) },
    deltas,
    ({ announced }) => {
      const offered = offeredDictionary(announced);
      return { ...shared, ...(offered && { link: offered }) };
    },
  );
}
