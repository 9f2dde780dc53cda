import { AccountState } from "../histories/account-state.ts";
import type { EventLog } from "../histories/event-log.ts";
import { type HistoryOptions, makeHistory } from "../histories/history.ts";
import { usernameOf } from "../histories/names.ts";
import type { OwnPost } from "../histories/own-posts.ts";

/** What an account has in common with the exports of the same history. */
export interface Basis {
  /** As Instagram shows it: with the deactivated accounts, which no export lists. */
  followers: number;
  following: number;
  posts: readonly OwnPost[];
  /** Every third follower, and among them strangers, whom no list names. */
  commenters: readonly string[];
  /** Who followed and who left while the history lasts, oldest first. Nobody leaves by deactivating: what Instagram counts then, no source says. */
  turnover: readonly { at: number; isLoss: boolean }[];
}

/** Of the listed (docs/instagram.md#what-can-be-known): accounts that stay deactivated for years are deleted. */
const mostDeactivated = 0.04;
/** Beyond the numbers of people in any history. */
const firstStranger = 3_000_000;
const made = new Map<string, Basis>();

/** @param start epoch milliseconds, the end of the history */
export function basisOf(options: Partial<HistoryOptions>, start: number): Basis {
  const until = Math.floor(start / 1_000);
  const key = JSON.stringify({ ...options, until });
  const basis = made.get(key) ?? make({ ...options, until });
  // One or two are in use at a time.
  if (made.size > 4) made.clear();
  made.set(key, basis);
  return basis;
}

function make(options: Partial<HistoryOptions>): Basis {
  const { posts, start: from, end, stateAt, log } = makeHistory(options);
  const state = stateAt(end);
  const listed = Array.from(state.followers(), ({ username }) => username);
  let deactivated = 0;
  for (let person = 0; person < state.size; person += 1)
    if (state.followsSince(person) > 0 && state.isHidden(person)) deactivated += 1;
  const commenters = listed
    .filter((_, at) => at % 3 === 0)
    .flatMap((name, at) => (at % 8 === 0 ? [name, usernameOf(firstStranger + at)] : [name]));
  return {
    turnover: turnoverOf(log, from),
    followers: listed.length + Math.min(deactivated, Math.round(listed.length * mostDeactivated)),
    following: state.following().size,
    posts,
    commenters,
  };
}

function turnoverOf(log: EventLog, from: number): Basis["turnover"] {
  const state = new AccountState();
  const found: { at: number; isLoss: boolean }[] = [];
  for (const event of log.between(0, Number.POSITIVE_INFINITY)) {
    const { at, kind, person } = event;
    const isLoss = kind === "unfollow" || kind === "block";
    const counts = kind === "follow" || (isLoss && state.followsSince(person) > 0);
    if (at > from && counts) found.push({ at: at * 1_000, isLoss });
    state.apply(event);
  }
  return found;
}
