import hacks from "content:hacks";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireSubscriber } from "~/features/account/guards.server";
import { ArticleText } from "~/features/reading/views/article-text";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { addresses } from "~/platform/values/addresses";

export const handle: PageHandle = { title: "Top hacks" };

export const meta: MetaFunction = () =>
  pageMeta("Top hacks", "How Instagram ranks what you post, and how to work with it.");

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSubscriber(request);
  return { article: hacks };
}

export default function TopHacks() {
  const { article } = useLoaderData<typeof loader>();
  return <ArticleText article={article} isTranslated kicker="Hacks" back={addresses.dashboard} />;
}
