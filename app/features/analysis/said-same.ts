import type { SamePerson } from "../history/same-people.ts";

/** Two names of which the subscriber has said that they are one person's. */
export interface SaidSame extends SamePerson {
  /** Whether the exports in use agree with it. */
  isInEffect: boolean;
}
