import type { NameList } from "~/platform/values/name-list";
import { peopleOf, usernameAt } from "~/platform/values/name-list";
import { nameListOf } from "~/platform/values/name-list-builder";

/** `{ ana: 100 }` → a list of `ana`, who followed at second 100; null is an unknown second. */
export const listOf = (people: Record<string, number | null>): NameList =>
  nameListOf(
    Object.entries(people).map(([username, since]) => ({ username, since: since ?? undefined })),
  );

/** `count` people `prefix1`, `prefix2` …, one follow every `step` seconds from `from` on. */
export function manyFrom(prefix: string, count: number, from: number, step: number): NameList {
  return nameListOf(
    Array.from({ length: count }, (_, index) => ({
      username: `${prefix}${index + 1}`,
      since: Math.round(from + index * step),
    })),
  );
}

export const namesIn = (list: NameList): string[] =>
  Array.from(peopleOf(list), ({ username }) => username);

export const recordOf = (list: NameList): Record<string, number | null> =>
  Object.fromEntries(
    Array.from(peopleOf(list), ({ username, since }) => [username, since ?? null]),
  );

export const inDisplayOrder = ({ people, order }: { people: NameList; order: Uint32Array }) =>
  Array.from(order, (index) => usernameAt(people, index));
