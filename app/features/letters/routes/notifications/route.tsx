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
import { addresses, queryOf } from "~/platform/values/addresses";
import { promisedBy } from "~/platform/values/promises";
import { timeZones } from "~/platform/values/time-zone";
import { BreachAlerts } from "./breach-alerts.tsx";
import { ImportReminder } from "./import-reminder.tsx";
import { carryOutLetterPress, type OfferedLetters } from "./press.server.ts";
import { letterPressResult } from "./press-results.ts";
import { WeeklyLetter } from "./weekly-letter.tsx";

export const handle: PageHandle = { title: "Notifications", isWide: true };
export const meta: MetaFunction = () =>
  pageMeta(
    "Notifications",
    "Which letters you get from us, and when. All are off until you choose them.",
  );

/**
 * The weekly letter is offered to those whose analysis is made here, as nothing else gives it something to say, and the
 * reminder to those who may import. While that cannot be told, they are offered.
 */
async function offeredTo(uid: string): Promise<OfferedLetters> {
  if (promisedBy(env.ANALYSIS_SOURCES) === "outside") return { weekly: false, reminder: false };
  const profile = await withoutWaiting("firestore", profileOf(uid), lastGoodProfile(uid));
  const weekly = profile?.source !== "outside";
  return { weekly, reminder: weekly && env.ANALYSIS_SOURCES.has("export") };
}

export async function loader({ request }: LoaderFunctionArgs) {
  const { uid, email } = await requireSubscriber(request);
  const done = queryOf(request).get("done") ?? "";
  return orElse(
    async () => {
      const [settings, offered] = await Promise.all([settingsOf(uid), offeredTo(uid)]);
      const isShown = offered.weekly || settings.weeklyLetter;
      const zones = isShown ? timeZones : [];
      const { weeklyLetter, breachAlerts, importReminder, timeZone } = settings;
      const hasReminder = offered.reminder || importReminder;
      return {
        email,
        weeklyLetter,
        breachAlerts,
        importReminder,
        hasReminder,
        timeZone,
        zones,
        said: letterPressResult(done, settings),
      };
    },
    () => data({ unavailable: true as const }, 503),
  );
}

/** Each press changes one setting, so that two pages that are open at once undo nothing of each other. */
export async function action({ request }: ActionFunctionArgs) {
  const { uid } = await requireSubscriber(request);
  return carryOutLetterPress(await readForm(request), uid, await offeredTo(uid));
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
  const { email, weeklyLetter, breachAlerts, importReminder, timeZone, zones, said } = page;
  return (
    <>
      <h1 className="text-2xl font-extrabold">Which letters do you want?</h1>
      <p className="mt-2 text-muted wrap-anywhere">
        They go to {email}. Each has a link that turns it off with one press.
      </p>
      <div className="mt-4 empty:hidden">
        <FormMessage message={answer?.message} errors={{ "time-zone": answer?.timeZone }} />
        {said && !answer && (
          <p
            role="status"
            className="rounded-xl bg-green-tint px-4 py-3 font-semibold text-green-ink"
          >
            {said}
          </p>
        )}
      </div>
      <div className="card-columns">
        {zones.length > 0 && (
          <WeeklyLetter
            isOn={weeklyLetter}
            timeZone={timeZone}
            zones={zones}
            error={answer?.timeZone}
          />
        )}
        {page.hasReminder && <ImportReminder isOn={importReminder} />}
        <BreachAlerts isOn={breachAlerts} />
      </div>
    </>
  );
}
