/**
 * The outside systems of contract.md. Logs, metrics, circuit breakers and the sandbox's faults call each by
 * this one name.
 */
export const systems = [
  "subscriptions",
  "billing",
  "functions",
  /** The function `getPdfReport`: it lives with the others, and has a breaker of its own because it is slow. */
  "reports",
  "identity",
  "firestore",
  "events",
  "mail",
  "pictures",
  "redis",
  /** The range service of leaked passwords, which only pages ask. */
  "pwned",
  "sentry",
] as const;
export type System = (typeof systems)[number];
