import offers from "content:offers";
import promises from "content:promises";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { AppFooter } from "~/design/app-footer";
import { NamedIcon } from "~/design/icons";
import { type OwnPlaces, SideBar } from "~/design/side-bar";
import { SkipLink, skipTarget } from "~/design/skip-link";
import { env } from "~/env.server";
import { requireSubscriber } from "~/features/account/guards.server";
import { type Extra, extras, offerAddress } from "~/features/account/offer";
import { ownedProducts, type Product } from "~/features/account/product";
import { timeZoneOf } from "~/features/account/settings.server";
import { subscriptionsOrLastKnown } from "~/features/account/subscriptions.server";
import { ownPlacesOf, type Profile } from "~/features/analysis/profile";
import { lastGoodProfile, profileOf } from "~/features/analysis/profiles.server";
import { sessionOfPage } from "~/features/home/session-of-page.server";
import { linksOut } from "~/features/leaving/place-rules.server";
import { OfferCard } from "~/features/purchases/offer-card";
import { type Paper, paperFor } from "~/features/report/paper";
import type { PageHandle } from "~/platform/pages/page-handle";
import type { Subscriber } from "~/platform/session/session.server";
import { unlessDown, withoutWaiting } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { type Promised, promisedBy } from "~/platform/values/promises";
import { say, sentences } from "~/platform/values/say";
import { scriptHook } from "~/platform/values/script-hooks";
import {
  AnalysisCards,
  type AnalysisCardsProps,
  Art,
  cardStyle,
  type FirstStepKind,
} from "./analysis-cards.tsx";
import { HomeHeader } from "./home-header.tsx";

export const handle: PageHandle = { hydrate: true };

export const meta: MetaFunction = () => [
  { title: say`Dashboard · Profile Analyzer` },
  { name: "description", content: say`Your Instagram analysis, tips, guides, news and extras.` },
];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  const { uid } = subscriber;
  const [owned, profile, reportPaper, links] = await Promise.all([
    readOwned(subscriber),
    withoutWaiting("firestore", profileOf(uid), lastGoodProfile(uid)),
    usualPaper(subscriber),
    linksOut(subscriber),
  ]);
  const own = ownPlacesOf(env.ANALYSIS_SOURCES, profile);
  return {
    ...sessionOfPage(context, subscriber),
    owned,
    reportPaper,
    links,
    own,
    ...analysisStart(own, profile),
    texts: promises[promisedBy(env.ANALYSIS_SOURCES)].home,
  };
}

/**
 * How the subscriber's own analysis begins, or that it is there and has its growth. The first step is the import where
 * there is one, as it needs no professional account. Nothing is offered to subscribers of the outside system
 * (docs/product.md#sources), nor while Firestore is down.
 */
function analysisStart(own: OwnPlaces, profile: Profile | undefined) {
  const step: FirstStepKind = own.import ? "import" : own.connect ? "connect" : undefined;
  const hasGrowth = step !== undefined && profile?.source === "built-in";
  return { hasGrowth, firstStep: hasGrowth ? undefined : step };
}

/** The paper of a report, unless another one is asked for; undefined where reports come from outside. */
async function usualPaper({ uid }: Subscriber): Promise<Paper | undefined> {
  if (env.REPORT_SOURCE === "outside") return undefined;
  return paperFor(null, await withoutWaiting("firestore", timeZoneOf(uid), null));
}

/** Undefined while the subscription service is down; the page then neither offers nor unlocks extras. */
async function readOwned(subscriber: Subscriber): Promise<Product[] | undefined> {
  const subscriptions = await unlessDown(subscriptionsOrLastKnown(subscriber));
  return subscriptions && [...ownedProducts(subscriptions)];
}

/** The course has another name here than in the special offers (docs/product.md#home). */
const cardTexts: Partial<Record<Extra, { title: string; label: string }>> = sentences({
  pdfCourse: { title: "Instagram PRO", label: "10-lessons course" },
});
const cardOrder: readonly Extra[] = [
  "pdfCourse",
  ...extras.filter((extra) => extra !== "pdfCourse"),
];

type HomeTexts = (typeof promises)[Promised]["home"];

interface Card {
  title: string;
  text: string;
  art: string;
  to: string;
}

const trends: readonly Card[] = sentences([
  {
    title: "Top trends",
    text: "What defines Instagram this year",
    art: "trends",
    to: addresses.topTrends,
  },
  {
    title: "Top hacks",
    text: "How to work with the algorithm",
    art: "hacks",
    to: addresses.topHacks,
  },
]);

/** All other pages to read, and the password check. */
const guidesOf = (texts: HomeTexts): readonly Card[] => [
  {
    title: say`Tips & Insights`,
    text: say`Small habits that lift engagement and bring followers`,
    art: "insights",
    to: addresses.insights,
  },
  {
    title: say`Secret Admirers`,
    text: texts.admirers,
    art: "admirers",
    to: addresses.articles("secret-admirers"),
  },
  {
    title: say`Detect Stalkers`,
    text: say`Notice unwanted attention early and protect yourself`,
    art: "stalkers",
    to: addresses.articles("detect-stalkers"),
  },
  {
    title: say`Password safety`,
    text: say`See whether your email appears in known data breaches`,
    art: "password-safety",
    to: addresses.passwordSafety,
  },
  {
    title: say`News`,
    text: say`What is new for creators on Instagram`,
    art: "news",
    to: addresses.news,
  },
];

interface HomeCardsProps extends Omit<AnalysisCardsProps, "text"> {
  /** Undefined while the subscription service is down. */
  owned: readonly Product[] | undefined;
  texts: HomeTexts;
}

function HomeCards({ owned, texts, ...start }: HomeCardsProps) {
  return (
    <>
      <h1 className="sr-only">Dashboard</h1>
      <AnalysisCards {...start} text={texts.analytics} />
      <ul className="two-up mt-3">
        {trends.map((card) => (
          <li key={card.to}>
            <a href={card.to} className={`flex h-full flex-col p-4 ${cardStyle}`}>
              <Art name={card.art} className="size-[80px]" />
              <span className="mt-3 text-lg leading-tight font-bold">{card.title}</span>
              <span className="mt-1 text-sm text-muted">{card.text}</span>
            </a>
          </li>
        ))}
      </ul>

      <h2 className="mt-9 text-xl font-extrabold">Grow and stay safe</h2>
      <ul className="home-rows">
        {guidesOf(texts).map((card) => (
          <li key={card.to}>
            <a
              href={card.to}
              className={`group flex flex-wrap items-center gap-4 p-4 ${cardStyle}`}
            >
              <Art name={card.art} className="size-[72px]" />
              <span className="min-w-0 flex-1 basis-24">
                <span className="block text-lg leading-tight font-bold">{card.title}</span>
                <span className="mt-1 block text-sm text-muted">{card.text}</span>
              </span>
              <NamedIcon name="forward" className="size-5 text-blue-ink" />
            </a>
          </li>
        ))}
      </ul>

      <h2 className="mt-9 text-xl font-extrabold">Go further</h2>
      {owned ? (
        <ul className="home-rows">
          {cardOrder.map((extra) => (
            <li key={extra}>
              <OfferCard
                extra={extra}
                offer={offers.offers[extra]}
                owned={owned.includes(extra)}
                buyAt={offerAddress(extra)}
                {...cardTexts[extra]}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-3 rounded-card bg-surface p-4 text-muted shadow-card">
          Your extras cannot be shown right now. Please try again in a moment.
        </p>
      )}
    </>
  );
}

/** The dashboard. Its dialogs have their own addresses and are shown over it, or instead of it without JavaScript. */
export default function Home() {
  const { sessionLeft: left, own, links, ...cards } = useLoaderData<typeof loader>();
  const isCovered = useLocation().pathname.replace(/\/+$/, "") !== addresses.dashboard;
  const isHydrated = useHydrated();
  const behind = isCovered ? "noscript:hidden print:hidden" : "";
  // Until the scripts run: then dialogs are modal, and what is inert could not take the focus back from them.
  const inert = isCovered && !isHydrated ? { inert: "" as const } : {};
  return (
    <div {...scriptHook("session-left", left)} className="app-frame">
      <SkipLink />
      {import.meta.env.SSR ? <SideBar own={own} /> : <SideBarAsWritten />}
      <div className="app-page">
        <div className={behind} {...inert}>
          <HomeHeader mayConnect={own.connect} />
        </div>
        <main {...skipTarget}>
          <div className={`home-cards ${behind}`} {...inert}>
            <HomeCards mayConnect={own.connect} {...cards} />
          </div>
          <Outlet />
        </main>
        <div className={behind} {...inert}>
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

/** Read before React runs: where an extension has put an element into the page, React draws all of it anew. */
const sideBar = import.meta.env.SSR ? null : document.querySelector(".side-bar");
const writtenSideBar = { __html: sideBar?.innerHTML ?? "" };

/** In the browser the side bar stays as the server has rendered it, so that no script contains it. */
const SideBarAsWritten = () => (
  <div
    className="side-bar"
    suppressHydrationWarning
    // biome-ignore lint/security/noDangerouslySetInnerHtml: what the server has written; hydration leaves what is there
    dangerouslySetInnerHTML={writtenSideBar}
  />
);
