import trends from "content:trends";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArticleText } from "~/components/article-text";
import { addresses } from "~/web/addresses";
import type { PageHandle } from "~/web/document/page-handle";
import { pageMeta } from "~/web/document/page-meta";
import { requireSubscriber } from "~/web/session/guards.server";

export const handle: PageHandle = { title: "Top trends" };

export const meta: MetaFunction = () =>
  pageMeta("Top trends", "The Instagram trends of the year, and how to use them for your account.");

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSubscriber(request);
  return { article: trends };
}

export default function TopTrends() {
  const { article } = useLoaderData<typeof loader>();
  return <ArticleText article={article} kicker="Trends" back={addresses.dashboard} />;
}
