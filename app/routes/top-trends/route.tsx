import trends from "content:trends";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArticleText } from "~/components/article-text";
import { addresses } from "~/web/addresses";
import { requireSubscriber } from "~/web/guards.server";
import type { PageHandle } from "~/web/handle";

export const handle: PageHandle = { title: "Top trends" };

export const meta: MetaFunction = () => [{ title: "Top trends · Profile Analyzer" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSubscriber(request);
  return { article: trends };
}

export default function TopTrends() {
  const { article } = useLoaderData<typeof loader>();
  return <ArticleText article={article} kicker="Trends" back={addresses.dashboard} />;
}
