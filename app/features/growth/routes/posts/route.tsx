import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Unavailable } from "~/design/unavailable";
import { requireOwnAnalysis } from "~/features/account/guards.server";
import { FirstStep } from "~/features/analysis/first-step";
import { GrowthUnreadable } from "~/features/growth/growth.server";
import { GrowthUnreadableMessage } from "~/features/growth/views/growth-unreadable";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { orElse } from "~/platform/upstream/upstream.server";
import { addresses, queryOf } from "~/platform/values/addresses";
import { NoPosts } from "./no-posts.tsx";
import { PostsView } from "./posts-view.tsx";
import { shownPosts } from "./shown-posts.server.ts";

export const handle: PageHandle = { title: "Posts", back: addresses.growth, isWide: true };

export const meta: MetaFunction = () =>
  pageMeta("Posts", "Your latest posts and reels, with likes, comments, rate, reach and follows.");

/** The posts that were read, sorted and filtered by links. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { uid } = await requireOwnAnalysis(request);
  return orElse(shownPosts(uid, queryOf(request)), (failure) =>
    failure instanceof GrowthUnreadable
      ? data({ state: "unreadable" as const }, 503)
      : data({ state: "unavailable" as const }, 503),
  );
}

export default function Posts() {
  const page = useLoaderData<typeof loader>();
  if (page.state === "unavailable")
    return (
      <Unavailable retry={addresses.posts}>
        We cannot reach your posts right now. Your data is safe.
      </Unavailable>
    );
  if (page.state === "unreadable") return <GrowthUnreadableMessage />;
  if (page.state === "first-step") return <FirstStep {...page.firstStep} />;
  if (page.state === "none") return <NoPosts knowing={page.knowing} />;
  return <PostsView page={page} />;
}
