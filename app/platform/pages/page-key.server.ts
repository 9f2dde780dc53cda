import { hash } from "node:crypto";

declare const brand: unique symbol;
/** Names all that a page's data is made from: two pages of one key are the same page. */
export type PageKey = string & { [brand]: true };

/** What JSON writes out whole: of a Map, a Set or a function it would write nothing. */
type Written<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends ReadonlyMap<unknown, unknown> | ReadonlySet<unknown> | ((...args: never) => unknown)
    ? never
    : { readonly [K in keyof T]: Written<T[K]> };

/**
 * @param inputs everything that the data depends on, with the owner. Make the data from these same inputs, so that none
 * is forgotten.
 */
export const pageKey = <I extends object>(inputs: I & Written<I>): PageKey =>
  JSON.stringify(inputs) as PageKey;

/** In characters: of a longer one, the cache keeps a hash. */
const longestKey = 2_048;

const keys = new WeakMap<object, PageKey>();

/** A loader's data with its key. The rendered page is found by it: to write all of a large page out would take longer than to send it. */
export function keyedBy<D extends object>(key: PageKey, data: D): D {
  keys.set(data, key);
  return data;
}

/**
 * What a page depends on beside its URL: the data of each loader, by its key where it has one.
 * @param language empty where there is only one
 */
export function renderedPageKey(
  url: string,
  loaderData: readonly unknown[],
  language = "",
): string {
  let all = url;
  if (language) all += `\nlanguage ${language}`;
  for (const data of loaderData) {
    const key = typeof data === "object" && data !== null ? keys.get(data) : undefined;
    all += key === undefined ? `\ndata ${JSON.stringify(data)}` : `\nkey ${key}`;
  }
  // To hash a short one takes longer than to look it up as it is.
  return all.length > longestKey ? hash("sha256", all, "base64") : all;
}

/**
 * Whether `renderedPageKey` has written all of it: JSON writes `{}` for a Map, a Set and a promise, and `null` for NaN, so
 * that two subscribers' data would look the same.
 */
export function isWrittenWhole(data: unknown): boolean {
  if (typeof data === "number") return Number.isFinite(data);
  if (typeof data !== "object" || data === null) return typeof data !== "function";
  if (keys.has(data)) return true;
  if (Array.isArray(data)) return data.every(isWrittenWhole);
  const kind: unknown = Object.getPrototypeOf(data);
  const isPlain = kind === Object.prototype || kind === null;
  return isPlain && Object.values(data).every(isWrittenWhole);
}
