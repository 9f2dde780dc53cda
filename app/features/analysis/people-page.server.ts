import { searchFor } from "~/features/analysis/searches.server";
import { mostSorted, type PeopleSorting, sortedPeople } from "~/features/analysis/sorted-people";
import type { PeopleList } from "~/features/history/people-list";
import { pageCount, pageSize } from "~/platform/values/paging";

/**
 * A page of a list, or of those of it whose names contain the text. A page after the last is the last.
 * @param text lower case; empty for all
 * @param sorting undefined: as the list is stored
 * @throws SearchRefused
 */
export async function readPeoplePage(
  uid: string,
  people: PeopleList,
  text: string,
  asked: number,
  sorting?: PeopleSorting,
) {
  const { total, hidden = 0, between, missesNew } = people;
  const read = async (from: number) => {
    if (sorting)
      return searchFor(uid, total, () => sortedPeople(people, text, sorting, from, pageSize));
    return text
      ? searchFor(uid, total, () => people.search(text, from, pageSize))
      : { total, people: await people.slice(from, pageSize) };
  };
  const pagesOf = (count: number) => pageCount(sorting ? Math.min(count, mostSorted) : count);
  let number = text ? asked : Math.min(asked, pagesOf(total));
  let found = await read((number - 1) * pageSize);
  if (number > pagesOf(found.total)) {
    number = pagesOf(found.total);
    found = await read((number - 1) * pageSize);
  }
  return {
    total,
    hidden,
    between,
    missesNew,
    found: found.total,
    people: found.people,
    number,
    pages: pagesOf(found.total),
  };
}
