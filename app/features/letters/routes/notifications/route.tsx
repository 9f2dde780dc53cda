import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { SubmitButton } from "~/design/button";
import { FormMessage } from "~/design/form-message";
import { FormToken } from "~/design/form-token";
import { type IconName, NamedIcon } from "~/design/icons";
import { TimeZoneSelect } from "~/design/time-zone-select";
import { Unavailable } from "~/design/unavailable";
import { env } from "~/env.server";
import { requireSubscriber } from "~/features/account/guards.server";
import { settingsOf } from "~/features/account/settings.server";
import { lastGoodProfile, profileOf } from "~/features/analysis/profiles.server";
import script from "~/platform/browser/time-zone.ts?worker&url";
import { readForm } from "~/platform/http/forms/parse-form.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { orElse, withoutWaiting } from "~/platform/upstream/upstream.server";
import { addresses, queryOf } from "~/platform/values/addresses";
import { zoneWords } from "~/platform/values/dates";
import { promisedBy } from "~/platform/values/promises";
import { sentences } from "~/platform/values/say";
import { timeZones } from "~/platform/values/time-zone";
import {
  carryOutLetterPress,
  type LetterPress,
  letterPressResult,
  type OfferedLetters,
} from "./press.server.ts";

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
      const { weeklyLetter, breachAlerts, importReminder, timeZone } = settings;
      return {
        email,
        weeklyLetter,
        breachAlerts,
        importReminder,
        hasReminder: offered.reminder || importReminder,
        timeZone,
        zones: offered.weekly || weeklyLetter ? timeZones : [],
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

interface LetterCardProps {
  id: string;
  icon: IconName;
  title: string;
  isOn: boolean;
  /** What comes, and when. */
  children: ReactNode;
}

/** One letter, and whether it is on. */
function LetterCard({ id, icon, title, isOn, children }: LetterCardProps) {
  return (
    <section aria-labelledby={id} className="card p-5 shadow-card">
      <div className="flex flex-wrap items-center gap-3">
        <NamedIcon name={icon} className="size-7 text-blue-ink" />
        <h2 id={id} className="flex-1 text-xl font-extrabold">
          {title}
        </h2>
        <p
          className={`rounded-full px-3 py-1 text-sm font-bold ${isOn ? "bg-green-tint text-green-ink" : "bg-tint text-muted"}`}
        >
          {isOn ? "On" : "Off"}
        </p>
      </div>
      {children}
    </section>
  );
}

const labels: Record<LetterPress, string> = sentences({
  "weekly-on": "Turn on the weekly letter",
  "weekly-off": "Turn off the weekly letter",
  "alerts-on": "Turn on breach alerts",
  "alerts-off": "Turn off breach alerts",
  "reminder-on": "Turn on the import reminder",
  "reminder-off": "Turn off the import reminder",
  "time-zone": "Save time zone",
});

interface PressFormProps {
  press: LetterPress;
  tone?: "primary" | "quiet";
  children?: ReactNode;
}

/** One press of the page. A plain form: it works without JavaScript. */
function PressForm({ press, tone = "primary", children }: PressFormProps) {
  return (
    <form method="post" action={addresses.notifications} className="mt-5">
      <FormToken />
      {children}
      <SubmitButton name="press" value={press} tone={tone}>
        {labels[press]}
      </SubmitButton>
    </form>
  );
}

function BreachAlerts({ isOn }: { isOn: boolean }) {
  return (
    <LetterCard id="breach-alerts" icon="safety" title="Breach alerts" isOn={isOn}>
      <p className="mt-3">
        Once a month we look up your email address in the record of known data breaches. You get a
        letter only if there is one that was not there before.
      </p>
      <p className="mt-2 text-muted">
        The breaches known today are listed under{" "}
        <a href={addresses.passwordSafety} className="text-blue-ink underline">
          Password safety
        </a>
        . You get no letter about them.
      </p>
      {isOn ? <PressForm press="alerts-off" tone="quiet" /> : <PressForm press="alerts-on" />}
    </LetterCard>
  );
}

function ImportReminder({ isOn }: { isOn: boolean }) {
  return (
    <LetterCard id="import-reminder" icon="notifications" title="Import reminder" isOn={isOn}>
      <p className="mt-3">
        When your last import is a month old: one letter that reminds you to ask Instagram for a new
        export.
      </p>
      <p className="mt-2 text-muted">
        It comes once for each import. Who imports every month never gets it.
      </p>
      {isOn ? <PressForm press="reminder-off" tone="quiet" /> : <PressForm press="reminder-on" />}
    </LetterCard>
  );
}

interface WeeklyLetterProps {
  isOn: boolean;
  timeZone: string | null;
  zones: readonly string[];
  /** The time zone of a press that could not be carried out. */
  chosen: string | undefined;
  /** Why the time zone was refused. */
  error: string | undefined;
}

function WeeklyLetter({ isOn, timeZone, zones, chosen, error }: WeeklyLetterProps) {
  const select = <TimeZoneSelect timeZone={chosen || timeZone} zones={zones} error={error} />;
  return (
    <>
      <LetterCard id="weekly-letter" icon="mail" title="Weekly letter" isOn={isOn}>
        <p className="mt-3">
          On Monday mornings: your followers now and at the last letter, who came and who left, your
          best post, and one recommendation.
        </p>
        <p className="mt-2 text-muted">
          It comes only when a new import or a new reading of your account has changed something.
          {isOn &&
            timeZone &&
            ` Monday morning is between 6 and 10 o'clock, ${zoneWords(timeZone)}.`}
        </p>
        {isOn ? (
          <PressForm press="weekly-off" tone="quiet" />
        ) : (
          <PressForm press="weekly-on">{timeZone === null && select}</PressForm>
        )}
      </LetterCard>
      {(timeZone !== null || isOn) && (
        <section aria-labelledby="time-zone-title" className="card p-5 shadow-card">
          <h2 id="time-zone-title" className="text-lg font-extrabold">
            Your time zone
          </h2>
          <PressForm press="time-zone" tone="quiet">
            {select}
          </PressForm>
        </section>
      )}
      {timeZone === null && <script type="module" src={script} />}
    </>
  );
}

export default function Notifications() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if ("unavailable" in page && answer?.tried) {
    const { press, timeZone } = answer.tried;
    return (
      <>
        <FormMessage message={answer.message} />
        <h1 className="mt-6 text-2xl font-extrabold">Which letters do you want?</h1>
        <PressForm press={press}>
          {timeZone && <TimeZoneSelect timeZone={timeZone} zones={timeZones} />}
        </PressForm>
      </>
    );
  }
  if ("unavailable" in page)
    return (
      <Unavailable retry={addresses.notifications}>
        We cannot reach your settings right now. Nothing has changed.
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
            chosen={answer?.tried?.timeZone}
            error={answer?.timeZone}
          />
        )}
        {page.hasReminder && <ImportReminder isOn={importReminder} />}
        <BreachAlerts isOn={breachAlerts} />
      </div>
    </>
  );
}
