import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { env } from "~/env.server";
import {
  type Dictionary,
  dictionaryOf,
  newestFilesIn,
} from "~/platform/http/responses/dictionary.server";
import { varyByDictionary } from "~/platform/http/responses/precompressed.server";
import type { PageCoding } from "~/platform/pages/pieces/page-coding";
import { createZstdPieces } from "~/platform/pages/pieces/zstd-pieces.server";

interface PageDictionary extends Dictionary {
  /** How a kept page is compressed by it. */
  coding: PageCoding;
}

/** How many earlier dictionaries are used. With each, cached pages take more memory. */
const mostPrevious = 3;
const fileName = /^pages-[0-9a-f]{64}\.dict$/;

let known: ReadonlyMap<string, PageDictionary> = new Map();
let current: { announced: string; link: string } | undefined;

/**
 * Loads the dictionary of this release, which the build wrote, and those of earlier ones that browsers may still have.
 * Without this release's, no page is compressed with a dictionary.
 * @param clientBuild where static files are
 */
export function loadPageDictionaries(clientBuild: string): void {
  const [name] = env.PAGES === "pieces" ? dictionariesIn(join(clientBuild, "assets")) : [];
  const found = new Map<string, PageDictionary>();
  current = undefined;
  if (name !== undefined) {
    const own = read(join(clientBuild, "assets", name));
    current = {
      announced: own.announced,
      link: `</assets/${name}>; rel="compression-dictionary"`,
    };
    found.set(own.announced, own);
    const { PREVIOUS_DICTIONARIES: folder } = env;
    if (folder !== undefined)
      for (const earlier of dictionariesIn(folder).slice(0, mostPrevious)) {
        const dictionary = read(join(folder, earlier));
        if (!found.has(dictionary.announced)) found.set(dictionary.announced, dictionary);
      }
  }
  known = found;
}

const dictionariesIn = (folder: string) =>
  newestFilesIn(folder).filter((name) => fileName.test(name));

function read(path: string): PageDictionary {
  const dictionary = dictionaryOf(readFileSync(path));
  return { ...dictionary, coding: createZstdPieces(dictionary) };
}

/** The dictionary that a browser has, if we have it, too. */
export const pageDictionaryOf = ({ headers }: IncomingMessage): PageDictionary | undefined => {
  const announced = headers["available-dictionary"];
  return typeof announced === "string" ? known.get(announced) : undefined;
};

export const allPageDictionaries = (): Iterable<Dictionary> => known.values();

/** The `Vary` of every page, also in an answer to HEAD. */
export const pagesVaryBy = (): string => (current ? varyByDictionary : "accept-encoding");

/** The `Link` by which a page offers this release's dictionary to a browser that does not have it. */
export const offeredDictionary = (has: string | undefined): string | undefined =>
  current && current.announced !== has ? current.link : undefined;
