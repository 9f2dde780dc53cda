import trends from "content:trends";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireSubscriber } from "~/features/account/guards.server";
import { ArticleText } from "~/features/reading/views/article-text";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { addresses } from "~/platform/values/addresses";

export const handle: PageHandle = { title: "Top trends" };

export const meta: MetaFunction = () =>
  pageMeta("Top trends", "The Instagram trends of the year, and how to use them for your account.");

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSubscriber(request);
  return { article: trends };
}

export default function TopTrends() {
  const { article } = useLoaderData<typeof loader>();
  return <ArticleText article={article} isTranslated kicker="Trends" back={addresses.dashboard} />;
}
