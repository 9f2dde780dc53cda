import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import { securityHeaders } from "~/platform/http/gate/security-headers.server";
import { type HeadLines, headLines } from "~/platform/http/responses/ready-head.server";
import { pagesVaryBy } from "~/platform/pages/page-dictionaries.server";
import type { PageCoding, PreparedPage } from "~/platform/pages/pieces/page-coding";
import {
  hasPlaceholder,
  type PlaceholderValues,
  type Template,
  toTemplate,
} from "~/platform/pages/placeholders.server";
import { inBackground } from "~/platform/work/background.server";
import { shares } from "~/platform/work/memory-shares.server";

/** A rendered page with placeholders for what differs between requests. */
export interface RenderedPage {
  /** The subscriber for whom it was rendered; others whose data is the same get it, too. */
  owner: string;
  /** Compressed once the page is kept in pieces: then only another coding asks for it. */
  body: Template | Buffer;
  /** Bytes of the body, without its values. */
  bytes: number;
  /** The part of its head that no request changes. */
  head: HeadLines;
  /** The same in all copies of a page that was rendered once. */
  rendering: symbol;
  /** Whether the page has inline scripts, so that its policy must name the request's nonce. */
  hasNonce: boolean;
  hasFormToken: boolean;
  /** Its compressed parts, by the coding's name: made at its second look, as most pages are looked at once. */
  prepared: ReadonlyMap<string, PreparedPage>;
}

const bytesOf = ({ body, bytes, head, prepared }: RenderedPage, key: string): number =>
  [...prepared.values()].reduce(
    (sum, page) => sum + page.bytes,
    (Buffer.isBuffer(body) ? body.byteLength : bytes) + head.length + 2 * key.length + 512,
  );

/** Rendered pages by everything they depend on, with their compressed parts. The size is in bytes. */
const cache = new LRUCache<string, RenderedPage>({
  maxSize: Math.ceil(12 * 1_048_576 * shares.caches),
  sizeCalculation: bytesOf,
  dispose: ({ owner }, key) => {
    const keys = keysByOwner.get(owner);
    keys?.delete(key);
    if (keys?.size === 0) keysByOwner.delete(owner);
  },
});
/** The keys of each subscriber's pages, in the order in which they were kept or compressed. */
const keysByOwner = new Map<string, Set<string>>();
/** What one subscriber's pages may take: with a query after each, they would otherwise push everybody's out. */
const roomOfOne = cache.maxSize / 8;

/**
 * Keeps a page. Where its owner's pages have no room together, those that were kept or compressed longest ago go, but
 * never this one.
 */
function put(key: string, page: RenderedPage): void {
  // If it was another subscriber's, it counts as theirs no longer.
  cache.delete(key);
  cache.set(key, page);
  // The cache takes no page that is larger than itself.
  if (!cache.has(key)) return;
  const own = (keysByOwner.get(page.owner) ?? new Set<string>()).add(key);
  keysByOwner.set(page.owner, own);
  let bytes = 0;
  for (const one of [...own].reverse()) {
    const kept = cache.peek(one);
    if (kept) bytes += bytesOf(kept, one);
    if (bytes > roomOfOne && one !== key) cache.delete(one);
  }
}

export const cachedRenderedPage = (key: string): RenderedPage | undefined => cache.get(key);

/**
 * Caches a rendered page without its content security policy, which is created per request from the nonce.
 * @param html its bytes, a character each
 * @param owner the subscriber for whom it was rendered
 */
export function cacheRenderedPage(
  key: string,
  html: string,
  headers: Headers,
  owner: string,
): void {
  const hasNonce = headers.has(policyName);
  const all = {
    ...securityHeaders,
    "cache-control": "private, no-store",
    ...Object.fromEntries(headers),
  };
  const shared = Object.entries(all).filter(([name]) => !hasNonce || name !== policyName);
  put(key, {
    owner,
    body: toTemplate(html),
    bytes: html.length,
    head: headLines([...shared.flat(), "vary", pagesVaryBy()]),
    rendering: Symbol("rendering"),
    hasNonce,
    hasFormToken: hasPlaceholder("formToken", html),
    prepared: new Map(),
  });
}

export const templateOf = ({ body }: RenderedPage): Template =>
  Buffer.isBuffer(body) ? toTemplate(zstdDecompressSync(body).toString("latin1")) : body;

/** The template, quickly compressed to a quarter of its bytes. It has the placeholders, not their values. */
function packed({ parts, placeholders }: Template): Buffer {
  const text = parts.map((part, at) => part + (placeholders[at] ?? "")).join("");
  const frame = zstdCompressSync(Buffer.from(text, "latin1"));
  // A copy: what Node returns is the start of 128 KiB, all of which it would keep.
  const copy = Buffer.allocUnsafeSlow(frame.byteLength);
  frame.copy(copy);
  return copy;
}

const policyName = "content-security-policy";

/** A larger page is compressed in other threads, which cost more time than they save for a smaller one. */
const mostBytesAtOnce = 32_768;
const underWay = new Set<string>();
/** How many pages are prepared at once. More would wait for threads, each with its page in memory. */
const mostUnderWay = 32;

/** The compressed parts of a cached page. @returns undefined while they are made, or too many others are */
export function preparedPage(
  key: string,
  page: RenderedPage,
  coding: PageCoding,
  values: PlaceholderValues,
): PreparedPage | undefined {
  const ready = page.prepared.get(coding.name);
  if (ready) return ready;
  if (coding.prepareNow && page.bytes <= mostBytesAtOnce) {
    const template = templateOf(page);
    const prepared = coding.prepareNow(template, values);
    keep(key, page, template, coding, prepared);
    return prepared;
  }
  const work = `${coding.name} ${key}`;
  if (!underWay.has(work) && underWay.size < mostUnderWay) {
    underWay.add(work);
    const template = templateOf(page);
    const preparing = coding
      .prepare(template, values)
      .then((prepared) => keep(key, page, template, coding, prepared))
      .finally(() => underWay.delete(work));
    inBackground("preparing a page", preparing);
  }
  return undefined;
}

/** Adds compressed parts to the page they are of, if it is still there. */
function keep(
  key: string,
  { rendering }: RenderedPage,
  template: Template,
  coding: PageCoding,
  prepared: PreparedPage,
): void {
  const page = cache.peek(key);
  // It may have been rendered anew meanwhile.
  if (page?.rendering !== rendering) return;
  const body = prepared.bytes > 0 && !Buffer.isBuffer(page.body) ? packed(template) : page.body;
  put(key, { ...page, body, prepared: new Map(page.prepared).set(coding.name, prepared) });
}
