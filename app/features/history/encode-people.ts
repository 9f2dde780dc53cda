import { deflateRawSync } from "node:zlib";
import {
  copyName,
  type NameList,
  unknownSince,
  usernameAt,
} from "../../platform/values/name-list.ts";
import { longestUsername } from "../../platform/values/name-list-builder.ts";
import { freeBytes } from "../../platform/values/name-list-merge.ts";
import { hiddenSeconds } from "./hidden-people.ts";
import type { ComputedCategory } from "./history.ts";
import type { PeopleIndex } from "./people-index.ts";
import type { FormerNames } from "./people-list.ts";
import { mostRowsOfPiece, toldKey } from "./people-piece.ts";

/** Bytes at which a piece is closed, before it is compressed: a Firestore document has a megabyte at most. */
const fullPiece = 500_000;
/** More than most pieces have, compressed. */
const usualPiece = 131_072;
/** Former names that are kept of a person. Only in an invented export do more people share a second. */
const mostFormerNames = 20;

/**
 * The people of all categories, one category after the other, as compressed pieces that are read one by one. Small
 * categories share a piece; a large one takes several. Each piece is given away as soon as it is full: of a million
 * people, all together are some 20 MB.
 * @param between the last two exports, where there are two
 * @returns where each category stands in the pieces
 */
export function* encodePeople(
  categories: Readonly<Record<string, ComputedCategory>>,
  between?: PeopleIndex["between"],
): Generator<Uint8Array<ArrayBuffer>, PeopleIndex> {
  const index: PeopleIndex = { starts: [], categories: {}, ...(between && { between }) };
  const rows = new Rows();
  let position = 0;
  for (const [key, category] of Object.entries(categories)) {
    const { people, order, former, told, hidden } = category;
    const start = position;
    const formerBySecond = former && namesBySecond(former, new Set(told?.values()));
    // Among the former names of these seconds are those of hidden people.
    for (const second of hiddenSeconds(category)) formerBySecond?.delete(second);
    for (const person of order) {
      if (hidden?.has(person)) continue;
      const second = people.since[person] ?? unknownSince;
      const name = told && usernameAt(people, person);
      const was = name && told.get(name);
      if (was) rows.keepFormer(toldKey(name), { names: [was], others: 0 });
      else if (formerBySecond) rows.keepFormer(String(second), formerBySecond.get(second));
      rows.add(people, person);
      if (rows.count === 1) index.starts.push(position);
      position += 1;
      if (rows.isFull) yield rows.take();
    }
    const shown = position - start;
    const left = order.length - shown;
    index.categories[key] = { start, total: shown, ...(left > 0 && { hidden: left }) };
  }
  if (rows.count > 0) yield rows.take();
  return index;
}

function namesBySecond(former: NameList, told: ReadonlySet<string>): Map<number, FormerNames> {
  const found = new Map<number, FormerNames>();
  for (let index = 0; index < former.size; index += 1) {
    if (told.size > 0 && told.has(usernameAt(former, index))) continue;
    const second = former.since[index] ?? 0;
    const { names, others } = found.get(second) ?? { names: [], others: 0 };
    const isFull = names.length === mostFormerNames;
    found.set(second, {
      names: isFull ? names : [...names, usernameAt(former, index)],
      others: others + (isFull ? 1 : 0),
    });
  }
  return found;
}

/** The most bytes of a name in a list. */
const longestName = longestUsername * 4;

/** The rows of one piece (the format is that of `decodePiece`). Its arrays are used again for the next piece. */
class Rows {
  readonly #since = new Uint32Array(mostRowsOfPiece);
  readonly #lengths = new Uint16Array(mostRowsOfPiece);
  readonly #names = new Uint8Array(fullPiece + longestName);
  #namesEnd = 0;
  /** By second, so that many who share one do not each repeat their names; by `toldKey` where it is known for sure. */
  #former: Record<string, FormerNames> = {};
  #formerBytes = 0;
  count = 0;

  get isFull(): boolean {
    const bytes = this.#namesEnd + this.count * 6 + this.#formerBytes;
    return this.count === mostRowsOfPiece || bytes >= fullPiece;
  }

  keepFormer(key: string, former: FormerNames | undefined): void {
    if (!former || key in this.#former) return;
    this.#former[key] = former;
    this.#formerBytes += Buffer.byteLength(JSON.stringify(former)) + key.length;
  }

  add(people: NameList, index: number): void {
    const end = copyName(people, index, this.#names, this.#namesEnd);
    this.#since[this.count] = people.since[index] ?? unknownSince;
    this.#lengths[this.count] = end - this.#namesEnd;
    this.#namesEnd = end;
    this.count += 1;
  }

  /** The rows as a piece. There are none after that. */
  take(): Uint8Array<ArrayBuffer> {
    const parts = [
      Uint32Array.of(this.count),
      this.#since.subarray(0, this.count),
      this.#lengths.subarray(0, this.count),
      this.#names.subarray(0, this.#namesEnd),
      new TextEncoder().encode(JSON.stringify(this.#former)),
    ];
    const bytes = parts.map(({ buffer, byteOffset, byteLength }) =>
      Buffer.from(buffer, byteOffset, byteLength),
    );
    this.count = 0;
    this.#namesEnd = 0;
    this.#former = {};
    this.#formerBytes = 0;
    const whole = Buffer.concat(bytes);
    const packed = deflateRawSync(whole, { level: 3, chunkSize: usualPiece });
    freeBytes(whole);
    // A copy of its own, which can be handed over.
    const piece = new Uint8Array(packed);
    freeBytes(packed);
    return piece;
  }
}
