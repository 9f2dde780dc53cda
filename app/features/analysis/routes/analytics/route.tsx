import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Unavailable } from "~/design/unavailable";
import { requireSubscriber } from "~/features/account/guards.server";
import { FirstStep } from "~/features/analysis/first-step";
import { profileOrLastGood } from "~/features/analysis/profiles.server";
import { connectionOf } from "~/features/history/connections.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { keyedBy, pageKey } from "~/platform/pages/page-key.server";
import { pageMeta } from "~/platform/pages/page-meta";
import { orElse, withoutWaiting } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { type ShownAnalysis, shownAnalysisOf } from "./analysis.server.ts";
import { AnalysisView } from "./analysis-view.tsx";

export const handle: PageHandle = { title: "Analytics", isWide: true };

export const meta: MetaFunction = () =>
  pageMeta(
    "Analytics",
    "Followers gained and lost, likes, comments and engagement of your Instagram account.",
  );

export async function loader({ request }: LoaderFunctionArgs) {
  const { uid } = await requireSubscriber(request);
  return orElse(
    async () => {
      const { profile, stale } = await profileOrLastGood(uid);
      const { analysis, mark } = shownAnalysisOf(profile);
      const state = { ...(await connectionStateOf(uid, analysis)), stale };
      return keyedBy(pageKey({ mark, ...state }), { ...analysis, ...state });
    },
    () => data({ status: "unavailable" as const }, 503),
  );
}

/** A connection that cannot be looked at now counts as none: the figures are what this page is for. */
async function connectionStateOf(uid: string, { source, knowing }: ShownAnalysis) {
  const mayMatter = knowing.mayConnect && (source === "none" || knowing.isConnected);
  const connection = mayMatter
    ? await withoutWaiting("firestore", connectionOf(uid), undefined)
    : undefined;
  return {
    isBeingRead: source === "none" && connection !== undefined,
    isWithdrawn: connection?.payload.token === null,
  };
}

export default function Analytics() {
  const analysis = useLoaderData<typeof loader>();
  if (analysis.status === "unavailable" || !("audience" in analysis))
    return (
      <Unavailable retry={addresses.analytics}>
        We cannot reach your analysis right now. Your data is safe.
      </Unavailable>
    );

  const { mayImport, mayConnect } = analysis.knowing;
  if (analysis.source === "none" && (mayImport || mayConnect))
    return (
      <FirstStep mayImport={mayImport} mayConnect={mayConnect} isBeingRead={analysis.isBeingRead} />
    );
  return <AnalysisView analysis={analysis} />;
}
