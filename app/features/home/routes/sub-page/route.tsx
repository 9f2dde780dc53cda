import { type AppLoadContext, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useMatches } from "@remix-run/react";
import { AppFooter } from "~/design/app-footer";
import { NamedIcon } from "~/design/icons";
import { SideBar } from "~/design/side-bar";
import { SkipLink, skipTarget } from "~/design/skip-link";
import { env } from "~/env.server";
import { requireSubscriber } from "~/features/account/guards.server";
import { ownPlacesOf } from "~/features/analysis/profile";
import { lastGoodProfile, profileOf } from "~/features/analysis/profiles.server";
import { sessionOfPage } from "~/features/home/session-of-page.server";
import { linksOut } from "~/features/leaving/place-rules.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { placeholderFor } from "~/platform/pages/placeholders.server";
import { doneBefore } from "~/platform/session/done-cookie.server";
import { withoutWaiting } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { commaList } from "~/platform/values/listed";
import { countdownParts, nextUpdate } from "~/platform/values/next-update";
import { scriptHook } from "~/platform/values/script-hooks";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  const { uid } = subscriber;
  // Does not wait while Firestore is down, because only the countdown and the side bar need the profile.
  const [profile, links] = await Promise.all([
    withoutWaiting("firestore", profileOf(uid), lastGoodProfile(uid)),
    linksOut(subscriber),
  ]);
  // Only the outside system updates daily.
  const updatedAt = profile?.source === "outside" ? profile.updatedAt : undefined;
  const next = nextUpdate(updatedAt, Date.now());
  const done = doneBefore(request);
  const layout = {
    said: done?.said,
    links,
    own: ownPlacesOf(env.ANALYSIS_SOURCES, profile),
    ...sessionOfPage(context, subscriber),
    countdown: next === undefined ? undefined : countdownTo(next, context),
  };
  return done ? data(layout, { headers: done.headers }) : layout;
}

function countdownTo(next: number, context: AppLoadContext) {
  const left = next - Date.now();
  return {
    left: placeholderFor(context, "countdown", left),
    text: placeholderFor(context, "countdownText", commaList(countdownParts(left))),
  };
}

/** docs/product.md#sub-pages. A page sets its title, and whether it is wide, in its handle or its loader's data. */
export default function SubPage() {
  const { said, sessionLeft: left, countdown, own, links } = useLoaderData<typeof loader>();
  const page = useMatches().at(-1);
  const {
    title,
    back = addresses.dashboard,
    isWide,
  } = {
    ...(page?.handle as PageHandle | undefined),
    ...(page?.data as Pick<PageHandle, "title" | "back" | "isWide"> | undefined),
  };
  return (
    <div {...scriptHook("session-left", left)} className="app-frame">
      <SkipLink />
      <SideBar own={own} />
      <div className="app-page flex flex-col bg-surface sm:shadow-card lg:shadow-none">
        <header className="flex items-center gap-2 px-3 py-3 lg:px-7">
          <a
            href={back}
            aria-label="Back"
            className="grid size-11 place-items-center rounded-full text-ink hover:bg-tint"
          >
            <NamedIcon name="back" />
          </a>
          <p className="text-lg font-bold">{title}</p>
        </header>
        {countdown !== undefined && (
          <section
            aria-label="Next update"
            {...scriptHook("countdown", countdown.left)}
            className="sticky top-0 z-20 bg-brand px-5 py-3 text-sm text-on-brand lg:flex lg:flex-wrap lg:justify-between lg:gap-x-6 lg:px-10"
          >
            <p className="text-balance">
              It takes time for our algorithms to analyse your profile data.
            </p>
            <p className="mt-0.5 lg:mt-0">
              Next update in{" "}
              <strong role="timer" {...scriptHook("countdown-text")} className="tabular-nums">
                {countdown.text}
              </strong>
            </p>
          </section>
        )}
        <main
          {...skipTarget}
          className={`app-content @container flex flex-1 flex-col ${isWide ? "" : "app-text"}`}
        >
          {said && (
            <p
              role="status"
              className="mb-5 rounded-xl bg-green-tint px-4 py-3 font-semibold text-green-ink"
            >
              {said}
            </p>
          )}
          <Outlet />
        </main>
        <AppFooter links={links}>
          <a href={addresses.myPlan} className="py-1 hover:underline">
            My Plan
          </a>
        </AppFooter>
      </div>
    </div>
  );
}
