import type { ChartRequest } from "~/features/growth/chart";
import type { CountedByInstagram } from "~/features/growth/growth";
import {
  audienceShares,
  type SharesOf,
  unknownName,
} from "~/features/growth/rules/audience-shares";
import { type Audience, fewestFollowers, isTooSmall } from "~/features/history/instagram-counts";
import { formatDate, formatDates } from "~/platform/values/dates";
import { shareAsPercent } from "~/platform/values/decimals";
import { day } from "~/platform/values/durations";
import { allOf, commaList } from "~/platform/values/listed";
import { counted, withCommas } from "~/platform/values/numbers";
import { say, sayText, sentences } from "~/platform/values/say";
import { sum } from "~/platform/values/statistics";

/** Rows of a list that are shown one by one; the file has all. */
const mostRows = 7;

const titles: Record<SharesOf["of"], string> = sentences({
  country: "Countries",
  city: "Cities",
  age: "Age",
  gender: "Gender",
  views: "Views",
});

const inSentence: Record<SharesOf["of"], () => string> = {
  country: () => say`countries`,
  city: () => say`cities`,
  age: () => say`age`,
  gender: () => say`gender`,
  views: () => say`views`,
};

export type ShownAudience = NonNullable<ReturnType<typeof shownAudience>>;

/** The followers' demographics, and who sees the posts, by Instagram's own count; undefined without a connection. */
export function shownAudience({ growth, span }: ChartRequest) {
  const { counted: own } = growth;
  if (!own) return undefined;
  const { audience } = own;
  const shares = audience ? audienceShares(audience) : [];
  if (!audience || shares.length === 0) return { lists: [], notes: [whyUnknown(own)] };
  const missing = (["country", "city", "age", "gender", "views"] as const).filter(
    (kind) => !shares.some(({ of }) => of === kind),
  );
  return {
    lists: shares.map((one) => ({
      title: titles[one.of],
      about: aboutOf(one, audience, span.to - 1),
      rows: rowsOf(one),
    })),
    notes: allOf(
      say`Counted by Instagram itself, which was asked on ${formatDate(audience.askedAt)} and is asked once a week. Shares are of those it has counted; it does not count everybody.`,
      missing.length > 0 &&
        say`Instagram has told nothing about: ${commaList(missing.map((kind) => inSentence[kind]()))}.`,
    ),
  };
}

function aboutOf({ of, counted: all }: SharesOf, { views }: Audience, now: number): string {
  if (of !== "views" || !views) return say`of ${counted(all, "follower")} counted`;
  const [from, to] = formatDates(views.from, views.to - day / 2, now);
  return say`of ${counted(all, "view")} from ${from} to ${to}`;
}

function rowsOf({ of, parts, counted: all }: SharesOf) {
  const unknown = parts.filter(({ name }) => name === unknownName);
  const known = parts.filter(({ name }) => name !== unknownName);
  const isLong = known.length > mostRows;
  const shown = isLong ? known.slice(0, mostRows - 1) : known;
  const others = known.slice(shown.length);
  const rest = sum(others.map(({ count }) => count));
  return allOf(
    ...shown,
    isLong && { name: othersOf(of, others.length), count: rest, percent: (100 * rest) / all },
    ...unknown,
  ).map(({ name, count, percent }) => ({
    name: name === unknownName ? sayText(name) : name,
    percent: Math.round(percent),
    text: `${percentWords(percent)} (${withCommas(count)})`,
  }));
}

const othersOf = (of: SharesOf["of"], count: number) =>
  of === "city" ? say`${count} other cities` : say`${count} other countries`;

/** `37%`; nothing above 0 is written as `0%`. */
const percentWords = (value: number) =>
  value > 0 && value < 1 ? say`below 1%` : shareAsPercent(value);

function whyUnknown(own: CountedByInstagram): string {
  if (isTooSmall(own))
    return say`Instagram tells countries, cities, age and gender for accounts with ${fewestFollowers} followers or more.`;
  if (!own.audience && own.isRefused)
    return say`Instagram does not let us read countries, cities, age and gender. We ask again with each reading.`;
  if (!own.audience)
    return say`Countries, cities, age and gender of your followers come within hours of your first reading.`;
  return own.audience.isRefused
    ? say`Instagram does not let us read countries, cities, age and gender. We ask again in a week.`
    : say`Instagram has told nothing about your audience yet. We ask again in a week.`;
}
