import { env } from "~/env.server";
import { cameAtOtherTimes, leftOfPart } from "~/features/analysis/analysis-notes";
import { saidRecommendations } from "~/features/analysis/said-recommendations.server";
import type { FollowersPoint } from "~/features/growth/followers";
import { instagramLink } from "~/features/growth/growth";
import type { Movement, WeeklyNews } from "~/features/letters/rules/weekly-news";
import { composeLetter, type Part } from "~/platform/mail/compose.server";
import type { Mail } from "~/platform/mail/mail.server";
import { formatDate } from "~/platform/values/dates";
import { allOf, commaList } from "~/platform/values/listed";
import { counted, withCommas } from "~/platform/values/numbers";
import { say } from "~/platform/values/say";
import { unlinked } from "~/platform/values/unlinked";

interface WeeklyMail {
  to: string;
  news: WeeklyNews;
  /** Identifies the letter. */
  id: string;
  stop: string;
}

/** The letter of a week: followers, who came and left, the best post, one recommendation. Days are those of pages and report. */
export function weeklyMail({ to, news, id, stop }: WeeklyMail): Promise<Mail> {
  const { latest, earlier, people, official, bestPost } = news;
  const [recommendation] = saidRecommendations(news.recommendation ? [news.recommendation] : []);
  const parts: Part[] = allOf(
    latest && {
      figure: { value: withCommas(latest.followers), text: figureText(latest) },
      paragraphs: earlier ? [comparison(latest, earlier)] : [],
    },
    ...(people ? peopleParts(people) : []),
    official.length > 0 && {
      title: say`Counted by Instagram`,
      paragraphs: official.map(officialWords),
    },
    ...(bestPost ? [bestPostPart(bestPost)] : []),
    ...(recommendation ? [{ title: say`One thing to try`, paragraphs: [recommendation] }] : []),
  );
  return composeLetter({
    to,
    subject: latest ? subjectOf(latest, earlier) : say`Your week on Instagram`,
    preview: recommendation ?? say`What changed since the last letter.`,
    heading: say`Your week on Instagram`,
    parts,
    action: { label: say`See all figures`, address: `${env.APP_ORIGIN}/dashboard/growth` },
    id,
    reason: say`You get this because you turned on the weekly letter. It comes on Mondays, and only when there is something new.`,
    stop,
  });
}

/** How many followers there are and, where there is a count to compare with, how many more or fewer. */
function subjectOf(latest: FollowersPoint, earlier: FollowersPoint | undefined): string {
  // Where some followers are missing, it is no count of all.
  const count = counted(latest.followers, latest.hasGap ? "known follower" : "follower");
  if (!earlier) return say`Your week: ${count}`;
  const difference = latest.followers - earlier.followers;
  const change = withCommas(Math.abs(difference));
  if (difference === 0) return say`Your week: ${count}, as many as before`;
  return difference > 0
    ? say`Your week: ${count}, ${change} more`
    : say`Your week: ${count}, ${change} fewer`;
}

/** What stands below the figure. */
function figureText({ at, followers, hasGap }: FollowersPoint): string {
  const date = formatDate(at);
  if (hasGap)
    return followers === 1 ? say`known follower on ${date}` : say`known followers on ${date}`;
  return followers === 1 ? say`follower on ${date}` : say`followers on ${date}`;
}

/** The earlier count, and how many more or fewer there are now. */
function comparison(latest: FollowersPoint, earlier: FollowersPoint): string {
  const date = formatDate(earlier.at);
  const before = withCommas(earlier.followers);
  const difference = latest.followers - earlier.followers;
  const change = withCommas(Math.abs(difference));
  if (difference === 0) return say`${before} on ${date}: as many as before.`;
  return difference > 0
    ? say`${before} on ${date}: ${change} more.`
    : say`${before} on ${date}: ${change} fewer.`;
}

function peopleParts({
  from,
  to,
  leftFrom,
  isPart,
  hasGap,
  came,
  left,
}: NonNullable<WeeklyNews["people"]>): Part[] {
  const since = (start: number | null) =>
    start === null
      ? say`In the last 30 days of your export of ${formatDate(to)}.`
      : say`Between your exports of ${formatDate(start)} and ${formatDate(to)}.`;
  const titled = ({ total }: Movement, one: string, withTotal: string) =>
    total === 0 ? one : withTotal;
  return allOf(
    came &&
      movementPart(
        titled(came, say`Who came`, say`Who came: ${withCommas(came.total)}`),
        came,
        since(from),
        hasGap ? cameAtOtherTimes() : undefined,
      ),
    left &&
      movementPart(
        titled(left, say`Who left`, say`Who left: ${withCommas(left.total)}`),
        left,
        since(leftFrom),
        isPart ? leftOfPart() : undefined,
      ),
  );
}

/** Instagram's days are shown by their own dates, whatever the time zone. */
function officialWords({ from, to, followed, left }: WeeklyNews["official"][number]): string {
  const [came, went] = [withCommas(followed), withCommas(left)];
  const [first, last] = [formatDate(from), formatDate(to)];
  return from === to
    ? say`Instagram counted ${came} who followed and ${went} who left on ${last}. Who they are shows with your next export.`
    : say`Instagram counted ${came} who followed and ${went} who left from ${first} to ${last}. Who they are shows with your next export.`;
}

/** @param limits of what is known: with them, no people does not mean nobody */
function movementPart(
  title: string,
  { names, total, hidden }: Movement,
  when: string,
  limits?: string,
): Part {
  if (total === 0) return { title, paragraphs: [limits ?? `${say`Nobody.`} ${when}`] };
  const others = total - hidden - names.length;
  const more = others === 1 ? say`and 1 other` : say`and ${withCommas(others)} others`;
  return {
    title,
    items: allOf(
      ...names.map(unlinked),
      others > 0 && more,
      hidden > 0 && say`${withCommas(hidden)} hidden`,
    ),
    paragraphs: [when, ...(limits ? [limits] : [])],
  };
}

function bestPostPart({
  kind,
  postedAt,
  likes,
  comments,
  permalink,
}: NonNullable<WeeklyNews["bestPost"]>): Part {
  const address = instagramLink({ permalink });
  const figures = commaList(
    allOf(
      likes !== null && counted(likes, "like"),
      comments !== null && counted(comments, "comment"),
    ),
  );
  const date = formatDate(postedAt * 1_000);
  return {
    title: say`Your best post of the last 4 weeks`,
    paragraphs: [
      kind === "reel"
        ? say`The reel of ${date}: ${figures}.`
        : say`The post of ${date}: ${figures}.`,
    ],
    ...(address && { link: { label: say`Open it on Instagram`, address } }),
  };
}
