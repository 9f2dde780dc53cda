import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { stopwatch } from "#tests/setup/stopwatch";
import { type Breaker, createBreaker, type Pass } from "~/platform/upstream/breaker.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";

let breaker: Breaker;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  breaker = createBreaker("events");
});
afterEach(() => void vi.useRealTimers());

const pass = (milliseconds: number) => void vi.setSystemTime(Date.now() + milliseconds);

/** Any longer than a call may take. */
const deadline = 2_000;
const enter = () => breaker.enter(deadline);

const isLetThrough = async () => (await entered()) !== "open";
const entered = (): Promise<Pass | "open"> =>
  enter().catch((error: unknown) => {
    expect(error).toMatchObject({ kind: "open" });
    expect(error).toBeInstanceOf(UpstreamError);
    return "open" as const;
  });

async function fail(times: number) {
  for (let call = 0; call < times; call += 1) (await enter()).failed();
}

test("opens after five failures in a row, for five seconds", async () => {
  await fail(4);
  (await enter()).answered();
  await fail(4);
  expect(await isLetThrough()).toBe(true);
  await fail(1);
  expect(await isLetThrough()).toBe(false);
  pass(4_999);
  expect(await isLetThrough()).toBe(false);
  pass(1);
  expect(await isLetThrough()).toBe(true);
});

test("calls that were never sent count for nothing", async () => {
  await fail(4);
  for (let call = 0; call < 10; call += 1) (await enter()).unsent();
  expect(await isLetThrough()).toBe(true);
  await fail(1);
  expect(await isLetThrough()).toBe(false);
});

test("a late answer of a call from before closes it", async () => {
  const slow = await enter();
  await fail(5);
  slow.answered();
  expect(await isLetThrough()).toBe(true);
});

test("a clock that is set back keeps nothing open", async () => {
  await fail(5);
  pass(-600_000);
  expect(await isLetThrough()).toBe(true);
});

describe("half-open", () => {
  beforeEach(async () => {
    await fail(5);
    pass(5_000);
  });

  test("one call is the trial, and the others have its result", async () => {
    const trial = await enter();
    const others = [entered(), entered(), entered()];
    trial.answered();
    for (const other of await Promise.all(others)) expect(other).not.toBe("open");
    await fail(4);
    expect(await isLetThrough()).toBe(true);
  });

  test("a trial that fails opens it for another five seconds, for those who wait, too", async () => {
    const trial = await enter();
    const other = entered();
    trial.failed();
    expect(await other).toBe("open");
    pass(4_999);
    expect(await isLetThrough()).toBe(false);
    pass(1);
    expect(await isLetThrough()).toBe(true);
  });

  test("while a trial hangs, two more may try, and nobody waits for its deadline", async () => {
    await enter();
    const waited = stopwatch();
    const others = await Promise.all(Array.from({ length: 10 }, entered));
    expect(waited()).toBeLessThan(1_000);
    expect(others.filter((other) => other !== "open")).toHaveLength(2);
  });

  test("a trial that hangs does not outvote one that was answered", async () => {
    const hanging = await enter();
    const other = await enter();
    other.answered();
    hanging.failed();
    await fail(4);
    expect(await isLetThrough()).toBe(true);
  });

  test("a trial whose call was never sent makes room for the next at once", async () => {
    for (let round = 0; round < 5; round += 1) (await enter()).unsent();
    (await enter()).answered();
    await fail(4);
    expect(await isLetThrough()).toBe(true);
  });

  test("trials that never end lose their places, and their say, when their time is over", async () => {
    const lost = await Promise.all([enter(), enter(), enter()]);
    expect(await isLetThrough()).toBe(false);
    pass(deadline);
    const trial = await enter();
    for (const one of lost) one.failed();
    trial.answered();
    expect(await isLetThrough()).toBe(true);
  });

  test("trials that never end lose their places also where the clock is set back", async () => {
    await Promise.all([enter(), enter(), enter()]);
    pass(-60_000);
    (await enter()).answered();
  });

  test("a trial of an earlier round does not end this one", async () => {
    const early = await enter();
    const other = await enter();
    other.failed();
    pass(5_000);
    const trial = await enter();
    early.failed();
    const waiting = entered();
    trial.answered();
    expect(await waiting).not.toBe("open");
  });
});
