import { promisify } from "node:util";
import { deflateRawSync, inflateRaw, inflateRawSync } from "node:zlib";
import type { Departures } from "../analysis/departures.ts";
import type { Growth } from "./growth.ts";

/** Most bytes of a piece: a Firestore document has a megabyte at most. */
const pieceBytes = 700_000;
/** More than any growth unpacks to. */
const mostBytes = 16_000_000;
const version = 1;

const inflate = promisify(inflateRaw);

export const encodeGrowth = (growth: Growth): Uint8Array<ArrayBuffer>[] =>
  inPieces(deflateRawSync(Buffer.from(JSON.stringify({ version, ...growth }))));

/** Unpacks it off the event loop. @throws where the bytes are not what was encoded */
export async function decodeGrowth(pieces: readonly Uint8Array[]): Promise<Growth> {
  const bytes = await inflate(Buffer.concat(pieces), { maxOutputLength: mostBytes });
  const { version: found, ...growth } = JSON.parse(bytes.toString("utf8"));
  if (found !== version) throw new RangeError("another version of growth");
  return growth;
}

/** Of each import by its id: the header as JSON, then of each the seconds as differences of four bytes. */
export function encodeDepartures(
  departures: ReadonlyMap<string, Departures>,
): Uint8Array<ArrayBuffer>[] {
  if (departures.size === 0) return [];
  const header = Buffer.from(
    JSON.stringify({
      version,
      imports: Array.from(departures, ([id, { lost, ended, again }]) => ({
        id,
        lost,
        ended: ended.length,
        again: again.length,
      })),
    }),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length);
  const seconds = Array.from(departures.values(), ({ ended, again }) => [
    differences(ended),
    differences(again),
  ]).flat();
  return inPieces(deflateRawSync(Buffer.concat([length, header, ...seconds]), { level: 3 }));
}

interface Header {
  version: number;
  imports: { id: string; lost: number | null; ended: number; again: number }[];
}

/** Most bytes of departures: of 60 imports of which each lost a million. */
const mostDepartures = 256_000_000;

/** @returns undefined where the bytes are not what was encoded */
export function decodeDepartures(
  pieces: readonly Uint8Array[],
): Map<string, Departures> | undefined {
  if (pieces.length === 0) return new Map();
  try {
    const bytes = inflateRawSync(Buffer.concat(pieces), { maxOutputLength: mostDepartures });
    let at = 4 + bytes.readUInt32LE(0);
    const header: Header = JSON.parse(bytes.toString("utf8", 4, at));
    if (header.version !== version) return undefined;
    const next = (count: number) => {
      const seconds = new Uint32Array(count);
      let second = 0;
      for (let index = 0; index < count; index += 1) {
        second += bytes.readUInt32LE(at);
        seconds[index] = second;
        at += 4;
      }
      return seconds;
    };
    return new Map(
      header.imports.map(({ id, lost, ended, again }) => [
        id,
        { lost, ended: next(ended), again: next(again) },
      ]),
    );
  } catch {
    return undefined;
  }
}

/** @param rising seconds */
function differences(rising: Uint32Array): Buffer {
  const bytes = Buffer.alloc(rising.length * 4);
  let before = 0;
  for (const [index, second] of rising.entries()) {
    bytes.writeUInt32LE(second - before, index * 4);
    before = second;
  }
  return bytes;
}

/** Each of them has memory of its own, which can be handed over. */
function inPieces(bytes: Uint8Array): Uint8Array<ArrayBuffer>[] {
  const count = Math.ceil(bytes.length / pieceBytes);
  return Array.from(
    { length: count },
    (_, n) => new Uint8Array(bytes.subarray(n * pieceBytes, (n + 1) * pieceBytes)),
  );
}
