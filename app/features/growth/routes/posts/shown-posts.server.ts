import { env } from "~/env.server";
import { knowingOf } from "~/features/analysis/analysis-notes";
import { firstStepOf } from "~/features/analysis/first-step.server";
import { profileOrLastGood } from "~/features/analysis/profiles.server";
import { type GrowthPost, namedPost } from "~/features/growth/growth";
import { growthOf } from "~/features/growth/growth.server";
import { chosenPosts } from "~/features/growth/rules/posts-list";
import { rateAsPercent } from "~/platform/values/decimals";
import { withCommas } from "~/platform/values/numbers";
import { pageCount, pageNumber, pageSize } from "~/platform/values/paging";
import { say } from "~/platform/values/say";

/** A page of the posts that were read. @throws a 404 for those whose analysis the outside system makes */
export async function shownPosts(uid: string, query: URLSearchParams) {
  const { profile } = await profileOrLastGood(uid);
  if (profile.source === "outside") throw new Response(null, { status: 404 });
  const knowing = knowingOf(env.ANALYSIS_SOURCES, profile);
  if (profile.source === "none")
    return { state: "first-step" as const, firstStep: await firstStepOf(uid, knowing) };
  const growth = await growthOf(uid);
  if (!growth || growth.posts.length === 0) return { state: "none" as const, knowing };
  const { chosen, posts } = chosenPosts(growth, query, Date.now());
  const pages = pageCount(posts.length);
  const number = Math.min(pageNumber(query.get("page")), pages);
  return {
    state: "shown" as const,
    chosen,
    total: posts.length,
    read: growth.posts.length,
    hiddenLikes: posts.filter(({ likes }) => likes === null).length,
    number,
    pages,
    posts: posts.slice((number - 1) * pageSize, number * pageSize).map(shownPost),
  };
}

export type ShownPosts = Awaited<ReturnType<typeof shownPosts>> & { state: "shown" };

const known = (value: number | null) => (value === null ? undefined : withCommas(value));

function shownPost(post: GrowthPost) {
  return {
    ...namedPost(post),
    at: post.postedAt,
    figures: [
      { label: say`Likes`, value: known(post.likes) },
      { label: say`Comments`, value: known(post.comments) },
      { label: say`Rate`, value: post.rate === null ? undefined : rateAsPercent(post.rate) },
      { label: say`Reach`, value: known(post.reach) },
      { label: say`Follows`, value: known(post.follows) },
    ],
  };
}
