import { promisify } from "node:util";
import { deflateRawSync, inflateRaw } from "node:zlib";
import { inPieces } from "../../platform/values/in-pieces.ts";
import type { Growth } from "./growth.ts";
import { growthOfVersion1, restoredGrowth, storedGrowth } from "./rules/stored-growth.ts";

/** More than any growth unpacks to. */
const mostBytes = 16_000_000;
const version = 2;

const inflate = promisify(inflateRaw);

export const encodeGrowth = (growth: Growth): Uint8Array<ArrayBuffer>[] => [
  ...inPieces([deflateRawSync(JSON.stringify({ version, ...storedGrowth(growth) }))]),
];

/** Unpacks it off the event loop. @throws where the bytes are not what was encoded */
export async function decodeGrowth(pieces: readonly Uint8Array[]): Promise<Growth> {
  const bytes = await inflate(Buffer.concat(pieces), { maxOutputLength: mostBytes });
  const { version: found, ...growth } = JSON.parse(bytes.toString("utf8"));
  if (found === 1) return growthOfVersion1(growth);
  if (found !== version) throw new RangeError("another version of growth");
  return restoredGrowth(growth);
}
