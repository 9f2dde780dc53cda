/** Of a password that is changed; spec 5's six characters stay for what exists and for a first password. */
const leastCharacters = 8;

/** As a `pattern` attribute. The server counts characters outside the basic plane once. */
export const newPasswordPattern = `[\\s\\S]{${leastCharacters},}`;

export const shortChangedPassword = `At least ${leastCharacters} characters`;

/** Why this cannot be the new password; undefined if it can. */
export function newPasswordProblem(
  password: string,
  { present, email }: { present: string; email: string },
): string | undefined {
  if ([...password].length < leastCharacters) return shortChangedPassword;
  if (password.length > 4_096) return "Too long";
  if (password === present) return "This is your present password. Choose another.";
  if (password.trim().toLowerCase() === email.trim().toLowerCase())
    return "This is your email address. Choose another.";
  return undefined;
}
