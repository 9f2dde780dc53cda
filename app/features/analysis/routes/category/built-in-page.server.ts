import { env } from "~/env.server";
import { knowingOf } from "~/features/analysis/analysis-notes";
import { saidSameOf } from "~/features/analysis/beside-lists.server";
import { readPeople } from "~/features/analysis/category-people.server";
import { readPeoplePage } from "~/features/analysis/people-page.server";
import {
  type CategoryKey,
  categoryOf,
  isOtherKey,
  type Profile,
} from "~/features/analysis/profile";
import { askedSorting } from "~/features/analysis/sorted-people";
import { analysisOf } from "~/features/history/analyses.server";
import { pageNumber, searchText } from "~/platform/values/paging";

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
    ...(key === "renamed" && { saidSame: await saidSameOf(uid) }),
  };
  // An analysis of an older version lacks what is compared since: the next export brings it.
  const isOlder = !isOtherKey(key) && categoryOf(profile, key) === undefined;
  const note = profile.notes[key] ?? (isOlder ? "needs-second-export" : undefined);
  if (note) return { ...page, note };
  // Likes and comments are counted, and nobody is named.
  const total = isOtherKey(key) ? profile.other[key]?.total : undefined;
  if (typeof total === "number") return { ...page, unnamed: total };
  const text = searchText(searchParams.get("q"));
  const asked = pageNumber(searchParams.get("page"));
  const sorting = askedSorting(key, searchParams);
  const shown = await readPeople(uid, profile, key, (people) =>
    readPeoplePage(uid, people, text, asked, sorting),
  );
  const mayBeAlike =
    (key === "lostFollowers" || key === "newFollowers") && !text && shown.number === 1;
  const isWaiting = key === "pendingRequests";
  const index = mayBeAlike || isWaiting ? (await analysisOf(uid))?.index : undefined;
  return {
    ...page,
    text,
    sorting,
    ...shown,
    alike: (mayBeAlike && index?.alike) || [],
    waiting: (isWaiting && index?.waiting) || [],
  };
}

export type BuiltInPage = Awaited<ReturnType<typeof builtInPage>>;
