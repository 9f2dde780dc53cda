import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { buttonStyle } from "~/design/button";
import { Unavailable } from "~/design/unavailable";
import { requireOwnAnalysis } from "~/features/account/guards.server";
import { saveTimeZone } from "~/features/account/letter-choices.server";
import { announcePreferences } from "~/features/account/settings.server";
import type { Knowing } from "~/features/analysis/analysis-notes";
import { FirstStep } from "~/features/analysis/first-step";
import { GrowthUnreadable } from "~/features/growth/growth.server";
import { computeAnew, GrowthUnreadableMessage } from "~/features/growth/views/growth-unreadable";
import { refigureInZone } from "~/features/imports/refigure.server";
import { fieldText, readForm } from "~/platform/http/forms/parse-form.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { doneCookie } from "~/platform/session/done-cookie.server";
import { orElse } from "~/platform/upstream/upstream.server";
import { addresses, queryOf } from "~/platform/values/addresses";
import { say } from "~/platform/values/say";
import { asTimeZone } from "~/platform/values/time-zone";
import { computeGrowthAnew } from "./compute-anew.server.ts";
import { GrowthView } from "./growth-view.tsx";
import { shownGrowth } from "./shown-growth.server.ts";

export const handle: PageHandle = { title: "Growth", isWide: true };

/** Passes on Retry-After. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: MetaFunction = () =>
  pageMeta("Growth", "How your followers, your engagement and your reach change over time.");

export async function loader({ request }: LoaderFunctionArgs) {
  const { uid } = await requireOwnAnalysis(request);
  return orElse(shownGrowth(uid, queryOf(request).get("range")), (failure) =>
    failure instanceof GrowthUnreadable
      ? data({ state: "unreadable" as const }, 503)
      : data({ state: "unavailable" as const }, 503),
  );
}

/** Keeps the time zone in which the best hours are told, or computes growth again. */
export async function action({ request }: ActionFunctionArgs) {
  const { uid } = await requireOwnAnalysis(request);
  const form = await readForm(request);
  if (fieldText(form, "press") === computeAnew) return computeGrowthAnew(uid);
  const timeZone = asTimeZone(fieldText(form, "timeZone"));
  if (!timeZone) return data({ error: say`Choose a time zone from the list.` }, 400);
  return orElse(
    async () => {
      await saveTimeZone(uid, timeZone);
      await announcePreferences(uid);
      refigureInZone(uid);
      return redirect(`${addresses.growth}#when-to-post`, {
        headers: { "set-cookie": doneCookie("time-zone") },
      });
    },
    () => data({ error: say`We could not save that. Please try again in a moment.` }, 503),
  );
}

/** For an analysis that is older than this page: the next import or the next reading brings the figures. */
function NotYet({ knowing }: { knowing: Knowing }) {
  return (
    <section className="card p-6 shadow-card @2xl:mx-auto @2xl:max-w-[46rem]">
      <h1 className="text-2xl leading-tight font-extrabold">
        Your growth comes with the next figures
      </h1>
      <p className="mt-3 text-muted">
        {knowing.isConnected
          ? "We read your Instagram account every day. Your growth is here after the next reading."
          : "Your analysis is older than this page. Import a new export, and your growth is here."}
      </p>
      {knowing.mayImport && (
        <a href={addresses.import} className={buttonStyle("primary", "mt-6 w-full")}>
          Import my export
        </a>
      )}
      <a
        href={addresses.analytics}
        className={buttonStyle(knowing.mayImport ? "quiet" : "primary", "mt-3 w-full")}
      >
        See my analysis
      </a>
    </section>
  );
}

export default function Growth() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (page.state === "unavailable")
    return (
      <Unavailable retry={addresses.growth}>
        We cannot reach your figures right now. Your data is safe.
      </Unavailable>
    );
  if (page.state === "unreadable")
    return (
      <GrowthUnreadableMessage
        error={answer && "unreadable" in answer ? answer.unreadable : undefined}
      />
    );
  if (page.state === "first-step") return <FirstStep {...page.firstStep} />;
  if (page.state === "not-yet") return <NotYet knowing={page.knowing} />;
  return (
    <GrowthView page={page.page} error={answer && "error" in answer ? answer.error : undefined} />
  );
}
