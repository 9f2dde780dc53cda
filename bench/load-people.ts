import { personByKey } from "../sandbox/people.ts";
import type { Person } from "../sandbox/person.ts";

/** The nth of those who are like one of the sandbox's people, with an account and subscriptions of their own. */
function another(model: Person, name: string, number: number): Person {
  const key = `${name}${number}`;
  return {
    ...model,
    key,
    email: `${key}@example.com`,
    password: `${key}-pass`,
    uid: `uid-${key}`,
    subscriptions: model.subscriptions.map((subscription) => ({
      ...subscription,
      id: `${subscription.id}-${number}`,
    })),
  };
}

/** Subscribers who own every product, so that every page has content for them. */
export const readers = (many: number): readonly Person[] =>
  Array.from({ length: many }, (_, number) => ({
    ...another(personByKey("extras"), "reader", number),
    breaches: number % 2 === 0 ? personByKey("leaked").breaches : [],
  }));

/** Those who ask for a mix of pages all the time. */
export const loadPeople = readers(50);

/** Subscribers without an analysis, for the imports of bench/import.ts. */
export const importers: readonly Person[] = Array.from({ length: 10 }, (_, number) =>
  another(personByKey("idle"), "importer", number),
);
