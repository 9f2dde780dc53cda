import { AccountState } from "./account-state.ts";
import { chanceFrom } from "./chance.ts";
import { type DailyRates, daySeconds, liveThroughDays, usualRates } from "./daily-life.ts";
import type { EventLog } from "./event-log.ts";
import { Happenings } from "./happenings.ts";
import { type OwnPost, postsOf } from "./own-posts.ts";
import { populate } from "./population.ts";
import { type Truth, truthBetween } from "./truth.ts";

export const accountTypes = ["personal", "creator"] as const;
type AccountType = (typeof accountTypes)[number];

export interface HistoryOptions {
  seed: number;
  /** Listed followers on the first of the `days`: 1 to 1,000,000. */
  followers: number;
  /** Listed people whom the owner follows on that day. */
  following: number;
  /** Days in which people come, leave, rename, vanish and return. Before them they only come. */
  days: number;
  accountAgeDays: number;
  /** Only a creator's export holds insights. */
  type: AccountType;
  username: string;
  fullName: string;
  /** Epoch seconds: the end of the last day. */
  until: number;
  rates: Partial<DailyRates>;
  postsPerWeek: number;
}

export interface History {
  readonly options: HistoryOptions;
  /** Epoch seconds. */
  readonly createdAt: number;
  /** When the `days` begin and end, epoch seconds. */
  readonly start: number;
  readonly end: number;
  readonly log: EventLog;
  /** Oldest first. */
  readonly posts: readonly OwnPost[];
  /** @param moment epoch seconds */
  stateAt(moment: number): AccountState;
  truthBetween(earlier: number, later: number): Truth;
}

const usual: HistoryOptions = {
  seed: 1,
  followers: 1_000,
  following: 400,
  days: 60,
  accountAgeDays: 1_400,
  type: "personal",
  username: "maja.in.pictures",
  fullName: "Maja Lindgård",
  until: Date.UTC(2026, 5, 1) / 1000,
  rates: {},
  postsPerWeek: 2,
};

/**
 * An invented account and everything that happened to it. The same options give the same history, and with another
 * `until` the same one earlier or later. The log is written as things happen and is the truth: nothing about it is
 * found out by comparing lists.
 */
export function makeHistory(given: Partial<HistoryOptions> = {}): History {
  const options = { ...usual, ...given };
  const end = Math.floor(options.until);
  const start = end - options.days * daySeconds;
  const createdAt = Math.min(end - options.accountAgeDays * daySeconds, start - daySeconds);
  const chance = chanceFrom(options.seed);
  const posts = postsOf(chance, { ...options, from: createdAt, to: end });
  const happenings = new Happenings(options.seed);
  populate(happenings, chance, { ...options, from: createdAt, to: start });
  const rates = { ...usualRates, ...options.rates };
  liveThroughDays(happenings, chance, { rates, start, days: options.days, posts });
  const { log } = happenings;
  return {
    options,
    createdAt,
    start,
    end,
    log,
    posts,
    stateAt(moment) {
      const state = new AccountState();
      for (const event of log.between(0, moment)) state.apply(event);
      return state;
    },
    truthBetween: (earlier, later) => truthBetween(log, earlier, later),
  };
}
