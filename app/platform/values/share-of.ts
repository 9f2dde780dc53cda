import { createHash } from "node:crypto";

/**
 * A number from 0 to below 1 that is always the same for a text and evenly spread over texts: neither days nor
 * processes draw anew, and nothing needs to be kept.
 */
export const shareOf = (text: string): number =>
  createHash("sha256").update(text).digest().readUInt32BE(0) / 2 ** 32;
