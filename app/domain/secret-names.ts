/** Words that make a field secret wherever they stand in its name, unless the name is that of a measure. */
const always = words(
  "password passwords passwd pwd passcode passphrase token tokens email emails cookie cookies",
  "cred creds credential credentials authorization oauth phone phones apikey",
);
/** Words with other uses, secret where the name ends with them or a carrier follows: `sessionId`, not `sessionLength`. */
const atTheEnd = words("pass auth session secret secrets address addresses mail ip sid");
const carriers = words("id ids key keys value code hash header number data string word");
const measures = words("length count size duration strength type valid seconds ms minutes shown");
/** Names that are secret as they stand, but not as a part of others. */
const known = words(
  "id t from code user name uid userid username firstname lastname fullname",
  "jsessionid sessionid phpsessid phonenumber ipaddress",
);
/** What the words above end in where nothing parts them: `useremail`. */
const runTogether =
  /(?:password|passwd|passcode|token|email|cookie|credentials?|sessionid|apikey)s?$/;

function words(...lists: string[]): ReadonlySet<string> {
  return new Set(lists.join(" ").split(" "));
}

/** Whether a field's name says that its value names a person or opens a door. */
export function isSecretName(name: string): boolean {
  const parts = name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean)
    .join(" ")
    .replace(/\be mails?\b/g, "email")
    .replace(/\bapi keys?\b/g, "apikey")
    .split(" ");
  const last = parts.at(-1) ?? "";
  if (known.has(parts.join("")) || atTheEnd.has(last)) return true;
  if (carriers.has(last) && atTheEnd.has(parts.at(-2) ?? "")) return true;
  if (measures.has(last)) return false;
  return parts.some((part) => always.has(part)) || runTogether.test(last);
}
