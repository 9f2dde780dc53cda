import { dayInSeconds, second } from "../../platform/values/durations.ts";
import { instagramBegan } from "../export/name-date.ts";

/**
 * The seconds at which what an export tells can have happened; any other is as if it said none. Its date may be that of
 * another time zone, and a day without its hour.
 * @param takenAt epoch milliseconds
 */
export function possibleTimes(takenAt: number): { from: number; to: number } {
  const taken = Math.floor(takenAt / second);
  const isDay = taken % dayInSeconds === 0;
  return { from: instagramBegan / second, to: taken + (isDay ? 2 : 1) * dayInSeconds };
}
