import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FormMessage } from "~/design/form-message";
import { Unavailable } from "~/design/unavailable";
import { env } from "~/env.server";
import { requireSubscriber } from "~/features/account/guards.server";
import { settingsOf } from "~/features/account/settings.server";
import { lastGoodProfile, profileOf } from "~/features/analysis/profiles.server";
import { readForm } from "~/platform/http/forms/parse-form.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { orElse, withoutWaiting } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { promisedBy } from "~/platform/values/promises";
import { timeZones } from "~/platform/values/time-zone";
import { BreachAlerts } from "./breach-alerts.tsx";
import { carryOutLetterPress } from "./press.server.ts";
import { letterPressResult } from "./press-results.ts";
import { WeeklyLetter } from "./weekly-letter.tsx";

export const handle: PageHandle = { title: "Notifications" };
export const meta: MetaFunction = () =>
  pageMeta(
    "Notifications",
    "Which letters you get from us, and when. All are off until you choose them.",
  );

/**
 * The weekly letter is offered to those whose analysis is made here: nothing else gives it something to say. While that
 * cannot be told, it is offered.
 */
async function mayGetWeeklyLetter(uid: string): Promise<boolean> {
  if (promisedBy(env.ANALYSIS_SOURCES) === "outside") return false;
  const profile = await withoutWaiting("firestore", profileOf(uid), lastGoodProfile(uid));
  return profile?.source !== "outside";
}

export async function loader({ request }: LoaderFunctionArgs) {
  const { uid, email } = await requireSubscriber(request);
  const done = new URL(request.url).searchParams.get("done") ?? "";
  return orElse(
    async () => {
      const [settings, mayGet] = await Promise.all([settingsOf(uid), mayGetWeeklyLetter(uid)]);
      const isShown = mayGet || settings.weeklyLetter;
      const zones = isShown ? timeZones : [];
      const { weeklyLetter, breachAlerts, timeZone } = settings;
      return { email, weeklyLetter, breachAlerts, timeZone, zones, done };
    },
    () => data({ unavailable: true as const }, 503),
  );
}

/** Each press changes one setting, so that two pages that are open at once undo nothing of each other. */
export async function action({ request }: ActionFunctionArgs) {
  const { uid } = await requireSubscriber(request);
  return carryOutLetterPress(await readForm(request), uid, await mayGetWeeklyLetter(uid));
}

export default function Notifications() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if ("unavailable" in page)
    return (
      <Unavailable retry={addresses.notifications}>
        {answer?.message ?? "We cannot reach your settings right now. Nothing has changed."}
      </Unavailable>
    );
  const { email, weeklyLetter, breachAlerts, timeZone, zones, done } = page;
  const result = answer ? undefined : letterPressResult(done, page);
  return (
    <>
      <h1 className="text-2xl font-extrabold">Which letters do you want?</h1>
      <p className="mt-2 text-muted wrap-anywhere">
        They go to {email}. Each has a link that turns it off with one press.
      </p>
      <div className="mt-4 empty:hidden">
        <FormMessage message={answer?.message} />
        {result && (
          <p
            role="status"
            className="rounded-xl bg-green-tint px-4 py-3 font-semibold text-green-ink"
          >
            {result}
          </p>
        )}
      </div>
      {zones.length > 0 && <WeeklyLetter isOn={weeklyLetter} timeZone={timeZone} zones={zones} />}
      <BreachAlerts isOn={breachAlerts} />
    </>
  );
}
