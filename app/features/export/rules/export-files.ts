import { createHash } from "node:crypto";
import { type ExportRefusal, ExportRefused, type ListName, SeveralExports } from "../export.ts";
import {
  type FileKind,
  isOfExport,
  type KnownFile,
  knownFile,
  knownPage,
  ownPath,
} from "../wanted-entries.ts";
import { accountReader, changesReader, signupReader } from "./account.ts";
import type { Findings, ReaderOfFile } from "./findings.ts";
import { insightsReader } from "./insights.ts";
import { JsonItems, UnreadableJson } from "./json-items.ts";
import type { ExportLimits } from "./limits.ts";
import { loneReader, mediaReader } from "./media.ts";
import { relationsReader } from "./relations.ts";
import { requestsReader } from "./requests.ts";
import type { ContentSink } from "./zip-entries.ts";

const readers: Record<FileKind, ReaderOfFile> = {
  relations: relationsReader,
  account: accountReader,
  changes: changesReader,
  signup: signupReader,
  requests: requestsReader,
  media: mediaReader,
  insights: insightsReader,
  either: loneReader,
};

/** If one of these cannot be read, the whole export is refused. */
const needed = new Set<string>(["followers", "following"]);

/** Files that the app reads since `newlyReadSince` (app/features/imports/services/plans.server.ts). */
const newlyRead = /^(?:instagram_signup_details|igtv_videos)(?:_\d+)?\.json$/;

/** The last part of the path, by which the files of an export are told apart. */
const fileName = (path: string) =>
  ownPath(path)
    .slice(path.lastIndexOf("/") + 1)
    .toLowerCase();

/** Takes the files of an export, in any order, and knows at the end whether it was one. */
export class ExportFiles {
  readonly #limits: ExportLimits;
  readonly #findings: Findings;
  /** Name and content of each file that was read. */
  readonly #hashes = new Map<string, Set<string>>();
  #readEntries = 0;
  #items = 0;
  #hasPages = false;
  #isOfExport = false;

  constructor(limits: ExportLimits, findings: Findings) {
    this.#limits = limits;
    this.#findings = findings;
  }

  /** @returns where the file's content goes, undefined where it is not read */
  open(path: string): ContentSink | undefined {
    const file = knownFile(path);
    if (knownPage(path)) this.#hasPages = true;
    if (isOfExport(path)) this.#isOfExport = true;
    const reader = file?.kind && readers[file.kind];
    if (!file || !reader) {
      if (file) this.#findings.find(file.part);
      return undefined;
    }
    this.#readEntries += 1;
    if (this.#readEntries > this.#limits.maxReadEntries) throw new ExportRefused("too-large");
    return this.#sink(file, reader, fileName(path));
  }

  #sink(file: KnownFile, readerOf: ReaderOfFile, name: string): ContentSink {
    const hash = createHash("sha256");
    const reader = readerOf(file, this.#findings);
    const items = new JsonItems(this.#limits, {
      ...reader,
      item: (entry, key) => {
        this.#items += 1;
        if (this.#items > this.#limits.maxItems) throw new ExportRefused("too-large");
        reader.item(entry, key);
      },
    });
    let isReadable = true;
    const attempt = (step: () => void) => {
      try {
        if (isReadable) step();
      } catch (error) {
        if (!(error instanceof UnreadableJson)) throw error;
        isReadable = false;
      }
    };
    return {
      // After a fault in the JSON the rest is still counted and hashed: it may be too large, or the ZIP damaged.
      write: (chunk) => {
        hash.update(chunk);
        attempt(() => items.write(chunk));
      },
      end: () => {
        attempt(() => items.end());
        if (!isReadable) this.#fail(file);
        else if (this.#isNew(file, name, hash.digest("hex"))) {
          reader.commit();
        }
      },
    };
  }

  #fail(file: KnownFile): void {
    if (needed.has(file.part)) throw new ExportRefused("damaged");
    this.#findings.unreadable(file.end, 1);
    if (file.kind === "relations") this.#findings.drop(file.part as ListName);
  }

  /** The same file may come twice. Two different ones are from two exports or two accounts, and must not become one list. */
  #isNew(file: KnownFile, name: string, hash: string): boolean {
    const hashes = this.#hashes.get(name) ?? new Set();
    if (hashes.has(hash)) return false;
    if (hashes.size > 0 && file.kind === "relations") throw new SeveralExports();
    this.#hashes.set(name, hashes.add(hash));
    return true;
  }

  /** Why it is refused as a whole: it has no list of followers, or a part of a list is missing. */
  refusal(): ExportRefusal | undefined {
    if ([...needed].some((list) => this.#lacksPart(list))) return "damaged";
    if (this.#findings.has("followers")) return undefined;
    if (this.#hasPages) return "html-format";
    return this.#isOfExport ? "no-followers" : "not-an-export";
  }

  /** Whether a number is missing in `followers_1.json`, `followers_2.json`, …: its people would count as lost. */
  #lacksPart(list: string): boolean {
    const numbers = [...this.#hashes.keys()].flatMap((name) => {
      const [, base, number] = /^(.*)_(\d+)\.json$/.exec(name) ?? [];
      return base === list ? [Number(number)] : [];
    });
    return (
      numbers.length > 0 && Math.max(...numbers) > numbers.length - (numbers.includes(0) ? 1 : 0)
    );
  }

  /**
   * The same for exports whose files, as far as they are read, have the same contents. A content counts with its file's
   * name, without the number of a part: `followers.json` and `followers_1.json` are one list.
   */
  digest(): string {
    return digestOf(this.#hashes, withoutNumber);
  }

  /**
   * The digests of releases whose imports are still there: before November 30, 2026, without the files that are read since,
   * and before November 27, with the numbers, too.
   */
  formerDigests(): string[] {
    const read = [...this.#hashes].filter(([name]) => !newlyRead.test(name));
    return [digestOf(read, withoutNumber), digestOf(read, (name) => name)];
  }
}

const withoutNumber = (name: string) => name.replace(/_\d+(?=\.json$)/, "");

function digestOf(
  hashesOf: Iterable<[string, Set<string>]>,
  nameOf: (name: string) => string,
): string {
  const digest = createHash("sha256");
  const pairs = [...hashesOf].flatMap(([name, hashes]) =>
    [...hashes].map((hash) => `${nameOf(name)}\n${hash}\n`),
  );
  for (const pair of pairs.sort()) digest.update(pair);
  return digest.digest("hex");
}
