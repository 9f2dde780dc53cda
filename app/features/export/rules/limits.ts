import { mostListBytes } from "../../../platform/work/memory-shares.ts";

/** What a reading of an export takes at most, against hostile files. */
export interface ExportLimits {
  /** Bytes of all files as they are sent (docs/product.md#imports). */
  maxSentBytes: number;
  /** Bytes unpacked of what is read (docs/product.md#imports). */
  maxReadBytes: number;
  /**
   * Bytes unpacked of entries that are not read. They are unpacked only where the ZIP does not say how long they are,
   * to find their end, and cost time but no memory.
   */
  maxPassedBytes: number;
  /** An entry may not unpack to more than this many times what was sent of it, beyond `ratioFreeBytes`. */
  maxRatio: number;
  ratioFreeBytes: number;
  maxEntries: number;
  maxReadEntries: number;
  /** Bytes of the name of an entry. */
  maxNameBytes: number;
  /** Elements of JSON lists in all: more than Instagram's own files hold in `maxReadBytes`. */
  maxItems: number;
  /** Bytes of one element of a JSON list. */
  maxItemBytes: number;
  maxDepth: number;
  /** Bytes of the lists of people in memory: more than JSON of `maxReadBytes` holds. */
  maxListBytes: number;
  maxPosts: number;
}

const GiB = 1024 ** 3;

export const exportLimits: ExportLimits = {
  maxSentBytes: 4 * GiB,
  maxReadBytes: 2 * GiB,
  maxPassedBytes: 8 * GiB,
  maxRatio: 1_000,
  ratioFreeBytes: 10_000_000,
  maxEntries: 500_000,
  maxReadEntries: 10_000,
  maxNameBytes: 4_096,
  maxItems: 12_000_000,
  maxItemBytes: 1024 ** 2,
  maxDepth: 64,
  maxListBytes: mostListBytes,
  maxPosts: 200_000,
};
