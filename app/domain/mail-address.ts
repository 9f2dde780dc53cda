const label = "[\\p{L}\\p{M}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?";
const oneAddress = new RegExp(
  `^[\\p{L}\\p{M}\\p{N}.!#$%&'*+/=?^_\`{|}~-]{1,64}@(?:${label}\\.)+(?=\\D)${label}$`,
  "u",
);

/**
 * Whether a text is one mail address and nothing else: no list, name, comment, quotes or white space, of which a
 * mail program could make another recipient. Every mail's recipient passes here.
 */
export function isOneAddress(text: string): boolean {
  return text.length <= 254 && oneAddress.test(text);
}
