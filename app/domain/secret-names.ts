/** Stems of words that are secret: `password`, but also `newpass`, `authcode` and `firebaseUid`. */
const stems =
  "pass|password|passwd|passcode|passphrase|pwd|secret|auth|token|email|cookie|creds|credential|apikey|sessionid|sessid|phone|address|uid";
const secretWord = new RegExp(`^(?:${stems})|(?:${stems})(?:s|es)?$`);
/** Words that begin or end like a stem and mean something else. */
const harmless = words(
  "passive passively passage passages passenger passengers passed passing passion",
  "bypass compass encompass surpass trespass author authors authored authoring authorship",
  "authentic authenticated tokenized secretary secretariat addressed emailed emailing",
  "cookieless phonetic phonetics iphone fluid liquid squid",
);
/** Words that are secret as they stand, and not as the beginning or end of another. */
const short = words("session sessions mail mails ip ips sid cred");
const measures = words("length count size duration strength type valid seconds ms minutes shown");
/** Names that are secret as they stand, but not as a part of others. */
const known = words("id t from code user name userid username firstname lastname fullname");

function words(...lists: string[]): ReadonlySet<string> {
  return new Set(lists.join(" ").split(" "));
}

/**
 * Whether a field's name says that its value names a person or opens a door. The name is taken apart into words at
 * capitals, digits and signs. In this order:
 * 1. A name that is known as a whole is secret.
 * 2. A name with a secret word is secret: one that begins or ends with a stem and is not harmless, or a short one.
 * 3. Except that a name that ends in a measure is not, where the value is a number or a yes or no (`passwordLength: 12`),
 *    or where only a short word made it secret (`sessionLength`).
 */
export function isSecretField(name: string, value: unknown): boolean {
  const parts = wordsOf(name);
  if (known.has(parts.join(""))) return true;
  const isMeasure = measures.has(parts.at(-1) ?? "");
  if (parts.some((part) => secretWord.test(part) && !harmless.has(part)))
    return !(isMeasure && (typeof value === "number" || typeof value === "boolean"));
  return !isMeasure && parts.some((part) => short.has(part));
}

function wordsOf(name: string): string[] {
  return (
    name
      .replace(/([a-z\d])([A-Z])/g, "$1 $2")
      .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter(Boolean)
      .join(" ")
      // Terms that are written in one word or in two; the last is one of the profile's categories.
      .replace(/\be mails?\b/g, "email")
      .replace(/\bapi keys?\b/g, "apikey")
      .replace(/\bsecret fans\b/g, "fans")
      .split(" ")
  );
}
