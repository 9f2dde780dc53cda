import type { NamedPerson } from "../../platform/values/name-list.ts";
import type { PeopleIndex } from "./people-index.ts";

export interface FormerNames {
  names: string[];
  /** How many more it may have been. */
  others: number;
}

/** A person of a category, as pages and files show them. */
export interface ListedPerson extends NamedPerson {
  /** What a renamed person was called: one of these. */
  former?: FormerNames | undefined;
  /** Of a secret fan: how often they commented on the posts that were read. */
  comments?: number | undefined;
}

/** The two exports between which people changed. */
export type Between = Omit<NonNullable<PeopleIndex["between"]>, "previous">;

/** The people of a category in the order in which they are shown, wherever they are stored. */
export interface PeopleList {
  total: number;
  /** How many more are hidden by the subscriber: they are counted, and not in it. */
  hidden?: number | undefined;
  between?: Between | undefined;
  /** Of new followers: others may have come, at a time that no export shows. */
  missesNew?: true | undefined;
  slice(from: number, count: number): Promise<ListedPerson[]>;
  /** Those of the people found from `from` on, and how many are found in all. @param text lower case, not empty */
  search(text: string, from: number, count: number): Promise<FoundPeople>;
  /** Everybody, part by part. */
  parts(): AsyncGenerator<ListedPerson[]>;
}

export interface FoundPeople {
  total: number;
  people: ListedPerson[];
}

/** The people that a profile's own document names. */
export function peopleNamed(items: readonly { username: string }[]): PeopleList {
  const people = items.map(({ username }) => ({ username, since: undefined }));
  return {
    total: people.length,
    slice: async (from, count) => people.slice(from, from + count),
    async search(text, from, count) {
      const found = people.filter(({ username }) => username.toLowerCase().includes(text));
      return { total: found.length, people: found.slice(from, from + count) };
    },
    async *parts() {
      yield people;
    },
  };
}
