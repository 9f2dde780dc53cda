/** A word that begins or ends with a stem is secret: `password`, but also `newpass`, `authcode` and `firebaseUid`. */
const stems =
  "pass|password|passwd|passcode|passphrase|pwd|secret|auth|token|email|cookie|creds|credential|apikey|sessionid|sessid|phone|address|uid";
const secretWord = new RegExp(`^(?:${stems})|(?:${stems})(?:s|es)?$`);
/** Exceptions: words that begin or end with a stem and mean something else. */
const harmless = words(
  "passive passively passage passages passenger passengers passed passing passion",
  "bypass compass encompass surpass trespass author authors authored authoring authorship",
  "authentic authenticated tokenized secretary secretariat addressed emailed emailing",
  "cookieless phonetic phonetics iphone fluid liquid squid",
);
/** Words that are secret only as a whole word. */
const short = words("session sessions mail mails ip ips sid cred");
const measures = words("length count size duration strength type valid seconds ms minutes shown");
/** Names that are secret only as a whole name. */
const known = words(
  "id t from code user name userid username firstname lastname fullname",
  "surname familyname nick nickname birthday birthdate iban",
);

function words(...lists: string[]): ReadonlySet<string> {
  return new Set(lists.join(" ").split(" "));
}

/**
 * Whether a field's name suggests that its value is personal data or a secret. The name is split into words at capitals,
 * digits and punctuation. In this order:
 * 1. A name in `known` is secret.
 * 2. A name with a secret word is secret: a word that matches a stem and is not harmless, or a word in `short`.
 * 3. Exception: a name that ends in a measure is not secret if the value is a number or boolean (`passwordLength: 12`),
 *    or if only a word in `short` made it secret (`sessionLength`).
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
      // 'e-mail' and 'API key' may be written as one word or two. 'Secret fans' is a category of the profile.
      .replace(/\be mails?\b/g, "email")
      .replace(/\bapi keys?\b/g, "apikey")
      .replace(/\bsecret fans\b/g, "fans")
      .split(" ")
  );
}
