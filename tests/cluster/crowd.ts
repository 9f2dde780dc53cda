import type { Person } from "../../sandbox/people.ts";

const crowdSize = 58;
/** Further subscribers besides the seeded ones, each with an active main plan. */
export const crowd = Array.from({ length: crowdSize }, (_, number): Person => {
  const key = `crowd${number}`;
  // With and without a dash: both of billing's dialects.
  const id = `${number % 2 ? "sub-" : ""}${5_000 + number}`;
  return {
    key,
    email: `${key}@example.com`,
    password: `${key}-pass`,
    uid: `uid-${key}`,
    about: "One of many.",
    account: "enabled",
    subscriptions: [
      { id, planCode: "ig_weekly_trial", status: "active", mainPlan: true, startedAgo: 4e9 },
    ],
    profile: "modest",
    breaches: [],
  };
});
export const subscriptionOf = ({ subscriptions }: Person) => subscriptions[0]?.id ?? "";
export const crowdMember = (number: number): Person => {
  const person = crowd[number];
  if (!person) throw new Error(`the crowd has no ${number}`);
  return person;
};
