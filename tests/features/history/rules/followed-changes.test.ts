import { expect, test } from "vitest";
import { changesBetween } from "~/features/history/changes";
import { followedChanges, waitingOf } from "~/features/history/followed-changes";
import { allTime } from "~/features/history/history";
import { chanceFrom } from "../../../../sandbox/histories/chance.ts";
import { makeHistory } from "../../../../sandbox/histories/history.ts";
import { listOf, namesIn } from "./lists";

const day = 86_400;
const takenAt = 100 * day * 1_000;
type People = Record<string, number | null>;

function changed(
  before: { followers: People; following: People },
  after: { followers: People; following: People },
  told: [string, string][] = [],
) {
  const known = { list: listOf(before.followers), takenAt, knownTime: [allTime] };
  const { changes } = changesBetween(known, listOf(after.followers), allTime);
  const found = followedChanges({
    before: listOf(before.following),
    takenBefore: takenAt,
    following: listOf(after.following),
    followers: listOf(after.followers),
    // Told of, somebody is neither lost nor new.
    changes: told.length > 0 ? { ...changes, lost: listOf({}), new: listOf({}), told } : changes,
  });
  return Object.fromEntries(
    Object.entries(found).flatMap(([kind, list]) =>
      list.size > 0 ? [[kind, namesIn(list).join(" ")]] : [],
    ),
  );
}

type Row = [string, Parameters<typeof changed>, object];
const late = 120 * day;
const rows: Row[] = [
  [
    "nothing",
    [
      { followers: { ann: 1 }, following: { ann: 2 } },
      { followers: { ann: 1 }, following: { ann: 2 } },
    ],
    {},
  ],
  [
    "followed and stopped following",
    [
      { followers: {}, following: { ann: 2, bob: 3 } },
      { followers: {}, following: { bob: 3, cyd: late } },
    ],
    { followed: "cyd", unfollowed: "ann" },
  ],
  [
    "a new name is neither",
    [
      { followers: {}, following: { ann: 2 } },
      { followers: {}, following: { ann2: 2 } },
    ],
    {},
  ],
  [
    "a follower is followed back",
    [
      { followers: { ann: 1 }, following: {} },
      { followers: { ann: 1 }, following: { ann: late } },
    ],
    { followed: "ann", newFriends: "ann" },
  ],
  [
    "somebody followed follows back",
    [
      { followers: {}, following: { ann: 2 } },
      { followers: { ann: late }, following: { ann: 2 } },
    ],
    { newFriends: "ann" },
  ],
  [
    "a friend left",
    [
      { followers: { ann: 1 }, following: { ann: 2 } },
      { followers: {}, following: { ann: 2 } },
    ],
    { lostFriends: "ann" },
  ],
  [
    "a friend is followed no more",
    [
      { followers: { ann: 1 }, following: { ann: 2 } },
      { followers: { ann: 1 }, following: {} },
    ],
    { unfollowed: "ann", lostFriends: "ann" },
  ],
  [
    "a friend's account is gone: lost once",
    [
      { followers: { ann: 1 }, following: { ann: 2 } },
      { followers: {}, following: {} },
    ],
    { unfollowed: "ann", lostFriends: "ann" },
  ],
  [
    "a friend has a new name",
    [
      { followers: { ann: 1 }, following: { ann: 2 } },
      { followers: { ann2: 1 }, following: { ann2: 2 } },
    ],
    {},
  ],
  [
    "a friend with a new name is followed no more",
    [
      { followers: { ann: 1 }, following: { ann: 2 } },
      { followers: { ann2: 1 }, following: {} },
    ],
    { unfollowed: "ann", lostFriends: "ann2" },
  ],
  [
    "who came since and is followed no more was no friend",
    [
      { followers: {}, following: { ann: 2 } },
      { followers: { ann: late }, following: {} },
    ],
    { unfollowed: "ann" },
  ],
  [
    "by the subscriber's word the same person",
    [
      { followers: { ann: null }, following: { ann: null } },
      { followers: { ben: null }, following: { ben: null } },
      [["ann", "ben"]],
    ],
    {},
  ],
  [
    "a friend of a new name, followed without a second, is as the followers say",
    [
      { followers: { ann: 1 }, following: { ann: null } },
      { followers: { ann2: 1 }, following: { ann2: null } },
    ],
    {},
  ],
  [
    "a friend of a new name, whose old one goes to somebody who is followed, too, was a friend before",
    [
      { followers: { ann: 1 }, following: { ann: 2, bob: 3 } },
      { followers: { ann2: 1 }, following: { ann2: 2, ann: 3 } },
    ],
    { unfollowed: "bob" },
  ],
  [
    "so was one who is followed anew under the new name",
    [
      { followers: { ann: 1 }, following: { ann: 2, bob: 3 } },
      { followers: { ann2: 1 }, following: { ann2: late, ann: 3 } },
    ],
    { followed: "ann2", unfollowed: "bob" },
  ],
  [
    "of two followers of one second nobody knows who has which new name",
    [
      { followers: { ann: 1, bob: 1 }, following: { ann: null } },
      { followers: { ann2: 1, bob2: 1 }, following: { ann2: null } },
    ],
    { followed: "ann2", unfollowed: "ann", newFriends: "ann2", lostFriends: "ann2 bob2" },
  ],
];

test.each(rows)("%s", (_, given, expected) => {
  expect(changed(...given)).toEqual(expected);
});

test("20 histories: everybody whom the log says, and nobody else", () => {
  let [right, friends] = [0, 0];
  for (let seed = 70_000; seed < 70_020; seed += 1) {
    const history = makeHistory({ seed, followers: 300, following: 200, days: 60 });
    const middle = history.end - (10 + chanceFrom(seed).below(30)) * day;
    const [before, after] = [middle, history.end].map((at) => {
      const state = history.stateAt(at);
      const of = (people: Iterable<{ username: string; since: number }>) =>
        listOf(Object.fromEntries(Array.from(people, ({ username, since }) => [username, since])));
      return { state, followers: of(state.followers()), following: of(state.following()) };
    });
    if (!before || !after) throw new Error("two moments");
    const known = { list: before.followers, takenAt: middle * 1_000, knownTime: [allTime] };
    const found = followedChanges({
      before: before.following,
      takenBefore: middle * 1_000,
      following: after.following,
      followers: after.followers,
      changes: changesBetween(known, after.followers, allTime).changes,
    });
    const standing = (at: typeof before, person: number) => ({
      follows: !at.state.isHidden(person) && at.state.followsSince(person) > 0,
      followed: !at.state.isHidden(person) && at.state.followedSince(person) > 0,
    });
    const counts = { followed: 0, unfollowed: 0, newFriends: 0, lostFriends: 0 };
    for (let person = 0; person < after.state.size; person += 1) {
      const [was, is] = [standing(before, person), standing(after, person)];
      const isBack = is.followed && after.state.followedSince(person) < middle - 3 * day;
      if (!was.followed && is.followed && !isBack) counts.followed += 1;
      if (was.followed && !is.followed) counts.unfollowed += 1;
      if (!(was.follows && was.followed) && is.follows && is.followed) counts.newFriends += 1;
      if (was.follows && was.followed && !(is.follows && is.followed)) counts.lostFriends += 1;
    }
    for (const [kind, count] of Object.entries(counts)) {
      const list = found[kind as keyof typeof counts];
      expect(list.size, `${seed} ${kind}`).toBe(count);
      right += list.size;
    }
    friends += counts.newFriends + counts.lostFriends;
  }
  expect(right).toBeGreaterThan(200);
  expect(friends).toBeGreaterThan(50);
});

test("requests by how long they have been waiting", () => {
  const requests = listOf({ a: 100 * day, b: 71 * day, c: 69 * day, d: 1, e: null, f: 20 * day });
  expect(waitingOf(requests, takenAt)).toEqual([2, 2, 1, 0, 1]);
  expect(waitingOf(listOf({ a: 1 }), 1_000 * day * 1_000)).toEqual([0, 0, 0, 1, 0]);
});
