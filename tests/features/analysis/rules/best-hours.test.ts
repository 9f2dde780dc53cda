import { describe, expect, test } from "vitest";
import { bestHours, weekdays } from "~/features/analysis/best-hours";

const post = (at: string, likes: number | null) => ({
  postedAt: Date.parse(at) / 1_000,
  likes,
  comments: 0,
});

/** `count` posts, one a week from this time on. */
const weekly = (at: string, count: number, likes: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...post(at, likes),
    postedAt: Date.parse(at) / 1_000 + index * 7 * 86_400,
  }));

const named = (hours: ReturnType<typeof bestHours>) =>
  hours.outcome === "known" && hours.best
    ? `${weekdays[hours.best.weekday]} ${hours.best.fromHour}`
    : undefined;

describe("too few posts", () => {
  test.each<[number, number, number]>([
    [0, 0, 30],
    [29, 0, 1],
    [29, 5, 1],
    [12, 40, 18],
  ])("%i with known likes and %i without: %i are missing", (known, hidden, missing) => {
    const posts = [
      ...weekly("2026-01-05T09:00:00Z", known, 10),
      ...weekly("2026-01-05T09:00:00Z", hidden, 0).map((one) => ({ ...one, likes: null })),
    ];
    expect(bestHours(posts, "UTC")).toEqual({ outcome: "too-few", missing });
  });

  test("a block with two posts is not rated, however good they are", () => {
    const hours = bestHours(
      [...weekly("2026-01-05T09:00:00Z", 28, 10), ...weekly("2026-01-06T18:00:00Z", 2, 900)],
      "UTC",
    );
    if (hours.outcome !== "known") throw new Error("too few");
    expect(hours.blocks).toHaveLength(56);
    const block = hours.blocks.find(({ weekday, fromHour }) => weekday === 2 && fromHour === 18);
    expect(block).toEqual({ weekday: 2, fromHour: 18, posts: 2, rated: undefined });
  });
});

test("figures of a block, computed by hand", () => {
  const hours = bestHours(
    [...weekly("2026-01-05T09:00:00Z", 20, 10), ...weekly("2026-01-06T18:30:00Z", 10, 40)],
    "UTC",
  );
  if (hours.outcome !== "known") throw new Error("too few");
  // Mean 20; 20 posts are 10 below it and 10 posts are 20 above: the deviation is the root of 200.
  const score = (20 / Math.sqrt(200)) * (10 / 15);
  expect(hours.best).toMatchObject({
    weekday: 2,
    fromHour: 18,
    posts: 10,
    rated: { score: expect.closeTo(score, 9), times: 4 },
  });
  // All ten are above the usual, in one of two blocks.
  expect(hours.best?.rated.chance).toBeCloseTo((100 * 2) / 2 ** 10, 9);
  expect(hours.blocks.reduce((sum, { posts }) => sum + posts, 0)).toBe(30);
});

test("few good posts do not beat many good ones", () => {
  const hours = bestHours(
    [
      ...weekly("2026-01-05T09:00:00Z", 20, 10),
      ...weekly("2026-01-06T18:00:00Z", 12, 40),
      ...weekly("2026-01-07T18:00:00Z", 3, 42),
    ],
    "UTC",
  );
  expect(named(hours)).toBe("Tuesday 18");
});

test("posts that all did alike have no best hour", () => {
  const hours = bestHours(weekly("2026-01-05T09:00:00Z", 40, 10), "UTC");
  expect(hours).toMatchObject({ outcome: "known", best: undefined });
});

describe("in the subscriber's own time zone", () => {
  const others = weekly("2026-01-07T12:00:00Z", 40, 10);
  test.each([
    ["UTC", "2026-01-06T19:30:00Z", "Tuesday 18"],
    ["Europe/Berlin", "2026-01-06T19:30:00Z", "Tuesday 18"],
    ["Asia/Tokyo", "2026-01-06T19:30:00Z", "Wednesday 3"],
    ["America/Los_Angeles", "2026-01-06T02:00:00Z", "Monday 18"],
    ["Asia/Kathmandu", "2026-01-06T18:20:00Z", "Wednesday 0"],
    ["Asia/Kathmandu", "2026-01-06T18:10:00Z", "Tuesday 21"],
    ["Pacific/Kiritimati", "2026-01-03T12:00:00Z", "Sunday 0"],
  ])("%s: %s is %s", (zone, at, expected) => {
    expect(named(bestHours([...others, ...weekly(at, 8, 90)], zone))).toBe(expected);
  });

  test("19:30 in Berlin stays 19:30 when summer time begins and ends", () => {
    // 28 March 2027 and 31 October 2027 are the nights of the change.
    const winter = weekly("2027-03-09T18:30:00Z", 3, 90);
    const summer = weekly("2027-03-30T17:30:00Z", 3, 90);
    const autumn = weekly("2027-11-02T18:30:00Z", 3, 90);
    const hours = bestHours([...others, ...winter, ...summer, ...autumn], "Europe/Berlin");
    expect(hours).toMatchObject({ best: { weekday: 2, fromHour: 18, posts: 9 } });
    const there = bestHours([...others, ...winter, ...summer, ...autumn], "UTC");
    expect(there).toMatchObject({ best: { posts: 6 } });
  });

  test("the hour that is there twice, and the one before midnight", () => {
    const twice = ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-10-25T00:59:59Z"];
    const hours = bestHours([...others, ...twice.map((at) => post(at, 90))], "Europe/Berlin");
    expect(hours).toMatchObject({ best: { weekday: 0, fromHour: 0, posts: 3 } });
  });

  test("an unknown time zone is an error", () => {
    expect(() => bestHours(others, "Mars/Olympus")).toThrow(RangeError);
  });
});
