import { sentence } from "./say.ts";
/** The rules of docs/product.md#sign-in, shared by the server and the browser. */

/** One @, no spaces, a dot in the host. Also used as a `pattern` attribute, so it must work without flags. */
export const emailPattern = "[^\\s@]+@[^\\s@]+\\.[^\\s@.]{2,}";

export const passwordPattern = "[\\s\\S]{6,}";

export const wrongEmail = sentence("Wrong email format");
/** For sign-in; account creation uses `shortNewPassword`. */
export const shortPassword = sentence("Min 6 symbols");
export const shortNewPassword = sentence("At least 6 symbols");
export const longPassword = sentence("Too long");

const email = new RegExp(`^${emailPattern}$`);

export function isEmail(value: string): boolean {
  return value.length <= 254 && email.test(value);
}
