import type { Chance } from "./chance.ts";
import type { EventKind } from "./event-log.ts";
import type { Happenings } from "./happenings.ts";
import type { OwnPost } from "./own-posts.ts";

export const daySeconds = 86_400;

/** How often things happen, as a share of the followers a day where nothing else is said. */
export interface DailyRates {
  follow: number;
  unfollow: number;
  block: number;
  rename: number;
  /** Accounts that are deactivated. */
  vanish: number;
  /** Of the deactivated, the share that returns … */
  returnShare: number;
  /** … after so many days on average. */
  returnAfterDays: number;
  /** Of those who unfollow, the share that follows again … */
  refollowShare: number;
  refollowAfterDays: number;
  /** Of the names that somebody gave up, the share that a new follower bears. */
  nameTakenShare: number;
  /** Of the other names that somebody gave up, the share that they take back. */
  renameBackShare: number;
  /** Times a day, not a share. */
  ownerFollow: number;
  ownerUnfollow: number;
  ownerRequest: number;
}

export const usualRates: DailyRates = {
  follow: 0.004,
  unfollow: 0.0025,
  block: 0.0001,
  rename: 0.0008,
  vanish: 0.0006,
  returnShare: 0.6,
  returnAfterDays: 20,
  refollowShare: 0.08,
  refollowAfterDays: 9,
  nameTakenShare: 0.01,
  renameBackShare: 0,
  ownerFollow: 1.2,
  ownerUnfollow: 0.6,
  ownerRequest: 0.3,
};

/** Few changes, as in an account that a person knows. */
export const quietRates: Partial<DailyRates> = {
  follow: 0.0012,
  unfollow: 0.0007,
  rename: 0.0002,
  vanish: 0.0003,
  returnShare: 0.8,
  refollowShare: 0.2,
};

type Deed = Exclude<EventKind, "request-ended">;
interface Planned {
  at: number;
  deed: Deed;
  /** Drawn when it happens, where it is not known before. */
  person?: number;
  nameNumber?: number;
}
interface Days {
  rates: DailyRates;
  start: number;
  days: number;
  posts: readonly OwnPost[];
}

/** What happens day by day: drawn by the rates, at random seconds, to random people. */
export function liveThroughDays(
  happenings: Happenings,
  chance: Chance,
  { rates, start, days, posts }: Days,
): void {
  const later = new Map<number, Planned[]>();
  /** On another day, so that the day that runs can be drawn as a whole. */
  const planLater = (after: number, meanDays: number, plan: Omit<Planned, "at">) => {
    const wait = 1 + Math.floor(-Math.log(1 - chance.next()) * meanDays);
    const day = Math.floor((after - start) / daySeconds) + wait;
    const at = start + day * daySeconds + chance.below(daySeconds);
    later.set(day, [...(later.get(day) ?? []), { at, ...plan }]);
  };
  const { state, followers, following } = happenings;
  const anyone = () => (chance.next() < 0.8 ? followers : following).pick(chance.next());

  const deeds: Record<Deed, (at: number, plan: Planned) => void> = {
    follow(at, { person, nameNumber }) {
      const mayFollow =
        person === undefined || !(state.isHidden(person) || state.isBlocked(person));
      if (mayFollow) happenings.happen(at, "follow", person ?? happenings.newPerson(), nameNumber);
    },
    unfollow(at) {
      const person = followers.pick(chance.next());
      if (person === undefined) return;
      happenings.happen(at, "unfollow", person);
      if (chance.next() < rates.refollowShare)
        planLater(at, rates.refollowAfterDays, { deed: "follow", person });
    },
    block(at) {
      const person = followers.pick(chance.next());
      if (person !== undefined) happenings.happen(at, "block", person);
    },
    rename(at, plan) {
      if (plan.person !== undefined && !state.isHidden(plan.person))
        happenings.happen(at, "rename", plan.person, plan.nameNumber);
      const person = plan.person === undefined ? anyone() : undefined;
      if (person === undefined) return;
      const nameNumber = happenings.rename(at, person);
      if (chance.next() < rates.nameTakenShare) planLater(at, 5, { deed: "follow", nameNumber });
      else if (rates.renameBackShare > 0 && chance.next() < rates.renameBackShare)
        planLater(at, 20, { deed: "rename", person, nameNumber });
    },
    vanish(at) {
      const person = anyone();
      if (person === undefined) return;
      happenings.happen(at, "vanish", person);
      if (chance.next() < rates.returnShare)
        planLater(at, rates.returnAfterDays, { deed: "return", person });
    },
    return(at, { person }) {
      if (person !== undefined) happenings.happen(at, "return", person);
    },
    "owner-follow"(at, { person }) {
      if (person !== undefined) {
        happenings.happen(at, "request-ended", person);
        return happenings.happen(at, "owner-follow", person);
      }
      const follower = chance.next() < 0.5 ? followers.pick(chance.next()) : undefined;
      if (follower === undefined)
        return happenings.happen(at, "owner-follow", happenings.newPerson());
      if (state.followedSince(follower) === 0) happenings.happen(at, "owner-follow", follower);
    },
    "owner-unfollow"(at) {
      const person = following.pick(chance.next());
      if (person !== undefined) happenings.happen(at, "owner-unfollow", person);
    },
    "owner-request"(at) {
      const person = happenings.newPerson();
      happenings.happen(at, "owner-request", person);
      if (chance.next() < 0.5) planLater(at, 5, { deed: "owner-follow", person });
    },
  };

  for (let day = 0; day < days; day += 1) {
    const dayStart = start + day * daySeconds;
    const crowd = followers.size;
    const planned = later.get(day) ?? [];
    later.delete(day);
    const draw = (deed: Deed, mean: number) => {
      for (let count = chance.times(mean); count > 0; count -= 1)
        planned.push({ at: dayStart + chance.below(daySeconds), deed });
    };
    draw("follow", crowd * rates.follow * pull(posts, dayStart));
    draw("unfollow", crowd * rates.unfollow);
    draw("block", crowd * rates.block);
    draw("rename", crowd * rates.rename);
    draw("vanish", crowd * rates.vanish);
    draw("owner-follow", rates.ownerFollow);
    draw("owner-unfollow", rates.ownerUnfollow);
    draw("owner-request", rates.ownerRequest);
    planned.sort((a, b) => a.at - b.at);
    for (const plan of planned) deeds[plan.deed](plan.at, plan);
  }
}

/** How much more than usual the posts of two days draw followers. */
function pull(posts: readonly OwnPost[], dayStart: number): number {
  const recent = posts.filter(({ at }) => Math.abs(at - dayStart) < daySeconds);
  return 0.85 + recent.reduce((sum, { appeal }) => sum + 0.15 * appeal, 0);
}
