import {
  type CacheEntry,
  type Cache as CachifiedCache,
  cachified,
  totalTtl,
} from "@epic-web/cachified";
import { LRUCache } from "lru-cache";

export interface CacheOptions<T> {
  /** Milliseconds for which an entry is fresh; by its value where that makes a difference. */
  ttl: number | ((value: T) => number);
  /** Milliseconds for which `lastGood` still has an entry after that. */
  keep?: number;
  /** Milliseconds after that in which the old entry is served while a new one is fetched. */
  staleWhileRevalidate?: number;
  /** Most entries kept in this process. */
  max?: number;
}

export type Cached<T> = ReturnType<typeof createCache<T>>;

/**
 * A bounded read cache with one flight per key: parallel callers share one fetch.
 * A failed fetch is not kept; it reaches every caller that waited for it.
 */
export function createCache<T>(
  name: string,
  { ttl, keep = 0, staleWhileRevalidate = 0, max = 10_000 }: CacheOptions<T>,
) {
  const ttlOf = (value: T) => (typeof ttl === "function" ? ttl(value) : ttl);
  const entries = new LRUCache<string, CacheEntry<unknown>>({ max });
  const cache: CachifiedCache = {
    name,
    set: (key, entry) => entries.set(key, entry, { ttl: totalTtl(entry.metadata) + keep }),
    get: (key) => entries.get(key),
    delete: (key) => entries.delete(key),
  };
  return {
    /** @param fresh reads past the cache, and keeps what it read */
    get: (key: string, getFreshValue: () => Promise<T>, { fresh = false } = {}): Promise<T> =>
      cachified({
        key,
        cache,
        ttl: typeof ttl === "number" ? ttl : 0,
        swr: staleWhileRevalidate,
        forceFresh: fresh,
        fallbackToCache: false,
        async getFreshValue({ metadata }) {
          const value = await getFreshValue();
          metadata.ttl = ttlOf(value);
          return value;
        },
      }),
    /** The value last read, fresh or not, for when there is no reading it anew. */
    lastGood: (key: string): T | undefined => entries.get(key)?.value as T | undefined,
    set: (key: string, value: T) =>
      cache.set(key, {
        value,
        metadata: { createdTime: Date.now(), ttl: ttlOf(value), swr: staleWhileRevalidate },
      }),
    drop: (key: string) => entries.delete(key),
    clear: () => entries.clear(),
  };
}
