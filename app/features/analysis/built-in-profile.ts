import type { NameList } from "../../platform/values/name-list.ts";
import { sentence } from "../../platform/values/say.ts";
import type { AccountReading } from "../history/account-reading.ts";
import { exportedAccount, isOtherAccount } from "../history/exported-account.ts";
import type { Fold } from "../history/fold.ts";
import type { CategoryResult, ImportLists, ImportSummary } from "../history/history.ts";
import { newcomersOf } from "../history/newcomers.ts";
import { coversAll, isWholeList, reachesItsTaking, secondsOf } from "../history/window.ts";
import type { PeopleCategory } from "./categories.ts";
import type { EngagementRates, KnownCount } from "./engagement.ts";
import { analyzedPosts } from "./posts.ts";
import { audienceMeasures } from "./rules/audience-measures.ts";
import { figuresOf } from "./rules/figures.ts";
import {
  postMeasures,
  rateMeasures,
  rhythmMeasures,
  timingMeasures,
} from "./rules/posting-measures.ts";
import {
  type DocumentSources,
  type ProfileDocument,
  profileDocument,
  reachOf,
} from "./rules/profile-document.ts";
import { type Measures, type RecommendationRule, recommend } from "./rules/recommendations.ts";

/** What the editors wrote: `content:recommendations` and `content:engagement-rates`. */
export interface AnalysisContent {
  rules: readonly RecommendationRule[];
  rates: EngagementRates;
}

/** What the exports in use say. */
export interface UsedExports {
  /** All in use, in the order of their time; not empty. */
  imports: readonly Pick<ImportSummary, "id" | "takenAt" | "account" | "window">[];
  fold: Fold;
  /** The lists of the last of them. */
  newest: Omit<ImportLists, "followers" | "pendingRequests">;
  /**
   * Counts of followers, each with its time, from which rates are computed (`countsOfExports`).
   */
  counts: readonly KnownCount[];
  /** Loads the followers of any of them. */
  followersOf: (id: string) => Promise<NameList>;
  /** Is called with a list that `followersOf` has loaded of an earlier one. */
  free: (list: NameList) => void;
}

/** What figures of posts are computed from. Of two accounts nothing is computed from both. */
export function comparedSources(
  exports: Pick<UsedExports, "imports" | "newest" | "counts"> | undefined,
  reading: AccountReading | undefined,
) {
  const isOther = isOtherAccount(reading, exports?.imports ?? []);
  const sameAccount = isOther ? undefined : exports;
  // Without a list of posts the connection says nothing of them.
  const readPosts = reading?.lacksPosts ? undefined : reading;
  return {
    isOther,
    readPosts,
    posts: analyzedPosts(sameAccount?.newest.insights, readPosts),
    counts: [...(sameAccount?.counts ?? []), ...(reading?.followerCounts ?? [])],
  };
}

/**
 * The profile that follows from the exports in use and the connection, or from one of them: figures and recommendations,
 * too. Where they are of two accounts, the figures of posts are the connection's and the relations are the exports'.
 * @param now epoch milliseconds
 */
export async function builtInProfile({
  exports,
  reading,
  categories,
  content,
  timeZone,
  now,
}: {
  exports: UsedExports | undefined;
  reading: AccountReading | undefined;
  categories: Record<PeopleCategory, CategoryResult>;
  content: AnalysisContent;
  /** The subscriber's, in which the best hours are told; null until it is chosen. */
  timeZone: string | null;
  now: number;
}): Promise<ProfileDocument> {
  const { isOther, readPosts, posts, counts } = comparedSources(exports, reading);
  const figures = figuresOf({
    posts,
    isConnected: readPosts !== undefined,
    counts,
    rates: content.rates,
  });
  const exportedTimes = readPosts ? [] : (exports?.newest.postTimes ?? []);
  const times = exportedTimes.length > 0 ? exportedTimes : posts.map(({ postedAt }) => postedAt);
  // The last look at the posts: a connection may give no list of them.
  const looked = readPosts ? reading : undefined;
  const lastLook = secondsOf(looked?.readAt ?? exports?.fold.known.takenAt ?? now);
  const newest = exports?.imports.at(-1);
  const knowsLatest = looked !== undefined || newest === undefined || reachesItsTaking(newest);
  const recommendations = recommend(content.rules, {
    lastLook: looked ? sentence("our last look at your account") : sentence("this export"),
    ...(knowsLatest && rhythmMeasures(times, lastLook)),
    ...timingMeasures(posts, timeZone ?? "UTC"),
    ...postMeasures(posts),
    ...rateMeasures(figures.engagement, content.rates),
    ...(exports && (await relationMeasures(exports, categories))),
  });
  return profileDocument({
    categories,
    figures,
    reach: reading && reachOf(reading),
    recommendations,
    sources: sourcesOf(exports, reading, isOther),
    now,
  });
}

async function relationMeasures(
  { imports, fold, newest, followersOf, free }: UsedExports,
  categories: Record<PeopleCategory, CategoryResult>,
): Promise<Measures> {
  const { known } = fold;
  const [before, last] = imports.slice(-2);
  return audienceMeasures({
    categories,
    followers: known.list,
    coversAll: coversAll(imports),
    following: newest.following,
    takenAt: secondsOf(known.takenAt),
    // After an export of part of the time, those who left and those who came are of different times. One of part of
    // the time itself knows of few who left.
    takenBefore:
      before && last && isWholeList(before) && isWholeList(last)
        ? secondsOf(before.takenAt)
        : undefined,
    newcomers: await newcomersOf(imports, known, followersOf, free),
  });
}

function sourcesOf(
  exports: UsedExports | undefined,
  reading: AccountReading | undefined,
  isOther: boolean,
): DocumentSources {
  return {
    export: exports
      ? {
          takenAt: new Date(exports.fold.known.takenAt),
          account: exportedAccount(exports.imports),
        }
      : null,
    connection: reading
      ? {
          readAt: new Date(reading.readAt),
          account: reading.username,
          followers: reading.followers,
          hasCommenters: reading.hasCommenters,
          wholePosts: reading.wholePosts ?? null,
          isOtherAccount: isOther,
        }
      : null,
  };
}
