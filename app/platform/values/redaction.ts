type Swap = (found: string, kept?: string) => string;

// No look-behind: error reports load this, and Safari reads them from 16.4 on (docs/product.md#browsers).
const rules: readonly (readonly [RegExp, string | Swap])[] = [
  // V8 quotes the text that it could not parse, which may be anything that a user typed.
  [/(Unexpected token .{1,8}?, )[\s\S]* is not valid JSON/g, "$1[text] is not valid JSON"],
  [/\beyJ[\w-]{5,}(\.[\w-]*){0,4}/g, "[token]"],
  [/[^\s@<>"'`()[\]{},;:/?#=&|\\]{1,256}(@|%40)[^\s@<>"'`()[\]{},;:/?#=&|\\]+/gi, "[email]"],
  [/(\bcookie["']?[ \t]*[:=][ \t]*)[^\r\n]+/gi, "$1[removed]"],
  [
    /(\b|_)(pass(?:word|wd|code)?|pwd|token|creds?|credentials?|secret|authorization|cookie|session|api[-_]?key)(["']?\s*[:=]\s*)(?:(?:bearer|basic|digest|token)\s+)?("[^"]*"|'[^']*'|[^\s,;&}]+)/gi,
    "$1$2$3[removed]",
  ],
  // Remix names the whole address of what it cannot read, which may hold an id.
  [/(\bfrom URL: )\S+/g, "$1[address]"],
  // Behind the first mark after a slash. Each word is gone through once: from each slash onwards, a long row of slashes
  // would take the square of its length.
  [
    /((?:^|[\s"'<>()])(?:[^\s"'<>()/?#]*[?#])*[^\s"'<>()/?#]*\/[^\s"'<>()?#]*)[?#][^\s"'<>()]*/g,
    "$1",
  ],
  // Not a browser's version, such as `Chrome/131.0.0.0`.
  [
    /([a-z]\/\d{1,3}(?:\.0){3}\b(?!\.\d))|\b\d{1,3}(?:\.\d{1,3}){3}\b/gi,
    (_, version = "[ip]") => version,
  ],
  [/(^|[^\w:])(?:[\da-f]{0,4}:){3,7}[\da-f]{1,4}(?![\w:])/gi, "$1[ip]"],
  // Not a code of the identity provider, such as `auth/account-exists-with-different-credential`.
  [/(auth\/[a-z]+(?:-[a-z]+)+(?![\w+=-]))|[\w+=-]{40,}/g, (_, code = "[token]") => code],
];

/** Limits the work, because a message may contain a whole request body. */
const maxLength = 8_000;

const suspect = /[@?#=:]|%40|eyJ|Unexpected token|\d\.\d|[\w+=-]{40}/i;

/**
 * Removes personal data and secrets from text for logs and error reports: e-mail and IP addresses, tokens, passwords,
 * and the query strings of URLs (docs/product.md#every-page).
 */
export function redact(text: string): string {
  const bounded = text.slice(0, maxLength);
  if (!suspect.test(bounded)) return bounded;
  return rules.reduce(
    (left, [pattern, by]) =>
      typeof by === "string" ? left.replace(pattern, by) : left.replace(pattern, by),
    bounded,
  );
}
