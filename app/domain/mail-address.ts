const label = "[\\p{L}\\p{M}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?";
const oneAddress = new RegExp(
  `^[\\p{L}\\p{M}\\p{N}.!#$%&'*+/=?^_\`{|}~-]{1,64}@(?:${label}\\.)+(?=\\D)${label}$`,
  "u",
);

/**
 * Whether a text is exactly one mail address: no list, name, comment, quotes or white space, which could add another
 * recipient. Checked for the recipient of every mail.
 */
export function isOneAddress(text: string): boolean {
  return text.length <= 254 && oneAddress.test(text);
}
