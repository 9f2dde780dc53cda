import type { LoaderFunctionArgs } from "@remix-run/node";
import { messagePage } from "~/design/message-page.server";
import { requireOwnAnalysis } from "~/features/account/guards.server";
import { profileOrLastGood } from "~/features/analysis/profiles.server";
import { growthOf } from "~/features/growth/growth.server";
import { chosenPosts, postCells, postColumns } from "~/features/growth/rules/posts-list";
import { csvAnswer } from "~/platform/http/files/csv-answer.server";
import { orElse } from "~/platform/upstream/upstream.server";
import { addresses, queryOf } from "~/platform/values/addresses";
import { say, sentences } from "~/platform/values/say";

const toPosts = sentences({ label: "Back to your posts", href: addresses.posts });

/** The posts that the page shows, sorted and filtered as there, on all of its pages. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { uid } = await requireOwnAnalysis(request);
  const searchParams = queryOf(request);
  return orElse(
    async () => {
      const { profile } = await profileOrLastGood(uid);
      const growth = profile.source === "built-in" ? await growthOf(uid) : undefined;
      if (!growth)
        return messagePage(404, {
          title: say`Page not found`,
          text: say`There is no such file of your posts.`,
          links: [toPosts],
        });
      const { posts } = chosenPosts(growth, searchParams, Date.now());
      return csvAnswer("posts", [postColumns, ...posts.map(postCells)]);
    },
    () =>
      messagePage(503, {
        art: "failing",
        title: say`Something went wrong`,
        text: say`We cannot read your posts right now. Please try again in a moment.`,
        links: [{ label: say`Try again`, href: addresses.postsFile({}) }, toPosts],
      }),
  );
}
