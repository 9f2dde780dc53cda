/**
 * The outside systems, by the names that logs, metrics, circuit breakers and the sandbox's faults use.
 */
export const systems = [
  "subscriptions",
  "billing",
  "functions",
  /** The function `getPdfReport`. Hosted with the other functions, but slow, so it has its own circuit breaker. */
  "reports",
  "identity",
  "firestore",
  "events",
  "mail",
  "pictures",
  /** Instagram's own interface (docs/product.md#connection): its hosts for tokens and for reading. */
  "instagram",
  /** Google's OpenID provider, or the one of GOOGLE_ISSUER (docs/product.md#google). */
  "google",
  "redis",
  /** The range service of leaked passwords. The browser calls it for a check, the server for a change of the password. */
  "pwned",
  "sentry",
] as const;
export type System = (typeof systems)[number];
