import type { DemoImports } from "./demo-exports.ts";
import type { ProfileKind } from "./profiles.ts";

export const bundleId = "profile-analyzer";

export const minutes = 60_000;
export const days = 24 * 60 * minutes;

export type SubscriptionStatus = "active" | "canceled" | "expired";

export interface TermPrice {
  amount: string;
  currency: string;
}

export interface SeededSubscription {
  /** With a dash, billing's dialect is `subs`; without one, `rec`. */
  id: string;
  planCode: string;
  status: SubscriptionStatus;
  mainPlan: boolean;
  startedAgo: number;
  bundle?: string;
  /** Bought, but not yet tied to an account by finalize. */
  unlinked?: boolean;
  /** Where the person lives, as the subscription service says it: ISO 3166. */
  country?: string;
  /** What a term costs. */
  price?: TermPrice;
  /** Addresses used before the person's own, oldest first. */
  formerEmails?: string[];
}

export interface Breach {
  Name: string;
  Domain: string;
  BreachDate: string;
  DataClasses: string[];
}

export interface Person {
  key: string;
  email: string;
  password: string;
  uid: string;
  /** What this person is for, in one line. */
  about: string;
  account: "enabled" | "disabled" | "none";
  subscriptions: SeededSubscription[];
  profile: ProfileKind;
  /** Exports that the demo imports for this person. */
  imports: DemoImports;
  /** The language that the demo chooses for this person. */
  language?: string;
  /** The account at Instagram that the demo connects for this person, by its key in `instagram/plans.ts`. */
  connects?: string;
  breaches: Breach[];
}

export function main(
  id: string,
  planCode = "ig_weekly_trial",
  more: Partial<SeededSubscription> = {},
): SeededSubscription {
  return { id, planCode, status: "active", mainPlan: true, startedAgo: 40 * days, ...more };
}

export function extra(id: string, planCode: string): SeededSubscription {
  return { id, planCode, status: "active", mainPlan: false, startedAgo: 20 * days };
}

export function person(
  key: string,
  about: string,
  subscriptions: SeededSubscription[],
  more: Partial<Person> = {},
): Person {
  return {
    key,
    email: `${key}@example.com`,
    password: `${key}-pass`,
    uid: `uid-${key}`,
    about,
    account: "enabled",
    subscriptions,
    profile: "modest",
    imports: "none",
    breaches: [],
    ...more,
  };
}
