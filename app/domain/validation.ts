/** The rules of spec 5, for the server's forms and the page's own check alike. */

/** One @, no spaces, a dot in the host. Written for the `pattern` attribute too, so without flags. */
export const emailPattern = "[^\\s@]+@[^\\s@]+\\.[^\\s@.]{2,}";

/** Six characters or more. */
export const passwordPattern = "[\\s\\S]{6,}";

export const wrongEmail = "Wrong email format";
/** Sign-in's words; account creation says 'At least 6 symbols'. */
export const shortPassword = "Min 6 symbols";
export const shortNewPassword = "At least 6 symbols";

const email = new RegExp(`^${emailPattern}$`);

export function isEmail(value: string): boolean {
  return value.length <= 254 && email.test(value);
}
