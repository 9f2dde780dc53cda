import { sentences } from "~/platform/values/say";

/** What a press has done, by the `done` in the address that it leads to. */
const results = sentences({
  password: "Your password is changed. All other browsers are signed out.",
  "password-unchecked":
    "Your password is changed. All other browsers are signed out. We could not check whether it is in a known data leak.",
  "password-mail": "We have sent you an email with a link to set a password.",
  "passkey-added": "The passkey is added. You can sign in with it from now on.",
  "passkey-removed": "The passkey is removed. Nobody can sign in with it any more.",
  "passkey-named": "The passkey has its new name.",
} as const);

export type Done = keyof typeof results;

/** @returns undefined for anything else that stands in the address */
export const securityPressResult = (done: string): string | undefined =>
  Object.hasOwn(results, done) ? results[done as Done] : undefined;
