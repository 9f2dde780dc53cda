import promises from "content:promises";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { lastGoodProfile, profileOf } from "~/clients/profiles.server";
import { subscriptionsOrLastKnown } from "~/clients/subscriptions.server";
import { unlessDown, withoutWaiting } from "~/clients/upstream.server";
import { AppFooter } from "~/components/app-footer";
import { SkipLink, skipTarget } from "~/components/skip-link";
import { ownedProducts, type Product } from "~/domain/product";
import { promisedBy } from "~/domain/promises";
import { scriptHook } from "~/domain/script-hooks";
import { env } from "~/env.server";
import { addresses } from "~/web/addresses";
import type { PageHandle } from "~/web/document/page-handle";
import { placeholderFor } from "~/web/pages/placeholders.server";
import { requireSubscriber } from "~/web/session/guards.server";
import { type Subscriber, sessionEnd } from "~/web/session/session.server";
import { HomeCards } from "./home-cards.tsx";
import { HomeHeader } from "./home-header.tsx";

export const handle: PageHandle = { hydrate: true };

export const meta: MetaFunction = () => [
  { title: "Dashboard · Profile Analyzer" },
  { name: "description", content: "Your Instagram analysis, tips, guides, news and extras." },
];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  const sessionLeft = placeholderFor(context, "sessionLeft", sessionEnd(subscriber) - Date.now());
  const [owned, importFirst] = await Promise.all([
    readOwned(subscriber),
    startsWithImport(subscriber),
  ]);
  return {
    sessionLeft,
    owned,
    importFirst,
    texts: promises[promisedBy(env.ANALYSIS_SOURCES)].home,
  };
}

/** Whether the subscriber has no analysis yet and may import their export. While Firestore is down: no. */
async function startsWithImport({ uid }: Subscriber): Promise<boolean> {
  if (!env.ANALYSIS_SOURCES.has("export")) return false;
  const profile = await withoutWaiting("firestore", profileOf(uid), lastGoodProfile(uid));
  return profile?.source === "none";
}

/** Undefined while the subscription service is down; the page then neither offers nor unlocks extras. */
async function readOwned(subscriber: Subscriber): Promise<Product[] | undefined> {
  const subscriptions = await unlessDown(subscriptionsOrLastKnown(subscriber));
  return subscriptions && [...ownedProducts(subscriptions)];
}

/** The dashboard. Its dialogs have their own addresses and are shown over it, or instead of it without JavaScript. */
export default function Home() {
  const { sessionLeft, owned, importFirst, texts } = useLoaderData<typeof loader>();
  const isCovered = useLocation().pathname.replace(/\/+$/, "") !== addresses.dashboard;
  const hiddenIfCovered = isCovered ? "noscript:hidden" : "";
  return (
    <div {...scriptHook("session-left", sessionLeft)} className="mx-auto min-h-dvh max-w-app">
      <div className={hiddenIfCovered}>
        <SkipLink />
        <HomeHeader />
      </div>
      <main {...skipTarget}>
        <div className={`px-5 pt-20 pb-12 ${hiddenIfCovered}`}>
          <HomeCards owned={owned} importFirst={importFirst} texts={texts} />
        </div>
        <Outlet />
      </main>
      <div className={hiddenIfCovered}>
        <AppFooter>
          <Link to={addresses.myPlan} preventScrollReset className="py-1 hover:underline">
            My Plan
          </Link>
        </AppFooter>
      </div>
    </div>
  );
}
