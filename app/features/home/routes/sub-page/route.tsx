import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useMatches } from "@remix-run/react";
import { AppFooter } from "~/design/app-footer";
import { NamedIcon } from "~/design/icons";
import { SkipLink, skipTarget } from "~/design/skip-link";
import { requireSubscriber } from "~/features/account/guards.server";
import { lastGoodProfile, profileOf } from "~/features/analysis/profiles.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { placeholderFor } from "~/platform/pages/placeholders.server";
import { sessionEnd } from "~/platform/session/session.server";
import { withoutWaiting } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { countdownParts, nextUpdate } from "~/platform/values/countdown";
import { scriptHook } from "~/platform/values/script-hooks";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  const next = nextUpdate(await lastUpdate(subscriber.uid), Date.now());
  return {
    sessionLeft: placeholderFor(context, "sessionLeft", sessionEnd(subscriber) - Date.now()),
    countdown: next === undefined ? undefined : countdownTo(next, context),
  };
}

function countdownTo(next: number, context: AppLoadContext) {
  const left = next - Date.now();
  return {
    left: placeholderFor(context, "countdown", left),
    text: placeholderFor(context, "countdownText", countdownParts(left).join(", ")),
  };
}

/** Only the outside system updates daily. Does not wait while Firestore is down, because only the countdown needs it. */
async function lastUpdate(uid: string): Promise<number | undefined> {
  const profile = await withoutWaiting("firestore", profileOf(uid), lastGoodProfile(uid));
  return profile?.source === "outside" ? profile.updatedAt : undefined;
}

/** docs/product.md#sub-pages. A page sets its title in its handle or its loader's data. */
export default function SubPage() {
  const { sessionLeft, countdown } = useLoaderData<typeof loader>();
  const page = useMatches().at(-1);
  const { title, back = addresses.dashboard } = {
    ...(page?.handle as PageHandle | undefined),
    ...(page?.data as Pick<PageHandle, "title" | "back"> | undefined),
  };
  return (
    <div
      {...scriptHook("session-left", sessionLeft)}
      className="mx-auto flex min-h-dvh max-w-app flex-col bg-surface sm:shadow-card"
    >
      <SkipLink />
      <header className="flex items-center gap-2 px-3 py-3">
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
          className="sticky top-0 z-20 bg-brand px-5 py-3 text-sm text-on-brand"
        >
          <p className="text-balance">
            It takes time for our algorithms to analyse your profile data.
          </p>
          <p className="mt-0.5">
            Next update in{" "}
            <strong role="timer" {...scriptHook("countdown-text")} className="tabular-nums">
              {countdown.text}
            </strong>
          </p>
        </section>
      )}
      <main {...skipTarget} className="flex flex-1 flex-col px-5 pt-5 pb-10">
        <Outlet />
      </main>
      <AppFooter>
        <a href={addresses.myPlan} className="py-1 hover:underline">
          My Plan
        </a>
      </AppFooter>
    </div>
  );
}
