import type { FollowersPoint } from "~/features/growth/followers";
import { instagramLink } from "~/features/growth/growth";
import type { Movement, WeeklyNews } from "~/features/letters/rules/weekly-news";
import { composeLetter, type Part } from "~/platform/mail/compose.server";
import type { Mail } from "~/platform/mail/mail.server";
import { formatDate } from "~/platform/values/dates";
import { formatIn } from "~/platform/values/formats";
import { counted, plural, withCommas } from "~/platform/values/numbers";

interface WeeklyMail {
  to: string;
  news: WeeklyNews;
  /** Of the recipient: all days of the letter are theirs. */
  timeZone: string;
  /** Identifies the letter. */
  id: string;
  stop: string;
  origin: string;
  supportEmail: string;
}

/** The letter of a week: followers, who came and left, the best post, one recommendation. */
export function weeklyMail({
  to,
  news,
  timeZone,
  id,
  stop,
  origin,
  supportEmail,
}: WeeklyMail): Promise<Mail> {
  const day = dayIn(timeZone);
  const { latest, earlier, people, official, bestPost, recommendation } = news;
  const parts: Part[] = [
    ...(latest ? [followersPart(latest, earlier, day)] : []),
    ...(people ? peopleParts(people, day) : []),
    ...(official ? [officialPart(official)] : []),
    ...(bestPost ? [bestPostPart(bestPost, day)] : []),
    ...(recommendation ? [{ title: "One thing to try", paragraphs: [recommendation] }] : []),
  ];
  const summary = latest
    ? `${counted(latest.followers, wordFor(latest))}${changeOf(latest, earlier)}`
    : "";
  return composeLetter({
    to,
    subject: summary ? `Your week: ${summary}` : "Your week on Instagram",
    preview: recommendation ?? "What changed since the last letter.",
    heading: "Your week on Instagram",
    parts,
    action: { label: "See all figures", address: `${origin}/dashboard/growth` },
    id,
    reason:
      "You get this because you turned on the weekly letter. It comes on Mondays, and only when there is something new.",
    stop,
    origin,
    supportEmail,
  });
}

/** `, 12 more`; nothing without a count to compare with. */
function changeOf(latest: FollowersPoint, earlier: FollowersPoint | undefined): string {
  if (!earlier) return "";
  const difference = latest.followers - earlier.followers;
  if (difference === 0) return ", as many as before";
  return `, ${withCommas(Math.abs(difference))} ${difference > 0 ? "more" : "fewer"}`;
}

/** Where some are missing, it is no count of all. */
const wordFor = ({ hasGap }: FollowersPoint) => (hasGap ? "known follower" : "follower");

function followersPart(
  latest: FollowersPoint,
  earlier: FollowersPoint | undefined,
  day: (at: number) => string,
): Part {
  const word = plural(latest.followers, wordFor(latest));
  return {
    figure: { value: withCommas(latest.followers), text: `${word} on ${day(latest.at)}` },
    paragraphs: earlier
      ? [
          `${withCommas(earlier.followers)} on ${day(earlier.at)}: ${changeOf(latest, earlier).slice(2)}.`,
        ]
      : [],
  };
}

function peopleParts(
  { from, to, came, left }: NonNullable<WeeklyNews["people"]>,
  day: (at: number) => string,
): Part[] {
  const when =
    from === null
      ? `In the last 30 days of your export of ${day(to)}.`
      : `Between your exports of ${day(from)} and ${day(to)}.`;
  return [
    ...(came ? [movementPart("Who came", came, when)] : []),
    ...(left ? [movementPart("Who left", left, when)] : []),
  ];
}

/** Instagram's days are shown by their own dates, whatever the time zone. */
const officialPart = ({ from, to, followed, left }: NonNullable<WeeklyNews["official"]>): Part => ({
  title: "Counted by Instagram",
  paragraphs: [
    `Instagram counted ${withCommas(followed)} who followed and ${withCommas(left)} who left ${from === to ? `on ${formatDate(to)}` : `from ${formatDate(from)} to ${formatDate(to)}`}. Who they are shows with your next export.`,
  ],
});

function movementPart(title: string, { names, total }: Movement, when: string): Part {
  if (total === 0) return { title, paragraphs: [`Nobody. ${when}`] };
  const others = total - names.length;
  return {
    title: `${title}: ${withCommas(total)}`,
    items: [...names, ...(others > 0 ? [`and ${counted(others, "other")}`] : [])],
    paragraphs: [when],
  };
}

function bestPostPart(
  { kind, postedAt, likes, comments, permalink }: NonNullable<WeeklyNews["bestPost"]>,
  day: (at: number) => string,
): Part {
  const address = instagramLink({ permalink });
  const figures = [
    ...(likes === null ? [] : [counted(likes, "like")]),
    ...(comments === null ? [] : [counted(comments, "comment")]),
  ];
  return {
    title: "Your best post of the last 4 weeks",
    paragraphs: [`The ${kind} of ${day(postedAt * 1_000)}: ${figures.join(", ")}.`],
    ...(address && { link: { label: "Open it on Instagram", address } }),
  };
}

/** Epoch milliseconds → `"Nov 21, 2026"` as a clock in this zone shows it. */
function dayIn(timeZone: string): (at: number) => string {
  const format = formatIn({ dateStyle: "medium", timeZone });
  return (at) => format.format(at);
}
