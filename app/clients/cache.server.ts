import {
  type CacheEntry,
  type Cache as CachifiedCache,
  cachified,
  totalTtl,
} from "@epic-web/cachified";
import { LRUCache } from "lru-cache";
import { heapSize } from "~/clients/heap-size";

export interface CacheOptions<T> {
  /** Milliseconds for which an entry is fresh; by its value where that makes a difference. */
  ttl: number | ((value: T) => number);
  /** Milliseconds for which `lastGood` still has an entry after that. */
  keep?: number;
  /** Milliseconds after that in which the old entry is served while a new one is fetched. */
  staleWhileRevalidate?: number;
  /** Most bytes of memory that the entries may take; those used longest ago go first. */
  maxBytes: number;
}

export type Cached<T> = ReturnType<typeof createCache<T>>;

/** Milliseconds for which a fetch may be joined where its ttl is known only afterwards: longer than any deadline. */
const longestFlight = 30_000;

/** Bytes that an entry takes beside its key and value. */
const entryOverhead = 512;

/**
 * A read cache, bounded by bytes, with one flight per key: parallel callers share one fetch.
 * A failed fetch is not kept; it reaches every caller that waited for it.
 */
export function createCache<T>(
  name: string,
  { ttl, keep = 0, staleWhileRevalidate = 0, maxBytes }: CacheOptions<T>,
) {
  const ttlOf = (value: T) => (typeof ttl === "function" ? ttl(value) : ttl);
  const entries = new LRUCache<string, CacheEntry<unknown>>({
    maxSize: maxBytes,
    sizeCalculation: ({ value }, key) => entryOverhead + heapSize(key) + heapSize(value),
  });
  // Expired entries would otherwise stay until newer ones push them out.
  setInterval(() => entries.purgeStale(), 60_000).unref();
  // A fetch that began before its key was dropped or set is neither joined nor kept: cachified knows each by
  // the key's version as well. As many are remembered as may change while one fetch is under way.
  const versions = new LRUCache<string, number>({ max: 1_000 });
  const flightOf = (key: string) => `${versions.get(key) ?? 0} ${key}`;
  const keyOf = (flight: string) => flight.slice(flight.indexOf(" ") + 1);
  const outdateFlights = (key: string) => versions.set(key, (versions.get(key) ?? 0) + 1);
  const keepEntry = (key: string, entry: CacheEntry<unknown>) =>
    entries.set(key, entry, { ttl: totalTtl(entry.metadata) + keep });
  const cache: CachifiedCache = {
    name,
    set(flight, entry) {
      const key = keyOf(flight);
      if (flight === flightOf(key)) keepEntry(key, entry);
    },
    get: (flight) => entries.get(keyOf(flight)),
    delete: (flight) => entries.delete(keyOf(flight)),
  };
  return {
    /** @param fresh reads past the cache, and keeps what it read */
    get: (key: string, getFreshValue: () => Promise<T>, { fresh = false } = {}): Promise<T> =>
      cachified({
        key: flightOf(key),
        cache,
        ttl: typeof ttl === "number" ? ttl : longestFlight,
        swr: staleWhileRevalidate,
        forceFresh: fresh,
        fallbackToCache: false,
        async getFreshValue({ metadata }) {
          const value = await getFreshValue();
          metadata.ttl = ttlOf(value);
          return value;
        },
      }),
    /** The value last read, fresh or not, for when it cannot be read again. */
    lastGood: (key: string): T | undefined => entries.get(key)?.value as T | undefined,
    set(key: string, value: T): void {
      outdateFlights(key);
      const metadata = { createdTime: Date.now(), ttl: ttlOf(value), swr: staleWhileRevalidate };
      keepEntry(key, { value, metadata });
    },
    drop(key: string): void {
      outdateFlights(key);
      entries.delete(key);
    },
  };
}
