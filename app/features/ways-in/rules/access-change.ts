/** A change of the ways into an account. Its owner gets a letter about each. */
export const accessChanges = [
  "password-changed",
  "google-added",
  /** Google has confirmed the address; whoever had set the password before had not. */
  "password-replaced-by-google",
  /** The same, but a link that was mailed to the address has confirmed it. */
  "password-removed-by-link",
  "passkey-added",
  "passkey-removed",
  /** Its counter says that its private key exists twice. */
  "passkey-suspect",
  "signed-out-everywhere",
] as const;
export type AccessChange = (typeof accessChanges)[number];
