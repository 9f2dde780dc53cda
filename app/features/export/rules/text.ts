import { isUtf8 } from "node:buffer";

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);
const isLatin1 = (text: string) => /^[\0-\xff]*$/.test(text);

/**
 * Instagram writes UTF-8 bytes as if each were a character (`usuÃ¡rio`). Repaired where every character is such a byte
 * and they are UTF-8 together, so that text which is right stays as it is.
 */
export function repaired(text: string): string {
  if (isAscii(text)) return text;
  if (!isLatin1(text)) return text.normalize("NFC");
  const bytes = Buffer.from(text, "latin1");
  return (isUtf8(bytes) ? bytes.toString("utf8") : text).normalize("NFC");
}
