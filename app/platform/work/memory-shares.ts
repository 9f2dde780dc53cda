const MiB = 1024 ** 2;

/** Bytes of the lists of people of an export in memory, at most: about eight million people. */
export const mostListBytes = 192 * MiB;

/** What a thread takes that reads or computes an import of up to some 200,000 people (docs/operations.md, Memory). */
export const placeBytes = 20 * MiB;
/** What a thread that sets reports takes (docs/costs.md). */
const reportBytes = 40 * MiB;
/** A process that has just started, and its caches when they are full (docs/operations.md). */
const atStart = 150 * MiB;
const fullCaches = 231 * MiB;
/** More threads than this gain nothing: each keeps a core busy. */
const most = { imports: 8, refigures: 4, reports: 4 };
/** A name of some twelve letters, the second of the follow and an index. */
const bytesOfPerson = 22;
/** While lists are merged, sorted and written, they take so many times their size. */
const whileComputing = 1.35;

/** How the memory of a process is given to its threads. */
export interface MemoryShares {
  /** Which part of what it could take a cache may take, above 0 and at most 1. */
  caches: number;
  /** Imports and copies of data that are in work at once, of `placeBytes` each. */
  imports: number;
  /** Refigures in work at once, of `placeBytes` each. */
  refigures: number;
  /** Reports in work at once. */
  reports: number;
  /** Bytes that one of them at a time may take beyond its place. */
  large: number;
  /** The longest lists that an import may have together, in bytes; longer ones could never be compared here. */
  maxListBytes: number;
}

/**
 * Divides the memory of a container: less than half is the server's own and its caches', the threads share the rest.
 * @param limit of the container, or of the machine where it has none; bytes
 */
export function memoryShares(limit: number): MemoryShares {
  const isSmall = limit < 900 * MiB;
  const refigures = isSmall ? most.refigures / 2 : most.refigures;
  const reports = isSmall ? most.reports / 2 : most.reports;
  const own = Math.min(atStart + fullCaches, limit * 0.45);
  const caches = Math.min(1, Math.max(0.1, (own - atStart) / fullCaches));
  const left = limit - own - refigures * placeBytes - reports * reportBytes;
  const imports = Math.min(most.imports, Math.max(1, Math.floor((left * 0.4) / placeBytes)));
  const large = Math.max(0, left - imports * placeBytes);
  // At worst, an import of nothing but followers is compared with another of as many.
  const maxListBytes = Math.min(mostListBytes, (large + placeBytes) / (whileComputing + 1));
  return { caches, imports, refigures, reports, large, maxListBytes: Math.floor(maxListBytes) };
}

/** What a thread takes while it reads: its lists, and what their merging takes. */
export const bytesToRead = (listBytes: number): number => listBytes * whileComputing;

/**
 * What a thread takes while it analyses.
 * @param people followers and followed of the newest import
 * @param earlier the most followers of an import before it
 */
export const bytesToAnalyse = (people: number, earlier: number): number =>
  (people * whileComputing + earlier) * bytesOfPerson;
