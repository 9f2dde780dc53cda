import type { Encoding } from "~/platform/http/responses/negotiation.server";
import type { PlaceholderValues, Template } from "~/platform/pages/placeholders.server";

/** A page that is compressed but for the values of a request, which stand in it as they are. */
export interface PreparedPage {
  /** Bytes of memory. */
  bytes: number;
  /** The body with these values, a character for each byte. @returns undefined if it does not take these */
  join(values: PlaceholderValues): string | undefined;
}

/** A way to compress a page so that no value of a request is ever in a compressor. */
export interface PageCoding {
  /** Its Content-Encoding. */
  encoding: Encoding;
  /** Differs for each dictionary. */
  name: string;
  /** In other threads. @param values of any request: none is kept */
  prepare(template: Template, values: PlaceholderValues): Promise<PreparedPage>;
  /** At once, where that is quick for a small page. */
  prepareNow?(template: Template, values: PlaceholderValues): PreparedPage;
}

/** A number as bytes, the lowest first. */
export const littleEndian = (value: number, bytes: number): string => {
  let text = "";
  for (let at = 0; at < bytes; at += 1) text += String.fromCharCode((value >>> (8 * at)) & 255);
  return text;
};
