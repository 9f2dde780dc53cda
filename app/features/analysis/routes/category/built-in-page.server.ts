import { env } from "~/env.server";
import { knowingOf } from "~/features/analysis/analysis-notes";
import { readPeople } from "~/features/analysis/category-people.server";
import { type CategoryKey, isOtherKey, type Profile } from "~/features/analysis/profile";
import { searchFor } from "~/features/analysis/services/searches.server";
import type { PeopleList } from "~/features/history/people-list";
import { pageCount, pageNumber, pageSize, searchText } from "~/platform/values/paging";

/** A page of a category of an analysis made here. @throws SearchRefused */
export async function builtInPage(
  uid: string,
  profile: Profile,
  key: CategoryKey,
  { searchParams }: URL,
) {
  const page = {
    key,
    builtIn: true as const,
    knowing: knowingOf(env.ANALYSIS_SOURCES, profile),
    sources: profile.sources,
    posts: profile.totalPostsAnalyzed ?? 0,
  };
  const note = profile.notes[key];
  if (note) return { ...page, note };
  // Likes and comments are counted, and nobody is named.
  const total = isOtherKey(key) ? profile.other[key]?.total : undefined;
  if (typeof total === "number") return { ...page, unnamed: total };
  const text = searchText(searchParams.get("q"));
  const asked = pageNumber(searchParams.get("page"));
  const shown = await readPeople(uid, profile, key, (people) => readPage(uid, people, text, asked));
  return { ...page, text, ...shown };
}

export type BuiltInPage = Awaited<ReturnType<typeof builtInPage>>;

/** A page after the last is the last. */
async function readPage(uid: string, people: PeopleList, text: string, asked: number) {
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
