import { day } from "../../platform/values/durations.ts";
import { figuresPerPoint, type KeptPost, type KeptReading } from "./kept-reading.ts";

const mostNames = 20;

/** Notes what the account is called now. What it was called before, it surely was until the last reading. */
export function noteName(kept: KeptReading, username: string): void {
  if (kept.username === username) return;
  if (kept.readAt !== null)
    kept.formerNames = [...kept.formerNames, { username: kept.username, until: kept.readAt }].slice(
      -mostNames,
    );
  kept.username = username;
}

/** Ten years. */
const mostDays = 3_660;
const dayOf = (milliseconds: number) => Math.floor(milliseconds / day);

/** Notes the followers' count: of each day the last one. */
export function noteFollowers(kept: KeptReading, followers: number, now: number): void {
  const counts = kept.followerCounts;
  const last = counts.at(-1);
  if (last && dayOf(last.at * 1_000) === dayOf(now)) counts.pop();
  counts.push({ at: Math.floor(now / 1_000), followers });
  if (counts.length > mostDays) counts.splice(0, counts.length - mostDays);
}

/** Notes days' reach. Instagram may correct a day for 48 hours. */
export function noteReach(kept: KeptReading, days: KeptReading["reach"]): void {
  const byEnd = new Map([...kept.reach, ...days].map((one) => [one.endsAt, one]));
  kept.reach = [...byEnd.values()].sort((one, other) => one.endsAt - other.endsAt).slice(-mostDays);
}

/** Points of a post older than a year stand so many days apart at least. */
const sparse = 28;

/** Six years of a post. Where all posts' together do not fit into one document, `smallerReading` leaves out some. */
const mostPoints = 150;

/** Notes a post's figures as they are now: of each day the last ones, and few once the post is a year old. */
export function noteFigures(post: KeptPost, now: number): void {
  const { history } = post;
  const lastAt = (history.at(-figuresPerPoint) ?? 0) * 1_000;
  const isOld = now - post.postedAt > 365 * day;
  if (isOld && now - lastAt < sparse * day) return;
  if (dayOf(lastAt) === dayOf(now)) history.splice(-figuresPerPoint);
  const seconds = Math.floor(now / 1_000);
  history.push(seconds, post.likes ?? -1, post.comments ?? -1, post.figures.reach ?? -1);
  if (history.length > mostPoints * figuresPerPoint)
    history.splice(0, history.length - mostPoints * figuresPerPoint);
}
