import { deflateRawSync } from "node:zlib";
import type { ComputedCategory } from "../analysis/analysis.ts";
import type { NameList } from "../name-list.ts";
import { usernameAt } from "../name-list.ts";
import type { FormerNames } from "./people-list.ts";
import { mostRowsOfPiece, type PeopleIndex } from "./piece.ts";

/** Bytes at which a piece is closed, before it is compressed: a Firestore document has a megabyte at most. */
const fullPiece = 500_000;
/** Former names that are kept of a person. Only in an invented export do more people share a second. */
const mostFormerNames = 20;

/**
 * The people of all categories, one category after the other, as compressed pieces that are read one by one. Small
 * categories share a piece; a large one takes several.
 * @param between the last two exports, where there are two
 */
export function encodePeople(
  categories: Readonly<Record<string, ComputedCategory>>,
  between?: PeopleIndex["between"],
): { pieces: Uint8Array[]; index: PeopleIndex } {
  const pieces: Uint8Array[] = [];
  const index: PeopleIndex = { starts: [], categories: {}, ...(between && { between }) };
  let rows = new Rows();
  let position = 0;
  const closePiece = () => {
    if (rows.count === 0) return;
    index.starts.push(position - rows.count);
    pieces.push(rows.compressed());
    rows = new Rows();
  };
  for (const [key, { people, order, former }] of Object.entries(categories)) {
    index.categories[key] = { start: position, total: order.length };
    const formerBySecond = former && namesBySecond(former);
    for (const person of order) {
      const since = people.since[person] ?? 0;
      const name = people.bytes.subarray(people.offsets[person], people.offsets[person + 1]);
      rows.add(name, since, formerBySecond?.get(since));
      position += 1;
      if (rows.count === mostRowsOfPiece || rows.bytes >= fullPiece) closePiece();
    }
  }
  closePiece();
  return { pieces, index };
}

function namesBySecond(former: NameList): Map<number, FormerNames> {
  const found = new Map<number, FormerNames>();
  for (let index = 0; index < former.size; index += 1) {
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

/** The rows of one piece (the format is that of `decodePiece`). */
class Rows {
  #since: number[] = [];
  #names: Uint8Array[] = [];
  /** By second, so that many who share one do not each repeat their names. */
  #former: Record<number, FormerNames> = {};
  bytes = 0;

  get count(): number {
    return this.#names.length;
  }

  add(name: Uint8Array, since: number, former: FormerNames | undefined): void {
    if (former && !(since in this.#former)) {
      this.#former[since] = former;
      this.bytes += Buffer.byteLength(JSON.stringify(former));
    }
    this.#names.push(name);
    this.#since.push(since);
    this.bytes += name.length + 6;
  }

  compressed(): Uint8Array {
    const lengths = Uint16Array.from(this.#names, ({ length }) => length);
    const parts = [
      Uint32Array.of(this.count),
      Uint32Array.from(this.#since),
      lengths,
      ...this.#names,
      new TextEncoder().encode(JSON.stringify(this.#former)),
    ];
    const bytes = parts.map(({ buffer, byteOffset, byteLength }) =>
      Buffer.from(buffer, byteOffset, byteLength),
    );
    return deflateRawSync(Buffer.concat(bytes), { level: 3 });
  }
}
