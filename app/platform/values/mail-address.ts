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

/**
 * What an address is compared by and counted under: ASCII letters in lower case, all else as the provider gives it. Full
 * case folding would make somebody else's address of a look-alike, as of one with the Kelvin sign.
 */
export const addressKey = (address: string): string =>
  address.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** What is shown of an address to whoever may not be its owner: `b…r@example.com`. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf("@");
  const name = [...address.slice(0, Math.max(at, 0))];
  const first = name.length > 1 ? name[0] : "";
  const last = name.length > 2 ? name.at(-1) : "";
  return `${first}…${last}${at < 0 ? "" : address.slice(at)}`;
}

/** No address has the sign. */
export const isMaskedAddress = (text: string): boolean => text.includes("…");

export const isSameAddress = (one: string, other: string): boolean =>
  addressKey(one) === addressKey(other);
