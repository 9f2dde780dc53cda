import { SubmitButton } from "~/design/button";
import { FormMessage } from "~/design/form-message";
import { FormToken } from "~/design/form-token";
import { TimeZoneSelect } from "~/design/time-zone-select";
import script from "~/platform/browser/time-zone.ts?worker&url";
import { addresses } from "~/platform/values/addresses";

interface TimeZoneFormProps {
  /** Null until it is chosen. */
  timeZone: string | null;
  zones: readonly string[];
  error: string | undefined;
}

/** Asks for the time zone once; a script chooses the browser's. It is changed where the letters are set. */
export function TimeZoneForm({ timeZone, zones, error }: TimeZoneFormProps) {
  if (timeZone !== null)
    return (
      <a href={addresses.notifications} className="text-sm font-semibold text-blue-ink underline">
        Change the time zone
      </a>
    );
  return (
    <form method="post" action={addresses.growth} className="mt-3 card p-5 shadow-card">
      <FormToken />
      <div className="mb-3 empty:hidden">
        <FormMessage errors={{ "time-zone": error }} />
      </div>
      <p className="mb-3">Where are you? Until you choose, the times are in UTC.</p>
      <TimeZoneSelect timeZone={timeZone} zones={zones} error={error} />
      <SubmitButton tone="quiet">Save time zone</SubmitButton>
      <script type="module" src={script} />
    </form>
  );
}
