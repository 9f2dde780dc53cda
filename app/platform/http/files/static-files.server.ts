import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { securityHeaders } from "~/platform/http/gate/security-headers.server";
import type { Encoding } from "~/platform/http/responses/negotiation.server";
import {
  createPrecompressed,
  type PrecompressedResponse,
} from "~/platform/http/responses/precompressed.server";

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

const suffixes: Partial<Record<Encoding, string>> = { br: ".br", zstd: ".zst", gzip: ".gz" };

/**
 * Loads every file of the client build into memory (about 2 MB), by address, together with its compressed versions,
 * which the build wrote beside it. Files in `/assets/` have a content hash in their names and may be cached forever.
 */
export function loadStaticFiles(directory: string): Map<string, PrecompressedResponse> {
  const files = new Map<string, PrecompressedResponse>();
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)];
    const path = join(entry.parentPath, entry.name);
    const address = path.slice(directory.length);
    if (!entry.isFile() || !type || address.startsWith("/.vite/")) continue;
    const bodies: Partial<Record<Encoding, Buffer>> = {};
    for (const [encoding, suffix] of Object.entries(suffixes))
      if (existsSync(path + suffix)) bodies[encoding as Encoding] = readFileSync(path + suffix);
    files.set(
      address,
      createPrecompressed(
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
