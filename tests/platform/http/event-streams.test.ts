import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { resetApp } from "#tests/setup/reset-app";

let eventStream: typeof import("~/platform/http/responses/event-stream.server")["eventStream"];

beforeEach(async () => {
  resetApp();
  ({ eventStream } = await import("~/platform/http/responses/event-stream.server"));
});
afterEach(() => void vi.useRealTimers());

const stopped = vi.fn();

/** Streams that are read: a stream subscribes with its first read. */
const open = (uid: string, count: number) =>
  Array.from({ length: count }, () => {
    const response = eventStream(uid, () => stopped);
    const reader = response.body?.getReader();
    if (response.ok) void reader?.read();
    return { response, leave: () => reader?.cancel() };
  });

const statuses = (streams: ReturnType<typeof open>) =>
  streams.map(({ response }) => response.status);

test("six streams of one subscriber; the seventh is told in words, and one that leaves makes room", async () => {
  const streams = open("ana", 7);
  expect(statuses(streams)).toEqual([...Array(6).fill(200), 429]);
  const { response } = streams[6] ?? {};
  expect(response?.headers.get("retry-after")).toBe("60");
  expect(await eventStream("ana", () => stopped).text()).toContain("open too often");
  expect(statuses(open("bob", 1))).toEqual([200]);
  await streams[0]?.leave();
  expect(statuses(open("ana", 2))).toEqual([200, 429]);
});

test("five hundred streams in all", async () => {
  const streams = Array.from({ length: 100 }, (_, n) => open(`uid-${n}`, 5)).flat();
  expect(new Set(statuses(streams))).toEqual(new Set([200]));
  const refused = eventStream("ana", () => stopped);
  expect(refused.status).toBe(503);
  expect(await refused.text()).toContain("Reload the page.");
  await streams[0]?.leave();
  expect(statuses(open("ana", 1))).toEqual([200]);
});

test("a stream that ends by itself, or that nobody ever reads, gives its place back", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  open("ana", 6);
  // Until their first reads have begun.
  await nextTurn();
  for (let n = 0; n < 6; n += 1) eventStream("bob", () => stopped);
  expect(statuses(open("bob", 1))).toEqual([429]);
  vi.advanceTimersByTime(10_000);
  expect(statuses(open("bob", 1))).toEqual([200]);
  expect(statuses(open("ana", 1))).toEqual([429]);
  vi.advanceTimersByTime(5 * 60_000);
  expect(statuses(open("ana", 1))).toEqual([200]);
});

test("a stream that is read after its place has gone ends, and begins nothing", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const subscribe = vi.fn(() => stopped);
  const late = eventStream("ana", subscribe).body?.getReader();
  vi.advanceTimersByTime(10_000);
  expect(await late?.read()).toMatchObject({ done: true });
  expect(subscribe).not.toHaveBeenCalled();
});
