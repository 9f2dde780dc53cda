import { notHidden } from "~/features/analysis/category-people.server";
import { type CategoryKey, categoryOf, type Profile } from "~/features/analysis/profile";
import { pictureAddress } from "~/platform/pictures/pictures.server";
import { pageCount, pageNumber, pageSize, searchText } from "~/platform/values/paging";
import { sortingOf } from "~/platform/values/sorting";
import { inOrder, shownOrders } from "./people-list.tsx";

/** A page of a category of an analysis that the outside system made. A page after the last is the last. */
export async function outsidePage(
  uid: string,
  profile: Profile,
  key: CategoryKey,
  { searchParams }: URL,
) {
  const category = categoryOf(profile, key);
  const { shown, hidden } = await notHidden(uid, category?.people ?? []);
  const text = searchText(searchParams.get("q"));
  const sorting = sortingOf(searchParams, shownOrders);
  const matching = shown.filter(({ username }) => username.toLowerCase().includes(text));
  const pages = pageCount(matching.length);
  const number = Math.min(pageNumber(searchParams.get("page")), pages);
  const people = inOrder(matching, sorting).slice((number - 1) * pageSize, number * pageSize);
  return {
    key,
    /** Null while it is being counted. */
    total: category?.total ?? null,
    /** How many the profile names, without those whom the subscriber has hidden. */
    named: shown.length,
    hidden,
    text,
    found: matching.length,
    /** Undefined: as the outside system has it. */
    sorting,
    number,
    pages,
    people: people.map(({ username, fullName, picUrl }) => ({
      username,
      fullName,
      src: pictureAddress(picUrl, 96),
    })),
  };
}

export type OutsidePage = Awaited<ReturnType<typeof outsidePage>>;
