import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { subscriptionsOrLastKnown } from "~/clients/subscriptions.server";
import { unlessDown } from "~/clients/upstream.server";
import { SkipLink, skipTarget } from "~/components/skip-link";
import { ownedProducts, type Product } from "~/domain/product";
import { scriptHook } from "~/domain/script-hooks";
import { addresses } from "~/web/addresses";
import type { PageHandle } from "~/web/document/page-handle";
import { placeholderFor } from "~/web/pages/placeholders.server";
import { requireSubscriber } from "~/web/session/guards.server";
import { type Subscriber, sessionEnd } from "~/web/session/session.server";
import { HomeCards } from "./home-cards.tsx";
import { HomeFooter } from "./home-footer.tsx";
import { HomeHeader } from "./home-header.tsx";

export const handle: PageHandle = { hydrate: true };

export const meta: MetaFunction = () => [
  { title: "Dashboard · Profile Analyzer" },
  { name: "description", content: "Your Instagram analysis, tips, guides, news and extras." },
];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  const sessionLeft = placeholderFor(context, "sessionLeft", sessionEnd(subscriber) - Date.now());
  return { sessionLeft, owned: await owned(subscriber) };
}

/** Undefined while the subscription service cannot be asked: then nothing is offered and nothing unlocked. */
async function owned(subscriber: Subscriber): Promise<Product[] | undefined> {
  const subscriptions = await unlessDown(subscriptionsOrLastKnown(subscriber));
  return subscriptions && [...ownedProducts(subscriptions)];
}

/** Home, and over it the panels and dialogs that have addresses of their own; without JavaScript, instead of it. */
export default function Home() {
  const { sessionLeft, owned } = useLoaderData<typeof loader>();
  const covered = useLocation().pathname.replace(/\/+$/, "") !== addresses.dashboard;
  const below = covered ? "noscript:hidden" : "";
  return (
    <div {...scriptHook("session-left", sessionLeft)} className="mx-auto min-h-dvh max-w-app">
      <div className={below}>
        <SkipLink />
        <HomeHeader />
      </div>
      <main {...skipTarget}>
        <div className={`px-5 pt-20 pb-12 ${below}`}>
          <HomeCards owned={owned} />
        </div>
        <Outlet />
      </main>
      <div className={below}>
        <HomeFooter />
      </div>
    </div>
  );
}
