import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { env } from "~/env.server";
import { securityHeaders } from "~/platform/http/gate/security-headers.server";
import {
  compressBestBy,
  dictionaryOf,
  newestFilesIn,
} from "~/platform/http/responses/dictionary.server";
import type { Encoding } from "~/platform/http/responses/negotiation.server";
import {
  createPrecompressed,
  type PrecompressedResponse,
} from "~/platform/http/responses/precompressed.server";
import { inBackground } from "~/platform/work/background.server";

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".dict": "text/plain; charset=utf-8",
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

/** What a file's name begins and ends with; the build's hash is between. */
const hashed = /^(\/assets\/[\w.-]+)-[\w-]{8}(\.(?:css|js))$/;
const pageDictionary = /^\/assets\/pages-[0-9a-f]+\.dict$/;

/** The pattern of the same file in any release: `/assets/page-*.js`. */
const releasePattern = (address: string) => address.replace(hashed, "$1-*$2");

/**
 * Loads every file of the client build into memory (about 2 MB), by address, together with its compressed versions,
 * which the build wrote beside it. Files in `/assets/` have a content hash in their names and may be cached forever.
 */
export function loadStaticFiles(directory: string): Map<string, PrecompressedResponse> {
  const files = new Map<string, PrecompressedResponse>();
  const addresses: string[] = [];
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const address = join(entry.parentPath, entry.name).slice(directory.length);
    if (entry.isFile() && types[extname(entry.name)] && !address.startsWith("/.vite/"))
      addresses.push(address);
  }
  const patterns = uniquePatterns(addresses);
  for (const address of addresses) {
    const bodies = bodiesOf(directory + address);
    const headers = headersOf(address, patterns.get(address));
    files.set(address, createPrecompressed(bodies, headers));
  }
  const { PREVIOUS_DICTIONARIES: folder } = env;
  if (folder !== undefined)
    inBackground(
      "compressing files by earlier ones",
      addDeltas(files, directory, folder, patterns),
    );
  return files;
}

function bodiesOf(path: string) {
  const bodies: Partial<Record<Encoding, Buffer>> = {};
  for (const [encoding, suffix] of Object.entries(suffixes))
    if (existsSync(path + suffix)) bodies[encoding as Encoding] = readFileSync(path + suffix);
  return { identity: readFileSync(path), ...bodies };
}

/** @param pattern of the same file in later releases */
function headersOf(address: string, pattern: string | undefined): Record<string, string> {
  const match = pageDictionary.test(address)
    ? '"/*", match-dest=("document")'
    : pattern && `"${pattern}"`;
  return {
    ...securityHeaders,
    "content-type": types[extname(address)] ?? "",
    "cache-control": address.startsWith("/assets/")
      ? "public, max-age=31536000, immutable"
      : "public, max-age=86400",
    ...(match && { "use-as-dictionary": `match=${match}` }),
  };
}

/** The patterns of scripts and styles, by address. Left out where several files have the same one. */
function uniquePatterns(addresses: readonly string[]): Map<string, string> {
  const byPattern = Map.groupBy(
    addresses.filter((one) => hashed.test(one)),
    releasePattern,
  );
  return new Map(
    [...byPattern].flatMap(([name, [only, ...others]]) =>
      only !== undefined && others.length === 0 ? [[only, name] as const] : [],
    ),
  );
}

/** How many earlier versions of a file a delta is made for. Each takes memory. */
const mostEarlier = 2;

/** A browser that has an earlier release's file is sent what is new in this one's. */
async function addDeltas(
  files: Map<string, PrecompressedResponse>,
  directory: string,
  folder: string,
  patterns: ReadonlyMap<string, string>,
): Promise<void> {
  const earlier = newestFilesIn(folder);
  for (const [address, pattern] of patterns) {
    const same = earlier
      .filter((name) => releasePattern(`/assets/${name}`) === pattern)
      .filter((name) => `/assets/${name}` !== address)
      .slice(0, mostEarlier);
    if (same.length === 0) continue;
    const bodies = bodiesOf(directory + address);
    const deltas = await Promise.all(
      same.map(async (name) => {
        const dictionary = dictionaryOf(readFileSync(join(folder, name)));
        return { dictionary, body: await compressBestBy(dictionary, bodies.identity) };
      }),
    );
    files.set(address, createPrecompressed(bodies, headersOf(address, pattern), deltas));
  }
}
