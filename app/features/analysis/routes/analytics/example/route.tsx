import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Example } from "~/design/example";
import { requireExampleReader } from "~/features/account/guards.server";
import { exampleAnalysis, exampleKnowing } from "~/features/analysis/example-analysis.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { addresses } from "~/platform/values/addresses";
import { shownAnalysisOf } from "../analysis.server.ts";
import { AnalysisView } from "../analysis-view.tsx";

export const handle: PageHandle = {
  title: "Example: analytics",
  back: addresses.import,
  isWide: true,
};

export const meta: MetaFunction = () =>
  pageMeta("Example: analytics", "What an analysis looks like, of an invented account.");

/** The analysis of the invented account. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { hasReport } = await requireExampleReader(request);
  const { profile } = await exampleAnalysis();
  const shown = { ...shownAnalysisOf(profile).analysis, knowing: exampleKnowing };
  return { analysis: { ...shown, stale: false, isWithdrawn: false }, hasReport };
}

export default function ExampleAnalytics() {
  const { analysis, hasReport } = useLoaderData<typeof loader>();
  return (
    <Example hasReport={hasReport}>
      <AnalysisView analysis={analysis} />
    </Example>
  );
}
