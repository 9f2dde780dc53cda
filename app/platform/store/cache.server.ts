import {
  type CacheEntry,
  type Cache as CachifiedCache,
  cachified,
  isExpired,
  totalTtl,
} from "@epic-web/cachified";
import { LRUCache } from "lru-cache";
import { heapSize } from "~/platform/monitoring/heap-size";
import { minute } from "~/platform/values/durations";
import { shares } from "~/platform/work/memory-shares.server";

export interface CacheOptions<T> {
  /** Milliseconds for which an entry is fresh. May depend on its value. */
  ttl: number | ((value: T) => number);
  /** Milliseconds after expiry for which `lastGood` still returns the entry. */
  keep?: number;
  /** Milliseconds after `ttl` in which the old entry is served while a new one is fetched. */
  staleWhileRevalidate?: number;
  /** Memory limit of all entries, in bytes; less in a small container. Evicts the least recently used. */
  maxBytes: number;
}

/** Provisional ttl, in milliseconds, of a fetch whose ttl depends on its value. Longer than any deadline. */
const provisionalTtl = 30_000;

/** Bytes that an entry takes in addition to its key and value. */
const entryOverhead = 512;

/**
 * A read cache with a memory limit. Parallel callers of one key share one fetch (single flight). If it fails, all get
 * the error, and nothing is cached.
 */
export function createCache<T>(
  name: string,
  { ttl, keep = 0, staleWhileRevalidate = 0, maxBytes }: CacheOptions<T>,
) {
  const ttlOf = (value: T) => (typeof ttl === "function" ? ttl(value) : ttl);
  const entries = new LRUCache<string, CacheEntry<unknown>>({
    maxSize: Math.ceil(maxBytes * shares.caches),
    sizeCalculation: ({ value }, key) => entryOverhead + heapSize(key) + heapSize(value),
  });
  // The LRU cache does not remove expired entries until it needs their space.
  setInterval(() => entries.purgeStale(), minute).unref();
  // After `drop`, `expire`, `set` or a fresh `get`, a fetch that was already running is outdated: it must not be shared or stored.
  // So cachified's keys contain a version. 1,000 versions are enough for the keys that change during one fetch.
  const versions = new LRUCache<string, number>({ max: 1_000 });
  const versionedKey = (key: string) => `${versions.get(key) ?? 0} ${key}`;
  const plainKey = (versioned: string) => versioned.slice(versioned.indexOf(" ") + 1);
  const outdateFetches = (key: string) => versions.set(key, (versions.get(key) ?? 0) + 1);
  const storeEntry = (key: string, entry: CacheEntry<unknown>) =>
    entries.set(key, entry, { ttl: totalTtl(entry.metadata) + keep });
  const cache: CachifiedCache = {
    name,
    set(versioned, entry) {
      const key = plainKey(versioned);
      if (versioned === versionedKey(key)) storeEntry(key, entry);
    },
    get: (versioned) => entries.get(plainKey(versioned)),
    delete: (versioned) => entries.delete(plainKey(versioned)),
  };
  return {
    /** @param fresh bypasses the cache and fetches that are under way, and stores the new value */
    get(key: string, getFreshValue: () => Promise<T>, { fresh = false } = {}): Promise<T> {
      // Most calls end here: all that cachified does for an entry that is fresh costs ten times as much.
      const entry = fresh ? undefined : entries.get(key);
      if (entry && isExpired(entry.metadata) === false) return Promise.resolve(entry.value as T);
      if (fresh) outdateFetches(key);
      return cachified({
        key: versionedKey(key),
        cache,
        ttl: typeof ttl === "number" ? ttl : provisionalTtl,
        swr: staleWhileRevalidate,
        forceFresh: fresh,
        fallbackToCache: false,
        async getFreshValue({ metadata }) {
          const value = await getFreshValue();
          metadata.ttl = ttlOf(value);
          return value;
        },
      });
    },
    /** The last value, even if expired, for when its source is down. */
    lastGood: (key: string): T | undefined => entries.get(key)?.value as T | undefined,
    set(key: string, value: T): void {
      outdateFetches(key);
      const metadata = { createdTime: Date.now(), ttl: ttlOf(value), swr: staleWhileRevalidate };
      storeEntry(key, { value, metadata });
    },
    /** The value is fetched anew, and until then it stays the last good one. */
    expire(key: string): void {
      outdateFetches(key);
      const entry = entries.get(key);
      if (entry) entry.metadata = { ...entry.metadata, ttl: -1, swr: 0 };
    },
    drop(key: string): void {
      outdateFetches(key);
      entries.delete(key);
    },
  };
}
