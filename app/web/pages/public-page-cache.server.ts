import type { IncomingMessage } from "node:http";
import { env } from "~/env.server";
import { saysWhereFrom } from "~/web/forms/form-token.server";
import { securityHeaders, speculationRules } from "~/web/gate/security-headers.server";
import { compressForGood, type FinishedAnswer, finish } from "~/web/responses/precompressed.server";
import { cookieName } from "~/web/session/session.server";

/**
 * Pages that are the same for everyone, or for every visitor without a session whose browser needs no token in the
 * page's form. They change only with a release, so the finished answer is kept for good.
 */
const audiences: Record<string, "everyone" | "visitors"> = {
  "/": "everyone",
  "/privacy": "everyone",
  "/terms-of-use": "everyone",
  "/sign-in": "visitors",
  "/password-recovery": "visitors",
  "/access-recovery": "visitors",
};

/** Whether the page at this path may be kept, and so may say nothing of who asks. */
export const isKept = (path: string) => Object.hasOwn(audiences, path);

/** What a page differs by: the `creds` link's note for everyone, a session too where visitors only may come. */
const credentialsCookie = `${cookieName("credentials")}=`;
const sessionCookie = `${cookieName("session")}=`;
/** Pages differ by the brand of their host, and only known hosts have one. */
const hosts = new Set([new URL(env.APP_ORIGIN).host, ...Object.keys(env.BRANDS.hosts)]);
const pages = new Map<string, FinishedAnswer>();

/** The key under which this request's page may be kept, or undefined where it may not. */
export function pageKey(request: IncomingMessage): string | undefined {
  const { method, url = "", headers } = request;
  if (method !== "GET" && method !== "HEAD") return undefined;
  const audience = isKept(url) ? audiences[url] : undefined;
  if (!audience) return undefined;
  const { cookie } = headers;
  if (cookie?.includes(credentialsCookie)) return undefined;
  if (audience === "visitors" && (cookie?.includes(sessionCookie) || !saysWhereFrom(headers)))
    return undefined;
  const host = headers.host ?? "";
  return hosts.has(host) ? host + url : undefined;
}

export const keptPage = (key: string): FinishedAnswer | undefined => pages.get(key);

/** Keeps a page's bytes, compressed at the best level, under its key. */
export async function keepPage(key: string, html: Buffer): Promise<FinishedAnswer> {
  const answer = finish(
    { identity: html, ...(await compressForGood(html)) },
    {
      ...securityHeaders,
      [speculationRules[0]]: speculationRules[1],
      "content-type": "text/html; charset=utf-8",
      // Shared caches may not keep what this cache may not give to subscribers.
      "cache-control": "private, no-cache",
    },
  );
  pages.set(key, answer);
  return answer;
}
