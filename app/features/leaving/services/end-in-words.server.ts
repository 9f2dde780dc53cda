import { obligationsOn } from "~/features/leaving/services/obligations.server";
import { formatDayIn, formatTime } from "~/platform/values/dates";

/**
 * When a subscription ends: the day by the place's clock; where that is not one clock, or the place is not known, the
 * time in UTC.
 */
export function endInWords(endsAt: number, place: string | null): string {
  const [zone = null, ...others] = obligationsOn(place, Date.now()).zones;
  return zone === null || others.length > 0 ? formatTime(endsAt) : formatDayIn(endsAt, zone);
}
