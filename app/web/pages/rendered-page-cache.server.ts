import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { type Template, template } from "~/web/pages/placeholders.server";

/** A page as it was drawn, without what differs from request to request. */
export interface DrawnPage {
  body: Template;
  headers: readonly (readonly [string, string])[];
  /** The page carries inline scripts: its policy names the request's nonce. */
  hasNonce: boolean;
}

/** Pages drawn before, by everything they were drawn from; bounded by their size in bytes. */
const drawn = new LRUCache<string, DrawnPage>({
  maxSize: 32 * 1_048_576,
  sizeCalculation: ({ body }) => body.pieces.reduce((sum, piece) => sum + piece.byteLength, 1_024),
});

/** The key of a page that is wholly given by its address and its loaders' data. */
export function drawnPageKey(url: string, loaded: readonly unknown[]): string {
  return createHash("sha256")
    .update(`${url}\n${JSON.stringify(loaded)}`)
    .digest("base64");
}

export const drawnPage = (key: string): DrawnPage | undefined => drawn.get(key);

/** Keeps a page for whoever has the same data; its policy is made anew for each. */
export function keepDrawnPage(key: string, html: string, headers: Headers): void {
  drawn.set(key, {
    body: template(html),
    headers: [...headers].filter(([name]) => name !== policyName),
    hasNonce: headers.has(policyName),
  });
}

const policyName = "content-security-policy";
