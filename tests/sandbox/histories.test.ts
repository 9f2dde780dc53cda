import { describe, expect, it } from "vitest";
import { type History, makeHistory } from "#sandbox/histories/history.ts";
import { usernameOf } from "#sandbox/histories/names.ts";
import { few } from "#tests/setup/cases";

const day = 86_400;
/** Much happens, so that rare things do, too. */
const lively = {
  rename: 0.01,
  vanish: 0.01,
  refollowShare: 0.4,
  refollowAfterDays: 2,
  nameTakenShare: 0.3,
};
const histories = [
  { seed: 1, followers: 1, following: 0 },
  { seed: 2, followers: 40, days: 10 },
  { seed: 3, followers: 3_000, rates: lively },
  { seed: 4, followers: 800, accountAgeDays: 61, rates: lively },
].map((options) => ({ ...options, history: makeHistory(options) }));

const followersAt = (history: History, moment: number) =>
  new Map(Array.from(history.stateAt(moment).followers(), (one) => [one.username, one.since]));

describe.each(few(histories, 2))(
  "a history of $followers followers, seed $seed",
  ({ history, ...options }) => {
    const moments = [history.start, history.start + 3 * day, history.start + 9 * day, history.end];
    const pairs = moments.flatMap((earlier, index) =>
      moments.slice(index + 1).map((later) => ({ earlier, later })),
    );

    it("is the same again, and another with another seed", () => {
      const again = makeHistory(options);
      expect([...again.log.between(0, again.end)]).toEqual([
        ...history.log.between(0, history.end),
      ]);
      expect(again.posts).toEqual(history.posts);
      const other = makeHistory({ ...options, seed: 99 });
      expect([...other.log.between(0, other.end)]).not.toEqual([
        ...history.log.between(0, history.end),
      ]);
    });

    it("begins with the followers that were asked for", () => {
      expect(history.stateAt(history.start).followers().size).toBe(options.followers);
    });

    it("has the states that its log leads to", () => {
      for (const moment of moments) {
        const { followers, following } = replay(history, moment);
        const state = history.stateAt(moment);
        expect(followersAt(history, moment)).toEqual(followers);
        expect(new Map(Array.from(state.following(), (one) => [one.username, one.since]))).toEqual(
          following,
        );
      }
    });

    it("tells the truth: what happened leads from each list to the next", () => {
      for (const { earlier, later } of pairs) {
        const truth = history.truthBetween(earlier, later);
        const list = followersAt(history, earlier);
        const leave = (username: string) => expect(list.delete(username)).toBe(true);
        const afterwards = followersAt(history, later);
        for (const { username, since } of truth.lost) {
          expect(list.get(username)).toBe(since);
          leave(username);
        }
        for (const { formerly, since } of truth.renamed) {
          expect(list.get(formerly)).toBe(since);
          leave(formerly);
        }
        for (const { before } of truth.unknowable) before.forEach(leave);
        for (const { username, since } of truth.refollowed) {
          expect(list.get(username)).toBeLessThan(since);
          leave(username);
        }
        const { renamed, returned, refollowed } = truth;
        for (const { username, since } of [...truth.new, ...renamed, ...returned, ...refollowed]) {
          expect(list.has(username)).toBe(false);
          list.set(username, since);
        }
        for (const { after } of truth.unknowable)
          for (const username of after) list.set(username, afterwards.get(username) ?? 0);
        expect(list).toEqual(afterwards);
      }
    });
  },
);

it("has everything in a lively history", () => {
  const { history } = histories[2] as (typeof histories)[number];
  const middle = history.start + 20 * day;
  const { unknowable, ...known } = history.truthBetween(middle, history.end);
  for (const changes of Object.values(known)) expect(changes.length).toBeGreaterThan(10);
  expect(new Set(unknowable.map(({ reason }) => reason))).toContain("renamed-and-refollowed");
  expect(new Set(unknowable.map(({ reason }) => reason))).toContain("name-taken");
  const state = history.stateAt(history.end);
  expect(state.shownFollowers()).toBeGreaterThan(state.followers().size);
});

/** The log once more, by the simplest means: every person an object, everything looked at at the end. */
function replay(history: History, until: number) {
  const people = new Map<
    number,
    { name: number; follows?: number; followed?: number; isGone?: boolean }
  >();
  for (const { at, kind, person, nameNumber } of history.log.between(0, until)) {
    const one = people.get(person) ?? { name: nameNumber };
    people.set(person, one);
    one.name = nameNumber;
    if (kind === "follow") one.follows = at;
    if (kind === "unfollow" || kind === "block") delete one.follows;
    if (kind === "owner-follow") one.followed = at;
    if (kind === "owner-unfollow" || kind === "block") delete one.followed;
    if (kind === "vanish") one.isGone = true;
    if (kind === "return") one.isGone = false;
  }
  const listed = [...people.values()].filter(({ isGone }) => !isGone);
  const list = (key: "follows" | "followed") =>
    new Map(listed.flatMap((one) => (one[key] ? [[usernameOf(one.name), one[key]]] : [])));
  return { followers: list("follows"), following: list("followed") };
}
