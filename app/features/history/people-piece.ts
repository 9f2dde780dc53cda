import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import type { NamedPerson } from "../../platform/values/name-list.ts";
import type { FormerNames } from "./people-list.ts";

/** Most people of a piece: what a page has to read. */
export const mostRowsOfPiece = 5_000;
/** More than any piece has, unpacked. */
const mostBytes = 2_000_000;

/**
 * A piece as it is stored, unpacked: the number of its rows, their seconds (4 bytes each) and the lengths of their names
 * (2 bytes each), all little-endian; then the names as UTF-8, then the former names of renamed people by second, or by their
 * `toldKey`, as JSON.
 */
export interface PeoplePiece {
  count: number;
  person: (row: number) => NamedPerson;
  /** What a renamed person was called: one of these. Undefined where the piece has no renamed person of that second. */
  formerNames: (row: number) => FormerNames | undefined;
  /** The rows from `from` to before `to` whose username contains this text. @param text lower case, not empty */
  rowsNamed: (text: string, from: number, to: number) => number[];
}

const inflate = promisify(inflateRaw);

/** No second is written like this. */
export const toldKey = (username: string): string => `@${username}`;

/** Unpacks a piece off the event loop. @throws if the bytes are no piece */
export async function decodePiece(compressed: Uint8Array): Promise<PeoplePiece> {
  const bytes = await inflate(compressed, { maxOutputLength: mostBytes });
  const count = bytes.readUInt32LE(0);
  const lengthsAt = 4 + 4 * count;
  const ends = new Uint32Array(count + 1);
  ends[0] = lengthsAt + 2 * count;
  for (let row = 0; row < count; row += 1)
    ends[row + 1] = (ends[row] ?? 0) + bytes.readUInt16LE(lengthsAt + 2 * row);
  const namesEnd = ends[count] ?? 0;
  if (namesEnd > bytes.length) throw new RangeError("a piece is cut short");
  const former: Record<string, FormerNames> = JSON.parse(bytes.toString("utf8", namesEnd));
  const sinceOf = (row: number) => bytes.readUInt32LE(4 + 4 * row);
  const nameOf = (row: number) => bytes.toString("utf8", ends[row], ends[row + 1]);
  return {
    count,
    person: (row) => ({
      username: nameOf(row),
      since: sinceOf(row) || undefined,
    }),
    formerNames: (row) => former[toldKey(nameOf(row))] ?? former[sinceOf(row)],
    rowsNamed: (text, from, to) =>
      rowsNamed(Buffer.from(text), bytes, ends.subarray(from, to + 1)).map((row) => from + row),
  };
}

/** The names that contain these bytes. @param ends where each name begins, and the last one ends */
function rowsNamed(wanted: Buffer, bytes: Buffer, ends: Uint32Array): number[] {
  const found: number[] = [];
  const last = ends.at(-1) ?? 0;
  let row = 0;
  let at = bytes.indexOf(wanted, ends[0]);
  while (at >= 0 && at < last) {
    while ((ends[row + 1] ?? last) <= at) row += 1;
    const end = ends[row + 1] ?? last;
    const isWithinName = at + wanted.length <= end;
    if (isWithinName) found.push(row);
    at = bytes.indexOf(wanted, isWithinName ? end : at + 1);
  }
  return found;
}
