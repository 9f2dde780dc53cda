import { expect, test } from "vitest";
import { changesBetween, countsOf } from "~/features/history/changes";
import { exampleAccount } from "~/features/history/example-account";
import { allTime } from "~/features/history/history";
import { peopleOf } from "~/platform/values/name-list";

const today = Date.parse("2026-11-23T00:00Z");
const day = 86_400_000;

test("the invented account is the same all day, and as old on every other", () => {
  const { imports, reading } = exampleAccount(today);
  expect(exampleAccount(today).imports.map(({ list }) => list)).toEqual(
    imports.map(({ list }) => list),
  );
  const later = exampleAccount(today + 100 * day);
  expect(later.imports.map(({ takenAt }) => takenAt - 100 * day)).toEqual(
    imports.map(({ takenAt }) => takenAt),
  );
  expect(later.reading.posts.length).toBe(reading.posts.length);
});

test("everybody's name is one that nobody has", () => {
  const { imports, following, pendingRequests, reading, username } = exampleAccount(today);
  const lists = [...imports.map(({ list }) => list), following, pendingRequests];
  const names = lists.flatMap((list) => Array.from(peopleOf(list), (one) => one.username));
  const commenters = reading.posts.flatMap((post) => post.commenters.map(([name]) => name));
  expect(names.length).toBeGreaterThan(2_500);
  for (const name of [username, ...names, ...commenters])
    expect(name).toMatch(/^[a-z0-9.]+\.example$/);
});

test("something of each kind happens between its exports, and nothing lies after today", () => {
  const { imports, reading } = exampleAccount(today);
  const [, before, newest] = imports;
  if (!before || !newest) throw new Error("too few exports");
  const known = { list: before.list, takenAt: before.takenAt, knownTime: [allTime] };
  const { changes } = changesBetween(known, newest.list, allTime);
  const counts = countsOf(changes);
  for (const kind of ["new", "lost", "renamed", "returned"] as const)
    expect(counts[kind]).toBeGreaterThan(0);
  const times = [
    ...reading.posts.map(({ postedAt }) => postedAt),
    ...imports.map(({ takenAt }) => takenAt),
    ...Array.from(newest.list.since, (second) => second * 1_000),
  ];
  expect(Math.max(...times)).toBeLessThan(today);
});
