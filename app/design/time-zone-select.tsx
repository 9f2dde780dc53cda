import { scriptHook } from "~/platform/values/script-hooks";

interface TimeZoneSelectProps {
  /** Null until it is chosen: then a script chooses the browser's (app/platform/browser/time-zone.ts). */
  timeZone: string | null;
  zones: readonly string[];
}

export function TimeZoneSelect({ timeZone, zones }: TimeZoneSelectProps) {
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
        defaultValue={timeZone ?? ""}
        {...(timeZone === null && scriptHook("time-zone-guess"))}
        className="block min-h-12 w-full rounded-xl border border-control bg-surface px-4 py-3"
      >
        {timeZone === null && <option value="">Choose your time zone</option>}
        {all.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll("_", " ")}
          </option>
        ))}
      </select>
    </div>
  );
}
