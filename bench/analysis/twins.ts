import { type RangeName, ranges } from "../../sandbox/histories/export-options.ts";
import { exportZips, wholeFile } from "../../sandbox/histories/export-zip.ts";
import type { History } from "../../sandbox/histories/history.ts";
import type { Case, Sent } from "./cases.ts";

const day = 86_400;
/** A cut of less than that is not asked about (docs/product.md#problems). */
const leastCut = 90 * day;
/** As many as nobody would want to miss. */
const earlier = 10;
/** Beyond the names of any history. */
const firstName = 3_500_000;

/**
 * Whether an account of the same age, with the same people and ten more who followed first, has an export that is cut and
 * the same in every byte: then nothing in the export tells that it is whole. Its request file, where there is one, names no
 * range, as real ones do.
 */
export async function hasCutTwin({ history }: Case, { at, options }: Sent): Promise<boolean> {
  const whole = await bytesOf(history, at, options);
  for (const range of Object.keys(ranges) as RangeName[]) {
    const length = ranges[range];
    if (length === undefined) continue;
    const begin = (options.takenAt ?? at) - length;
    if (begin - history.createdAt <= leastCut) continue;
    const cut = await bytesOf(followedBefore(history, begin), at, {
      request: { says: {} },
      ...options,
      range,
    });
    if (cut.equals(whole)) return true;
  }
  return false;
}

const followedBefore = (history: History, begin: number): History => ({
  ...history,
  stateAt: (moment) => {
    const state = history.stateAt(moment);
    for (let number = 1; number <= earlier; number += 1)
      state.apply({
        at: begin - number * day,
        kind: "follow",
        person: state.size,
        nameNumber: firstName + number,
      });
    return state;
  },
});

async function bytesOf(...which: Parameters<typeof exportZips>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for (const file of exportZips(...which)) parts.push(await wholeFile(file));
  return Buffer.concat(parts);
}
