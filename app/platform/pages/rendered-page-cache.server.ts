import { LRUCache } from "lru-cache";
import { type Template, toTemplate } from "~/platform/pages/placeholders.server";
import { shares } from "~/platform/work/memory-shares.server";

/** A rendered page with placeholders for what differs between requests. */
export interface RenderedPage {
  body: Template;
  headers: readonly (readonly [string, string])[];
  /** Whether the page has inline scripts, so that its policy must name the request's nonce. */
  hasNonce: boolean;
}

/** Rendered pages by everything they depend on. The size is in bytes. */
const cache = new LRUCache<string, RenderedPage>({
  maxSize: Math.ceil(32 * 1_048_576 * shares.caches),
  sizeCalculation: ({ body }) => body.parts.reduce((sum, part) => sum + part.byteLength, 1_024),
});

export const cachedRenderedPage = (key: string): RenderedPage | undefined => cache.get(key);

/** Caches a rendered page without its content security policy, which is created per request from the nonce. */
export function cacheRenderedPage(key: string, html: string, headers: Headers): void {
  cache.set(key, {
    body: toTemplate(html),
    headers: [...headers].filter(([name]) => name !== policyName),
    hasNonce: headers.has(policyName),
  });
}

const policyName = "content-security-policy";
