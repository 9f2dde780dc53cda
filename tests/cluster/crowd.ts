import { main, type Person, person } from "../../sandbox/person.ts";

const crowdSize = 58;
/** Further subscribers besides the seeded ones, each with an active main plan. */
export const crowd = Array.from({ length: crowdSize }, (_, number): Person => {
  const key = `crowd${number}`;
  // With and without a dash: both of billing's dialects.
  const id = `${number % 2 ? "sub-" : ""}${5_000 + number}`;
  return person(key, "One of many.", [main(id)]);
});
export const subscriptionOf = ({ subscriptions }: Person) => subscriptions[0]?.id ?? "";
export const crowdMember = (number: number): Person => {
  const found = crowd[number];
  if (!found) throw new Error(`the crowd has no ${number}`);
  return found;
};
