import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Example } from "~/design/example";
import { requireExampleReader } from "~/features/account/guards.server";
import { exampleAnalysis, exampleKnowing } from "~/features/analysis/example-analysis.server";
import { exampleGrowth } from "~/features/growth/example-growth.server";
import { rangeOf } from "~/features/growth/ranges";
import { currentLanguage } from "~/platform/languages/languages.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { addresses, queryOf } from "~/platform/values/addresses";
import { growthPage } from "../growth-page.server.ts";
import { GrowthView } from "../growth-view.tsx";

export const handle: PageHandle = {
  title: "Example: growth",
  back: addresses.example,
  isWide: true,
};

export const meta: MetaFunction = () =>
  pageMeta("Example: growth", "What growth over time looks like, of an invented account.");

/** The growth of the invented account. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { hasReport } = await requireExampleReader(request);
  const [{ profile }, { growth, today }] = await Promise.all([exampleAnalysis(), exampleGrowth()]);
  const page = growthPage(growth, {
    sources: profile.sources,
    knowing: exampleKnowing,
    range: rangeOf(queryOf(request).get("range"), "year"),
    timeZone: "UTC",
    today,
    language: currentLanguage(),
  });
  return { page, hasReport };
}

export default function ExampleGrowth() {
  const { page, hasReport } = useLoaderData<typeof loader>();
  return (
    <Example hasReport={hasReport}>
      <GrowthView page={page} error={undefined} />
    </Example>
  );
}
