const givenNames = [
  "amara", "bruno", "chiara", "dmitri", "elena", "farid", "greta", "hiro", "ines", "jonas", "kaia",
  "luca", "mina", "noor", "oscar", "paloma", "quinn", "rosa", "sven", "talia", "umar", "vera",
  "wanda", "yusuf", "zoe", "anton", "beatriz", "callum", "dalia", "emil",
] as const; // biome-ignore format: one list, not sixty lines
const familyNames = [
  "okafor", "silva", "rossi", "petrov", "haddad", "lindqvist", "tanaka", "moreau", "becker",
  "solberg", "conti", "park", "rahman", "novak", "vega", "murphy", "castro", "nilsson", "cohen",
  "farouk", "weber", "demir", "orlov", "duarte", "fraser", "garção", "müller", "şahin",
] as const; // biome-ignore format: one list, not sixty lines

/** Above every person's number: names taken after the first, so that no two are the same by accident. */
export const firstLaterName = 2 ** 22;

/**
 * The username with that number: the same for the same number, another for every other number, because the digits
 * at its end are the number's own, nothing before them is a digit, and only later names begin with 'the.'.
 */
export function usernameOf(nameNumber: number): string {
  const given = givenOf(nameNumber);
  const family = familyOf(nameNumber)
    .normalize("NFD")
    .replace(/[^a-z]/g, "");
  if (nameNumber > firstLaterName) return `the.${given}.${family}${nameNumber - firstLaterName}`;
  const digits = nameNumber * 3 + 7;
  switch (nameNumber % 4) {
    case 0:
      return `${given}.${family}${digits}`;
    case 1:
      return `${family}_${given}${digits}`;
    case 2:
      return `its.${given}_${digits}`;
    default:
      return `${given}${family.slice(0, 3)}.${digits}`;
  }
}

/** The name that a person shows beside the username. Some have letters beyond ASCII. */
export function fullNameOf(nameNumber: number): string {
  return [givenOf(nameNumber), familyOf(nameNumber)].map(capitalized).join(" ");
}

const givenOf = (nameNumber: number) => givenNames[spread(nameNumber) % givenNames.length] ?? "";
const familyOf = (nameNumber: number) =>
  familyNames[(spread(nameNumber) >>> 8) % familyNames.length] ?? "";

const spread = (value: number) => (Math.imul(value + 1, 0x9e3779b1) ^ (value >>> 3)) >>> 0;
const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
