import { createHash } from "node:crypto";
import type { EntryContext } from "@remix-run/node";
import { LRUCache } from "lru-cache";

/** Pages drawn before, by everything they were drawn from; bounded by their size in bytes. */
const drawn = new LRUCache<string, Uint8Array<ArrayBuffer>>({
  maxSize: 32 * 1_048_576,
  sizeCalculation: (page, key) => page.byteLength + key.length,
});

/** The key of a page that is wholly given by its address and its loaders' data, else undefined. */
function keyOf(url: string, { staticHandlerContext }: EntryContext): string | undefined {
  const { statusCode, errors, actionData, loaderData } = staticHandlerContext;
  if (statusCode !== 200 || errors || actionData) return undefined;
  return createHash("sha256")
    .update(`${url}\n${JSON.stringify(loaderData)}`)
    .digest("base64");
}

/** A page as it was drawn; one that failed on the way is not kept. */
export interface DrawnPage {
  body: Uint8Array<ArrayBuffer>;
  failed: boolean;
}

/** Draws a page, or takes it as it was drawn before from the same data. */
export async function drawOnce(
  url: string,
  context: EntryContext,
  draw: () => Promise<DrawnPage>,
): Promise<DrawnPage> {
  const key = keyOf(url, context);
  const before = key === undefined ? undefined : drawn.get(key);
  if (before) return { body: before, failed: false };
  const page = await draw();
  if (key !== undefined && !page.failed) drawn.set(key, page.body);
  return page;
}
