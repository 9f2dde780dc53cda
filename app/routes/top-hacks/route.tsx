import hacks from "content:hacks";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArticleText } from "~/components/article-text";
import { addresses } from "~/web/addresses";
import type { PageHandle } from "~/web/document/page-handle";
import { pageMeta } from "~/web/document/page-meta";
import { requireSubscriber } from "~/web/session/guards.server";

export const handle: PageHandle = { title: "Top hacks" };

export const meta: MetaFunction = () =>
  pageMeta("Top hacks", "How Instagram ranks what you post, and how to work with it.");

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSubscriber(request);
  return { article: hacks };
}

export default function TopHacks() {
  const { article } = useLoaderData<typeof loader>();
  return <ArticleText article={article} kicker="Hacks" back={addresses.dashboard} />;
}
