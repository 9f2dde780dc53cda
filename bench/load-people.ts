import { personByKey } from "../sandbox/people.ts";
import type { Person } from "../sandbox/person.ts";

/** Subscribers who own everything, so that every page has something to show them. */
export const loadPeople: readonly Person[] = Array.from({ length: 50 }, (_, number): Person => {
  const model = personByKey("extras");
  const key = `reader${number}`;
  return {
    ...model,
    key,
    email: `${key}@example.com`,
    password: `${key}-pass`,
    uid: `uid-${key}`,
    subscriptions: model.subscriptions.map((one) => ({ ...one, id: `${one.id}-${number}` })),
    breaches: number % 2 === 0 ? personByKey("leaked").breaches : [],
  };
});
