import { searchFor } from "~/features/analysis/searches.server";
import type { PeopleList } from "~/features/history/people-list";
import { pageCount, pageSize } from "~/platform/values/paging";

/**
 * A page of a list, or of those of it whose names contain the text. A page after the last is the last.
 * @param text lower case; empty for all
 * @throws SearchRefused
 */
export async function readPeoplePage(uid: string, people: PeopleList, text: string, asked: number) {
  const { total, between } = people;
  const read = async (from: number) =>
    text
      ? searchFor(uid, total, () => people.search(text, from, pageSize))
      : { total, people: await people.slice(from, pageSize) };
  let number = text ? asked : Math.min(asked, pageCount(total));
  let found = await read((number - 1) * pageSize);
  if (number > pageCount(found.total)) {
    number = pageCount(found.total);
    found = await read((number - 1) * pageSize);
  }
  return {
    total,
    between,
    found: found.total,
    people: found.people,
    number,
    pages: pageCount(found.total),
  };
}
