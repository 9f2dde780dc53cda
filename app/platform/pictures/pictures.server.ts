import { createHash } from "node:crypto";
import { BulkheadRejectedError, bulkhead } from "cockatiel";
import { LRUCache } from "lru-cache";
import type { Sharp } from "sharp";
import { type FetchedPicture, pictureSource } from "~/platform/pictures/fetch.server";
import { PictureRefused } from "~/platform/pictures/hosts.server";
import { sign, verify } from "~/platform/tokens/tokens.server";
import { UpstreamError, untilAborted, withSignal } from "~/platform/upstream/upstream.server";
import { day, minute } from "~/platform/values/durations";
import { shares } from "~/platform/work/memory-shares.server";

/** Available widths in pixels. A requested width is rounded up to the next one. */
const widths = [96, 160, 320, 480, 640, 860, 1280] as const;

/**
 * The URL at which this app serves an outside picture: `/picture/{payload}.{signature}`. Signed, so that nobody can make
 * the app fetch other URLs. Undefined if there is no picture or its URL is not allowed.
 */
export function pictureAddress(url: string | undefined, width: number): string | undefined {
  const source = url === undefined ? undefined : pictureSource.allowed(url);
  if (!source) return undefined;
  const served = widths.find((candidate) => candidate >= width) ?? widths[widths.length - 1];
  const payload = Buffer.from(`${served} ${source.href}`).toString("base64url");
  return `/picture/${sign("picture address", [], payload)}`;
}

interface Picture {
  url: URL;
  width: number;
}

function openPicture(token: string): Picture | undefined {
  const read = verify("picture address", token, []);
  if (read.verdict !== "valid") return undefined;
  const [width = "", address = ""] = Buffer.from(read.content, "base64url").toString().split(" ");
  const url = pictureSource.allowed(address);
  return url && { url, width: Number(width) };
}

export type ServedPicture =
  | { status: 200; bytes: Uint8Array<ArrayBuffer>; type: "image/webp" | "image/jpeg"; etag: string }
  | { status: 404 | 502 | 504 };

/** Caches pictures for a day and failures for a minute, so that a page with broken pictures stays fast. */
const cache = new LRUCache<string, ServedPicture, Picture & { webp: boolean }>({
  maxSize: Math.ceil(64 * 1_048_576 * shares.caches),
  // Whoever waits for a picture gets it, also where others have taken its place meanwhile.
  ignoreFetchAbort: true,
  sizeCalculation: (picture) => ("bytes" in picture ? picture.bytes.byteLength : 0) + 1_024,
  fetchMethod: async (_, __, { options, context: { url, width, webp } }) => {
    const picture = await make(url, width, webp);
    options.ttl = picture.status === 200 ? day : minute;
    return picture;
  },
});

/** @param accept the request's Accept header: WebP if it lists `image/webp`, else JPEG */
export async function servePicture(token: string, accept: string): Promise<ServedPicture> {
  const picture = openPicture(token);
  if (!picture) return { status: 404 };
  const webp = accept.includes("image/webp");
  const served = await cache.fetch(
    `${webp ? "webp" : "jpeg"} ${picture.width} ${picture.url.href}`,
    {
      context: { ...picture, webp },
    },
  );
  return served ?? { status: 502 };
}

async function make(url: URL, width: number, webp: boolean): Promise<ServedPicture> {
  try {
    const picture = await pictureSource.fetchPicture(url);
    const bytes = await withSignal(encodedWithin, undefined, (signal) =>
      untilAborted(signal, () => encoding.execute(() => encode(picture, width, webp), signal)),
    );
    if (!bytes) return { status: 504 };
    const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
    return { status: 200, bytes, type: webp ? "image/webp" : "image/jpeg", etag };
  } catch (error) {
    if (error instanceof PictureRefused) return { status: 404 };
    if (error instanceof UpstreamError) return { status: error.kind === "timeout" ? 504 : 502 };
    if (error instanceof BulkheadRejectedError) return { status: 504 };
    throw error;
  }
}

/** Decoding and encoding need much processor time. At most two at once, so that pages stay fast. */
const encoding = bulkhead(2, 30);
/** Milliseconds, the wait for a turn included. Our own slowness is no fault of the host. */
const encodedWithin = 1_500;

async function encode(
  { bytes, type }: FetchedPicture,
  width: number,
  webp: boolean,
): Promise<Uint8Array<ArrayBuffer>> {
  const open = await rasterReader();
  const picture = open(bytes).autoOrient().resize({ width, withoutEnlargement: true });
  const encoded = webp
    ? picture.webp({ quality: 78 })
    : // JPEG has no transparency.
      picture.flatten({ background: "#ffffff" }).jpeg({ quality: 80, mozjpeg: true });
  try {
    return new Uint8Array(await encoded.timeout({ seconds: 3 }).toBuffer());
  } catch {
    throw new PictureRefused(`a broken ${type}`);
  }
}

let reader: Promise<(bytes: Buffer) => Sharp> | undefined;

/** Loads sharp on first use, which keeps the cold start fast. Only the readers of the raster types are allowed. */
function rasterReader() {
  reader ??= import("sharp").then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({
      operation: ["Jpeg", "Png", "Webp", "Nsgif", "Heif"].map((type) => `VipsForeignLoad${type}`),
    });
    return (bytes: Buffer) => sharp(bytes, { limitInputPixels: 40_000_000 });
  });
  return reader;
}
