/**
 * A compact list of people: names in lower case with the second of the follow, sorted by name, each name once.
 * A million people take about 20 MB instead of 100 MB as objects.
 */
export interface NameList {
  readonly size: number;
  /** The names as UTF-8, one after the other. */
  readonly bytes: Uint8Array;
  /** `size + 1` positions in `bytes`: name `i` is `bytes[offsets[i] .. offsets[i + 1]]`. */
  readonly offsets: Uint32Array;
  /** Second of the follow by person; `unknownSince` where it is not known. */
  readonly since: Uint32Array;
}

export type Names = Pick<NameList, "bytes" | "offsets">;

export const unknownSince = 0;

/** A person of a list, as pages and files show them. */
export interface NamedPerson {
  username: string;
  /** Epoch seconds. */
  since: number | undefined;
}

export const emptyNameList: NameList = {
  size: 0,
  bytes: new Uint8Array(0),
  offsets: new Uint32Array(1),
  since: new Uint32Array(0),
};

const decoder = new TextDecoder();

export const usernameAt = ({ bytes, offsets }: NameList, index: number): string =>
  decoder.decode(bytes.subarray(offsets[index], offsets[index + 1]));

export function personAt(list: NameList, index: number): NamedPerson {
  return { username: usernameAt(list, index), since: list.since[index] || undefined };
}

export function* peopleOf(list: NameList): Generator<NamedPerson> {
  for (let index = 0; index < list.size; index += 1) yield personAt(list, index);
}

/** Orders name `i` of `a` and name `j` of `b` by their bytes. @returns below 0, 0 or above 0 */
export function compareNames(a: Names, i: number, b: Names, j: number): number {
  const startA = a.offsets[i] ?? 0;
  const startB = b.offsets[j] ?? 0;
  const lengthA = (a.offsets[i + 1] ?? 0) - startA;
  const lengthB = (b.offsets[j + 1] ?? 0) - startB;
  const shared = Math.min(lengthA, lengthB);
  for (let k = 0; k < shared; k += 1) {
    const difference = (a.bytes[startA + k] ?? 0) - (b.bytes[startB + k] ?? 0);
    if (difference !== 0) return difference;
  }
  return lengthA - lengthB;
}

/**
 * Goes through two lists side by side, in the order of the names.
 * @param visit gets the person's index in each list, -1 where the person is not in it
 */
export function mergeLists(
  a: NameList,
  b: NameList,
  visit: (indexA: number, indexB: number) => void,
): void {
  let i = 0;
  let j = 0;
  while (i < a.size || j < b.size) {
    const order = i === a.size ? 1 : j === b.size ? -1 : compareNames(a, i, b, j);
    visit(order <= 0 ? i : -1, order >= 0 ? j : -1);
    if (order <= 0) i += 1;
    if (order >= 0) j += 1;
  }
}

/** Copies a name byte by byte: for so few, a view of each would cost more. @returns its end */
export function copyName(list: NameList, index: number, to: Uint8Array, at: number): number {
  const end = list.offsets[index + 1] ?? 0;
  let next = at;
  for (let from = list.offsets[index] ?? 0; from < end; from += 1)
    to[next++] = list.bytes[from] ?? 0;
  return next;
}

/** The people at these indices, which must be in rising order. */
export function pickPeople(list: NameList, indices: ArrayLike<number>): NameList {
  const size = indices.length;
  const offsets = new Uint32Array(size + 1);
  const since = new Uint32Array(size);
  for (let k = 0; k < size; k += 1) {
    const index = indices[k] ?? 0;
    offsets[k + 1] =
      (offsets[k] ?? 0) + (list.offsets[index + 1] ?? 0) - (list.offsets[index] ?? 0);
    since[k] = list.since[index] ?? unknownSince;
  }
  const bytes = new Uint8Array(offsets[size] ?? 0);
  for (let k = 0; k < size; k += 1) copyName(list, indices[k] ?? 0, bytes, offsets[k] ?? 0);
  return { size, bytes, offsets, since };
}
