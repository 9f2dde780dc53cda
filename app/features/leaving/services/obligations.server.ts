import laws from "content:law";
import {
  lawOf,
  nextRuleOf,
  type Obligations,
  obligationsFor,
  type PlanLengths,
  type prescribed,
} from "~/features/leaving/rules/law";
import { lastDayBy } from "~/features/leaving/rules/notices";
import { currentLanguage } from "~/platform/languages/languages.server";
import { formatDate, formatDayIn, formatTime } from "~/platform/values/dates";
import { day } from "~/platform/values/durations";

const noPlan: PlanLengths = { term: 0, trial: 0 };

/** What holds in a place at a time, in epoch milliseconds. Without a plan there are no notices of its terms. */
export const obligationsOn = (place: string | null, at: number, plan = noPlan): Obligations =>
  obligationsFor(laws, place, plan, new Date(at).toISOString().slice(0, 10));

/** By whose clock a day is read in a place; undefined where it has several, or is not known. */
export const zoneOfPlace = (place: string | null): string | undefined => lawOf(laws, place)?.zone;

/** When the next rule of a place begins to hold. Epoch milliseconds; infinite if none is to come. */
export function nextRuleAt(place: string | null, at: number): number {
  const onDay = nextRuleOf(laws, place, new Date(at).toISOString().slice(0, 10));
  return onDay === undefined ? Number.POSITIVE_INFINITY : Date.parse(onDay);
}

/** What holds today, by place. */
const known = { day: 0, places: new Map<string | null, Obligations>() };

/** More than there are places. A place comes from billing, which may send anything. */
const mostPlaces = 300;

/** What holds in a place today, whatever the plan: every page's footer asks for it. */
export function obligationsToday(place: string | null): Obligations {
  const now = Date.now();
  const today = Math.floor(now / day);
  if (today !== known.day || known.places.size > mostPlaces) {
    known.day = today;
    known.places.clear();
  }
  const obligations = known.places.get(place) ?? obligationsOn(place, now);
  known.places.set(place, obligations);
  return obligations;
}

/** Prescribed words as a page has them: with their language where it is another than its own. */
export const wordsAsShown = ({
  text,
  language,
}: NonNullable<ReturnType<typeof prescribed>>): { text: string; language?: string } =>
  language === currentLanguage() ? { text } : { text, language };

/** When a subscription ends that is of a place. */
export const endInWords = (endsAt: number, place: string | null): string =>
  endByClocks(endsAt, obligationsOn(place, Date.now()).zones);

/**
 * When a subscription or a trial ends: the day by the place's clock; where that is not one clock, or the place is not
 * known, the time in UTC.
 * @param zones time zones of the place
 */
export function endByClocks(endsAt: number, zones: readonly string[]): string {
  const [zone = null, ...others] = zones;
  return zone === null || others.length > 0 ? formatTime(endsAt) : formatDayIn(endsAt, zone);
}

/**
 * The last whole day until a time, by all clocks of the place; where that day has passed, the time itself.
 * @param zones time zones of the place
 */
export function lastDayInWords(at: number, zones: readonly string[]): string {
  const lastDay = lastDayBy(at, zones);
  const isOver = lastDay <= lastDayBy(Date.now(), zones);
  return isOver ? formatTime(at) : formatDate(lastDay);
}
