import rates from "content:engagement-rates";
import rules from "content:recommendations";
import { type AccountSources, countsOfExports } from "~/features/analysis/account-sources";
import type { Knowing } from "~/features/analysis/analysis-notes";
import { builtInProfile } from "~/features/analysis/built-in-profile";
import { categoriesOf, type PeopleCategory } from "~/features/analysis/categories";
import type { Profile } from "~/features/analysis/profile";
import { storedProfile } from "~/features/analysis/store/profile-document.server";
import { commentersOf } from "~/features/history/commenters";
import { exampleAccount } from "~/features/history/example-account";
import { foldImports } from "~/features/history/fold";
import type { CategoryResult } from "~/features/history/history";
import { speakingIn } from "~/platform/languages/languages.server";
import { day } from "~/platform/values/durations";
import { emptyNameList, type NameList, peopleOf } from "~/platform/values/name-list";
import { nameListOf } from "~/platform/values/name-list-builder";

/** The analysis of the invented account (docs/product.md#example). */
export interface ExampleAnalysis {
  profile: Profile;
  /** Of which growth is computed, too. */
  sources: AccountSources;
  categories: Record<PeopleCategory, CategoryResult>;
  /** Midnight of the day on which it is so, in UTC: epoch milliseconds. */
  today: number;
}

/** There is nothing to import or to connect on pages of the example. */
export const exampleKnowing: Knowing = {
  mayImport: false,
  mayConnect: false,
  hasExport: true,
  isConnected: true,
};

let made: { today: number; analysis: Promise<ExampleAnalysis> } | undefined;

/** In English, as what is stored of an analysis is. */
const content = structuredClone({ rules, rates });

/** Computed once a day: its dates are near today's. */
export function exampleAnalysis(): Promise<ExampleAnalysis> {
  const today = Math.floor(Date.now() / day) * day;
  if (made?.today !== today) made = { today, analysis: speakingIn("en", () => analysed(today)) };
  return made.analysis;
}

/** Whom the example's owner followed a while before: some came since, and some of those who left were among them. */
function followedBefore(takenAt: number, following: NameList, lost: NameList | undefined) {
  const second = Math.floor(takenAt / 1_000);
  const people = [...peopleOf(following)].filter(({ since = 0 }) => since <= second);
  const gone = [...peopleOf(lost ?? emptyNameList)].filter((_, index) => index % 4 === 0);
  return { takenAt, following: nameListOf([...people, ...gone]) };
}

async function analysed(today: number): Promise<ExampleAnalysis> {
  const { username, imports, following, pendingRequests, reading } = exampleAccount(today);
  const followersOf = async (id: string) =>
    imports.find((one) => one.id === id)?.list ?? emptyNameList;
  const fold = await foldImports(imports, followersOf);
  const newest = imports.at(-1);
  if (!fold || !newest) throw new Error("the example has no exports");
  const turnovers = imports.flatMap(({ id }) => fold.turnovers.get(id) ?? []);
  const counts = countsOfExports(imports, turnovers);
  const lists = { following, postTimes: [], insights: undefined };
  const categories = categoriesOf({
    followers: fold.known.list,
    takenAt: newest.takenAt,
    coversAll: true,
    following,
    pendingRequests,
    changes: fold.changes,
    commenters: commentersOf(reading, [username], turnovers, fold.known.list),
    hasWholeComments: reading.hasCommenters,
    earlier: followedBefore(imports.at(-2)?.takenAt ?? 0, following, fold.changes?.lost),
  });
  const profile = await builtInProfile({
    exports: { imports, fold, newest: lists, counts, followersOf, free: () => {} },
    reading,
    categories,
    content,
    timeZone: null,
    now: reading.readAt,
  });
  return {
    // As it would be read: its dates are written out.
    profile: storedProfile.parse(JSON.parse(JSON.stringify(profile))),
    sources: { exports: { imports, fold, newest: lists, counts, turnovers }, reading },
    categories,
    today,
  };
}
