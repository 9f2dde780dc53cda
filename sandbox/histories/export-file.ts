import type { ExportOptions } from "./export-options.ts";
import { jsonList } from "./json-text.ts";

/** A file of an export; `content` may be read more than once. */
export interface ExportFile {
  path: string;
  content: () => Iterable<Uint8Array>;
  /** Not worth compressing. */
  stored?: boolean;
}

/** The folders and file names until 2023. */
export const isOld = ({ form }: ExportOptions) => form === "2022";

/** A file with a list. @param wrapper the key of the object that holds it; without one the list is bare */
export function listFile(
  path: string,
  entries: Iterable<unknown>,
  options: ExportOptions,
  wrapper?: string,
): ExportFile {
  return { path, content: () => jsonList(entries, options, wrapper, options.single) };
}

/** Every so-many-th. */
export function pickEvery<T>(items: Iterable<T>, every: number): Iterable<T> {
  return {
    *[Symbol.iterator]() {
      let index = 0;
      for (const item of items) {
        if (index % every === every - 1) yield item;
        index += 1;
      }
    },
  };
}
