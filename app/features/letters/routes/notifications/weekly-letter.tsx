import { TimeZoneSelect } from "~/design/time-zone-select";
import script from "~/platform/browser/time-zone.ts?worker&url";
import { zoneWords } from "~/platform/values/dates";
import { LetterCard, PressForm } from "./letter-card.tsx";

interface WeeklyLetterProps {
  isOn: boolean;
  timeZone: string | null;
  zones: readonly string[];
  /** Why the time zone was refused. */
  error: string | undefined;
}

export function WeeklyLetter({ isOn, timeZone, zones, error }: WeeklyLetterProps) {
  const select = <TimeZoneSelect timeZone={timeZone} zones={zones} error={error} />;
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
          <PressForm press="weekly-off" label="Turn off the weekly letter" tone="quiet" />
        ) : (
          <PressForm press="weekly-on" label="Turn on the weekly letter">
            {timeZone === null && select}
          </PressForm>
        )}
      </LetterCard>
      {(timeZone !== null || isOn) && (
        <section aria-labelledby="time-zone-title" className="card p-5 shadow-card">
          <h2 id="time-zone-title" className="text-lg font-extrabold">
            Your time zone
          </h2>
          <PressForm press="time-zone" label="Save time zone" tone="quiet">
            {select}
          </PressForm>
        </section>
      )}
      {timeZone === null && <script type="module" src={script} />}
    </>
  );
}
