import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { securityHeaders } from "~/web/gate/security-headers.server";
import { type Encoding, type FinishedAnswer, finish } from "~/web/responses/precompressed.server";

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".speculationrules": "application/speculationrules+json",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

const endings: Partial<Record<Encoding, string>> = { br: ".br", zstd: ".zst", gzip: ".gz" };

/**
 * Every file of the client build, by its address, with what the build compressed of it ahead of time.
 * They are few and small (about 2 MB), so they are kept in memory. Hashed names never change.
 */
export function readStaticFiles(directory: string): Map<string, FinishedAnswer> {
  const files = new Map<string, FinishedAnswer>();
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)];
    const path = join(entry.parentPath, entry.name);
    const address = path.slice(directory.length);
    if (!entry.isFile() || !type || address.startsWith("/.vite/")) continue;
    const bodies: Partial<Record<Encoding, Buffer>> = {};
    for (const [encoding, ending] of Object.entries(endings))
      if (existsSync(path + ending)) bodies[encoding as Encoding] = readFileSync(path + ending);
    files.set(
      address,
      finish(
        { identity: readFileSync(path), ...bodies },
        {
          ...securityHeaders,
          "content-type": type,
          "cache-control": address.startsWith("/assets/")
            ? "public, max-age=31536000, immutable"
            : "public, max-age=86400",
        },
      ),
    );
  }
  return files;
}
