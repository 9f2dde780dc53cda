import { isSameAddress } from "../../../platform/values/mail-address.ts";
import { say, sayText } from "../../../platform/values/say.ts";
import { longPassword } from "../../../platform/values/validation.ts";

/** For a changed password. Existing and first passwords may have six (docs/product.md#sign-in). */
const leastCharacters = 8;

/** Characters besides the context words. Fewer are a name with a year after it. */
const leastContextFree = 5;

/** As a `pattern` attribute. The server counts characters outside the basic plane once. */
export const newPasswordPattern = `[\\s\\S]{${leastCharacters},}`;

export const shortChangedPassword = () => say`At least ${leastCharacters} characters`;

/** A guesser tries these words first for this app, and the name in the person's own address. */
const contextWords = ["profileanalyzer", "profile", "analyzer", "instagram", "insta"];

/** How many characters are left without context words. */
function contextFreeLength(password: string, email: string): number {
  const [name = ""] = email.split("@", 1);
  const own = name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 3);
  const words = [...contextWords, ...own].sort((a, b) => b.length - a.length);
  const rest = words.reduce((left, word) => left.replaceAll(word, ""), password.toLowerCase());
  return [...rest].length;
}

/** Why this cannot be the new password; undefined if it can. */
export function newPasswordProblem(
  password: string,
  { present, email }: { present: string; email: string },
): string | undefined {
  if ([...password].length < leastCharacters) return shortChangedPassword();
  if (password.length > 4_096) return sayText(longPassword);
  if (password === present) return say`This is your current password. Choose another.`;
  if (isSameAddress(password.trim(), email))
    return say`This is your email address. Choose another.`;
  if (contextFreeLength(password, email) < leastContextFree)
    return say`Too close to your email or the name of this app. Choose another.`;
  return undefined;
}
