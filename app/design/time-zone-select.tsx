import { scriptHook } from "~/platform/values/script-hooks";

interface TimeZoneSelectProps {
  /** Null until it is chosen: then a script chooses the browser's (app/platform/browser/time-zone.ts). */
  timeZone: string | null;
  zones: readonly string[];
  /** Why the choice was refused. */
  error?: string | undefined;
}

/** Most options have their text as value. Written out too, the values of 400 of them were a quarter of the page. */
const needsValue = (zone: string): boolean => zone.includes("_") || !zone.includes("/");

export function TimeZoneSelect({ timeZone, zones, error }: TimeZoneSelectProps) {
  const all = timeZone === null || zones.includes(timeZone) ? zones : [timeZone, ...zones];
  return (
    <div className="mb-4">
      <label htmlFor="time-zone" className="mb-1.5 block font-semibold">
        Time zone
      </label>
      <select
        id="time-zone"
        name="timeZone"
        required
        aria-invalid={Boolean(error)}
        aria-describedby={error && "time-zone-error"}
        defaultValue={timeZone ?? ""}
        {...(timeZone === null && scriptHook("time-zone-guess"))}
        className="block min-h-12 w-full rounded-xl border border-control bg-surface px-4 py-3 aria-invalid:border-red aria-invalid:outline-2 aria-invalid:outline-red"
      >
        {timeZone === null && <option value="">Choose your time zone</option>}
        {all.map((zone) => (
          <option key={zone} value={needsValue(zone) || zone === timeZone ? zone : undefined}>
            {zone.replaceAll("_", " ")}
          </option>
        ))}
      </select>
      {error && (
        <p id="time-zone-error" className="mt-1.5 text-sm font-semibold text-red-ink">
          {error}
        </p>
      )}
    </div>
  );
}
