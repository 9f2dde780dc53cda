import promises from "content:promises";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { AppFooter } from "~/design/app-footer";
import { SideBar } from "~/design/side-bar";
import { SkipLink, skipTarget } from "~/design/skip-link";
import { env } from "~/env.server";
import { requireSubscriber } from "~/features/account/guards.server";
import { ownedProducts, type Product } from "~/features/account/product";
import { timeZoneOf } from "~/features/account/settings.server";
import { subscriptionsOrLastKnown } from "~/features/account/subscriptions.server";
import { ownPlacesOf, type Profile } from "~/features/analysis/profile";
import { lastGoodProfile, profileOf } from "~/features/analysis/profiles.server";
import { linksOut } from "~/features/leaving/place-rules.server";
import { type Paper, paperFor } from "~/features/report/paper";
import type { PageHandle } from "~/platform/pages/page-handle";
import { placeholderFor } from "~/platform/pages/placeholders.server";
import { type Subscriber, sessionEnd } from "~/platform/session/session.server";
import { unlessDown, withoutWaiting } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { promisedBy } from "~/platform/values/promises";
import { say } from "~/platform/values/say";
import { scriptHook } from "~/platform/values/script-hooks";
import type { FirstStepKind } from "./analysis-cards.tsx";
import { HomeCards } from "./home-cards.tsx";
import { HomeHeader } from "./home-header.tsx";

export const handle: PageHandle = { hydrate: true };

export const meta: MetaFunction = () => [
  { title: say`Dashboard · Profile Analyzer` },
  { name: "description", content: say`Your Instagram analysis, tips, guides, news and extras.` },
];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  const sessionLeft = placeholderFor(context, "sessionLeft", sessionEnd(subscriber) - Date.now());
  const [owned, profile, reportPaper, links] = await Promise.all([
    readOwned(subscriber),
    knownProfile(subscriber),
    usualPaper(subscriber),
    linksOut(subscriber),
  ]);
  return {
    sessionLeft,
    owned,
    reportPaper,
    links,
    ...waysIn(profile),
    own: ownPlacesOf(env.ANALYSIS_SOURCES, profile),
    texts: promises[promisedBy(env.ANALYSIS_SOURCES)].home,
  };
}

const knownProfile = ({ uid }: Subscriber) =>
  withoutWaiting("firestore", profileOf(uid), lastGoodProfile(uid));

interface WaysIn {
  firstStep: FirstStepKind;
  mayConnect: boolean;
  /** Whether there is an analysis made here, which comes with its growth. */
  hasGrowth: boolean;
}

/**
 * What the subscriber's own analysis can be made from. Without one, the first step is the import where there is one, as it
 * needs no professional account. Who belongs to the outside system is offered nothing (docs/product.md#sources), and nobody is while
 * Firestore is down.
 */
function waysIn(profile: Profile | undefined): WaysIn {
  const sources = env.ANALYSIS_SOURCES;
  const connects = sources.has("instagram");
  const nothing = { firstStep: undefined, mayConnect: false, hasGrowth: false };
  if (!sources.has("export") && !connects) return nothing;
  if (!profile || profile.source === "outside") return nothing;
  if (profile.source === "built-in")
    return { firstStep: undefined, mayConnect: connects, hasGrowth: true };
  return {
    firstStep: sources.has("export") ? "import" : "connect",
    mayConnect: connects,
    hasGrowth: false,
  };
}

/** What a report that is set here is on where nobody asks for another; undefined where reports come from outside. */
async function usualPaper({ uid }: Subscriber): Promise<Paper | undefined> {
  if (env.REPORT_SOURCE === "outside") return undefined;
  return paperFor(null, await withoutWaiting("firestore", timeZoneOf(uid), null));
}

/** Undefined while the subscription service is down; the page then neither offers nor unlocks extras. */
async function readOwned(subscriber: Subscriber): Promise<Product[] | undefined> {
  const subscriptions = await unlessDown(subscriptionsOrLastKnown(subscriber));
  return subscriptions && [...ownedProducts(subscriptions)];
}

/** The dashboard. Its dialogs have their own addresses and are shown over it, or instead of it without JavaScript. */
export default function Home() {
  const { sessionLeft, mayConnect, own, links, ...cards } = useLoaderData<typeof loader>();
  const isCovered = useLocation().pathname.replace(/\/+$/, "") !== addresses.dashboard;
  const hiddenIfCovered = isCovered ? "noscript:hidden" : "";
  return (
    <div {...scriptHook("session-left", sessionLeft)} className="app-frame">
      <SkipLink />
      {import.meta.env.SSR ? <SideBar own={own} /> : <SideBarAsWritten />}
      <div className="app-page">
        <div className={hiddenIfCovered}>
          <HomeHeader mayConnect={mayConnect} />
        </div>
        <main {...skipTarget}>
          <div className={`home-cards ${hiddenIfCovered}`}>
            <HomeCards mayConnect={mayConnect} {...cards} />
          </div>
          <Outlet />
        </main>
        <div className={hiddenIfCovered}>
          <AppFooter links={links}>
            <Link to={addresses.myPlan} preventScrollReset className="py-1 hover:underline">
              My Plan
            </Link>
          </AppFooter>
        </div>
      </div>
    </div>
  );
}

/** In the browser: what the server has written stays as it is, so that it is in no script. */
const SideBarAsWritten = () => (
  <div
    className="side-bar"
    suppressHydrationWarning
    // biome-ignore lint/security/noDangerouslySetInnerHtml: empty, which hydration takes for 'leave what is there'
    dangerouslySetInnerHTML={{ __html: "" }}
  />
);
