import words from "content:connect";
import { analyzedPosts } from "~/features/analysis/posts";
import type { ShownConnection } from "~/features/connection/services/shown.server";
import type { AccountReading } from "~/features/history/account-reading";
import { formatDate, formatTime } from "~/platform/values/dates";
import { fillNamed } from "~/platform/values/elision";
import { withCommas } from "~/platform/values/numbers";
import { sum } from "~/platform/values/statistics";

interface Fact {
  label: string;
  value: string;
}

/** All that the page says of a connection. Times are text, in UTC, so that every reader gets the same page. */
export function connectionPageOf(shown: ShownConnection, now: number) {
  const { connection, state, missing, refreshFrom, exportsOf } = shown;
  const { payload, progress, dueAt } = connection;
  const { username } = payload;
  const time = formatTime(state === "waiting" ? (progress.waitsUntil ?? now) : (dueAt ?? now));
  const { title, text } = words.states[state];
  const isWorking = state === "first" || state === "reading";
  return {
    state,
    username,
    heading: { title: fillNamed(title, { username }), text: fillNamed(text, { time }) },
    facts: factsOf(shown, now),
    progress: isWorking ? progressOf(connection.progress.posts) : undefined,
    figures: shown.reading && figuresOf(shown.reading),
    hasFigures: shown.hasFigures,
    missing: missing.map(({ part, denied }) => ({
      part: words.missing.parts[part],
      why: denied ? words.missing.denied : words.missing.withheld,
    })),
    mayConnectAgain: state === "withdrawn" || missing.some(({ denied }) => denied),
    otherAccount:
      exportsOf === undefined
        ? undefined
        : fillNamed(words.otherAccount.text, { username, account: exportsOf }),
    refresh: refreshOf(state, refreshFrom, now),
    mark: isWorking ? shown.mark : undefined,
  };
}

function factsOf({ connection, state }: ShownConnection, now: number): Fact[] {
  const { payload, progress, dueAt } = connection;
  const { since, readAt, nextAt, never } = words.facts;
  const next = state === "connected" && dueAt !== null && dueAt > now;
  return [
    { label: since, value: formatDate(payload.connectedAt) },
    { label: readAt, value: progress.readAt === null ? never : formatTime(progress.readAt) },
    ...(next ? [{ label: nextAt, value: formatTime(dueAt) }] : []),
  ];
}

const progressOf = (posts: { read: number; of: number } | null) =>
  posts && posts.of > 0
    ? { ...posts, text: fillNamed(words.states.first.progress, posts) }
    : undefined;

/** What is not known is left out. Hidden likes count where insights tell them, as in the analysis. */
function figuresOf(reading: AccountReading): Fact[] {
  const { followers, following, lacksPosts } = reading;
  const { facts } = words;
  const posts = analyzedPosts([], reading);
  const sumOf = (counts: readonly (number | null)[]) => {
    const known = counts.filter((count) => count !== null);
    return known.length > 0 ? sum(known) : null;
  };
  const figures: [string, number | null][] = [
    [facts.followers, followers],
    [facts.following, following],
    [facts.posts, lacksPosts ? null : posts.length],
    [facts.likes, sumOf(posts.map(({ likes }) => likes))],
    [facts.comments, sumOf(posts.map(({ comments }) => comments))],
  ];
  return figures.flatMap(([label, count]) =>
    count === null ? [] : [{ label, value: withCommas(count) }],
  );
}

/** Whether a reading can be asked for now, or from when. */
function refreshOf(state: ShownConnection["state"], from: number | undefined, now: number) {
  if (from === undefined || state === "reading" || state === "first") return undefined;
  if (from <= now) return { now: true as const };
  return {
    now: false as const,
    text: fillNamed(words.facts.refreshFrom, { time: formatTime(from) }),
  };
}

/** Why 'Read now' cannot be pressed yet. */
export const tooEarly = (from: number) =>
  fillNamed(words.refusals.early, { time: formatTime(from) });

export type ConnectionPage = ReturnType<typeof connectionPageOf>;
