import { NameListBuilder } from "../../../platform/values/name-list-builder.ts";
import {
  type ExportPart,
  ExportRefused,
  type ListName,
  type PostFigures,
  type ReadExport,
  type UnknownLabel,
} from "../export.ts";
import type { KnownFile } from "../wanted-entries.ts";
import type { ItemSink } from "./json-items.ts";
import type { ExportLimits } from "./limits.ts";

const longestLabel = 80;
const mostLabels = 500;
const mostOwnNames = 100;
/** All labels beyond the limit are counted under this one. */
const moreLabels = "…";

/** Collects what the files of an export say. */
export class Findings {
  readonly #limits: ExportLimits;
  readonly #onListBytes: (bytes: number) => void;
  readonly #lists = new Map<ListName, NameListBuilder>();
  readonly #dropped = new Set<ExportPart>();
  readonly #found = new Set<ExportPart>();
  readonly #labels = new Map<string, UnknownLabel>();
  readonly #unreadable = new Map<string, number>();
  /** A set, because a post may be in several files. */
  readonly #postTimes = new Set<number>();
  readonly #ownNames = new Set<string>();
  #insights: PostFigures[] | undefined;
  skipped = 0;
  skippedByLabel = 0;
  account: string | null = null;
  accountCreatedAt: number | null = null;
  requests: ReadExport["requests"] = [];

  constructor(limits: ExportLimits, onListBytes: (bytes: number) => void = () => {}) {
    this.#limits = limits;
    this.#onListBytes = onListBytes;
  }

  has(part: ExportPart): boolean {
    return this.#found.has(part);
  }

  find(part: ExportPart): void {
    this.#found.add(part);
  }

  /** The list's builder. Creates it, so that a list without people is in the result, too. */
  list(name: ListName): NameListBuilder {
    const builder = this.#lists.get(name) ?? new NameListBuilder();
    this.#lists.set(name, builder);
    return builder;
  }

  /** Leaves a list out of which one file could not be read: half of it would be taken for all. */
  drop(name: ListName): void {
    this.#dropped.add(name);
  }

  checkSize(): void {
    let bytes = 0;
    for (const builder of this.#lists.values()) bytes += builder.byteLength;
    this.#onListBytes(bytes);
    if (bytes > this.#limits.maxListBytes) throw new ExportRefused("too-large");
  }

  /** @param more posts of a file that is still being read */
  checkPosts(more: number): void {
    const posts = this.#postTimes.size + (this.#insights?.length ?? 0) + more;
    if (posts > this.#limits.maxPosts) throw new ExportRefused("too-large");
  }

  addPosts(times: readonly number[]): void {
    for (const time of times) this.#postTimes.add(time);
  }

  addFigures(figures: readonly PostFigures[]): void {
    this.#insights ??= [];
    for (const figure of figures) this.#insights.push(figure);
  }

  addOwnNames(names: Iterable<string>): void {
    for (const name of names) if (this.#ownNames.size < mostOwnNames) this.#ownNames.add(name);
  }

  unreadable(file: string, count: number): void {
    if (count > 0) this.#unreadable.set(file, (this.#unreadable.get(file) ?? 0) + count);
  }

  unknownLabel(file: string, label: string): void {
    const isRoom = this.#labels.size < mostLabels;
    // A copy: a slice would hold the whole label in memory.
    const short = Buffer.from(label.slice(0, longestLabel)).toString();
    const key = isRoom || this.#labels.has(`${file}\n${short}`) ? short : moreLabels;
    const known = this.#labels.get(`${file}\n${key}`) ?? { file, label: key, count: 0 };
    this.#labels.set(`${file}\n${key}`, { ...known, count: known.count + 1 });
  }

  finish(
    of: Pick<ReadExport, "digest" | "formerDigests" | "newestEntryAt" | "namedAt" | "packedBefore">,
  ): ReadExport {
    return {
      ...of,
      account: this.account,
      ownNames: [...this.#ownNames],
      accountCreatedAt: this.accountCreatedAt,
      requests: this.requests,
      lists: Object.fromEntries(
        [...this.#lists]
          .filter(([name]) => !this.#dropped.has(name))
          .map(([name, builder]) => [name, builder.finish()]),
      ),
      postTimes: [...this.#postTimes],
      insights: this.#insights,
      found: [...this.#found].filter((part) => !this.#dropped.has(part)),
      skipped: this.skipped,
      skippedByLabel: this.skippedByLabel,
      unreadable: Object.fromEntries(this.#unreadable),
      unknownLabels: [...this.#labels.values()],
    };
  }
}

/** Reads the entries of one file. Adds its results to the findings only when the whole file was read. */
interface FileReader extends ItemSink {
  /** Not called if the file could not be read to its end, or has no list. */
  commit(): void;
}

export type ReaderOfFile = (file: KnownFile, findings: Findings) => FileReader;
