import { isUtf8 } from "node:buffer";

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);
const isLatin1 = (text: string) => /^[\0-\xff]*$/.test(text);

/** No label and no value that is read is longer. A long row of marks would take the square of its length to normalize. */
const longestText = 1_000;

/**
 * Instagram writes UTF-8 bytes as if each were a character (`usuÃ¡rio`). Repaired where every character is such a byte
 * and they are UTF-8 together, so that text which is right stays as it is. What is too long to mean anything stays, too.
 */
export function repaired(text: string): string {
  if (text.length > longestText || isAscii(text)) return text;
  if (!isLatin1(text)) return text.normalize("NFC");
  const bytes = Buffer.from(text, "latin1");
  return (isUtf8(bytes) ? bytes.toString("utf8") : text).normalize("NFC");
}
