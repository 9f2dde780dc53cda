import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { everyCase, few } from "#tests/setup/cases";
import { sandbox } from "#tests/setup/outside";
import { post } from "#tests/setup/requests";
import { resetApp } from "#tests/setup/reset-app";
import { processorTime, stopwatch } from "#tests/setup/stopwatch";

type Events = typeof import("~/features/tracking/events.server");
type Log = typeof import("~/platform/monitoring/log.server");
let events: Events;
let log: Log["log"];

beforeEach(async () => {
  resetApp();
  ({ log } = await import("~/platform/monitoring/log.server"));
  events = await import("~/features/tracking/events.server");
});

const report = (count: number) => {
  for (let at = 0; at < count; at += 1)
    events.reportEvent({ event: "cancel_click", userAgent: "test", at });
};

test("events reach the sink a few at a time, and the log gets only their names", async () => {
  const info = vi.spyOn(log, "info");
  events.reportEvent({
    event: "Pwned error",
    userAgent: "test",
    email: "rich@example.com",
    status: 500,
  });
  report(30);
  expect(sandbox.world.calls.length).toBeLessThanOrEqual(4);
  await events.flushEvents();
  expect(sandbox.world.events).toHaveLength(31);
  expect(sandbox.world.events[0]?.body).toMatchObject({ email: "rich@example.com", status: 500 });
  expect(info.mock.calls[0]).toEqual([{ event: "Pwned error" }, "event"]);
  expect(JSON.stringify(info.mock.calls)).not.toContain("rich@example.com");
});

const failures = [
  { kind: "status", status: 500 },
  { kind: "reset" },
  { kind: "redirect" },
] as const;
test.each(few(failures, 1))(
  "events are dropped if the sink fails ($kind), and one log line counts them",
  async (fault) => {
    const warn = vi.spyOn(log, "warn");
    sandbox.faults.set("events", fault);
    report(40);
    await events.flushEvents();
    const lines = warn.mock.calls.filter(([, message]) => message === "events dropped");
    expect(lines).toEqual([[{ count: 40 }, "events dropped"]]);
    // The circuit breaker stops the calls to a sink that is down.
    expect(sandbox.world.calls.length).toBeLessThan(12);
  },
);

test("a sink that hangs blocks nothing: the queue and the wait at shutdown are bounded", async () => {
  const warn = vi.spyOn(log, "warn");
  sandbox.faults.set("events", { kind: "hang" });
  const used = processorTime();
  report(1_500);
  expect(used()).toBeLessThan(500);
  expect(sandbox.world.calls.length).toBeLessThanOrEqual(4);
  const waited = stopwatch();
  await events.flushEvents(300);
  expect(waited()).toBeLessThan(1_500);
  const lines = warn.mock.calls.filter(([, message]) => message === "events dropped");
  expect(lines).toEqual([[{ count: 1_500 }, "events dropped"]]);
});

/** Queues events as pages post them, each with different text. */
async function queuePosted(count: number, text: (at: number) => string) {
  const { postedEvent } = await import("~/features/tracking/event");
  for (let at = 0; at < count; at += 1) {
    const extras = Object.fromEntries(Array.from({ length: 20 }, (_, extra) => [`e${extra}`, ""]));
    const posted = JSON.stringify({ event: "open", ...extras, e0: text(at), e1: text(at + 1) });
    const event = postedEvent(JSON.parse(posted), "test");
    if (event) events.queueEvent(event);
  }
}

test("a queued event does not hold the unsent rest of its text in memory", async () => {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as () => void;
  sandbox.faults.set("events", { kind: "hang" });
  gc();
  const before = process.memoryUsage().heapUsed;
  await queuePosted(everyCase ? 900 : 450, (at) => `${at} `.padEnd(30_000, "b c "));
  gc();
  // The full texts would take 54 MB, or half of that.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(10_000_000);
  await events.flushEvents(0);
});

test("the queue is also bounded in bytes", async () => {
  sandbox.faults.set("events", { kind: "hang" });
  const warn = vi.spyOn(log, "warn");
  // Each is sent as 60 kB, so 8 MiB hold 139, besides the four that are being sent.
  const text = "\u0001".repeat(500);
  const extras = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`extra${at}`, text]));
  const large = { event: "open", ...extras };
  for (let count = 0; count < 500; count += 1) events.queueEvent(large);
  await vi.waitFor(
    () => expect(warn).toHaveBeenCalledWith(expect.anything(), "events dropped"),
    20_000,
  );
  await events.flushEvents(0);
  expect(warn.mock.calls).toEqual([
    [{ count: 500 - 4 - 139 }, "events dropped"],
    [{ count: 4 + 139 }, "events dropped"],
  ]);
});

describe("without a sink", () => {
  beforeEach(async () => {
    vi.stubEnv("EVENTS_URL", undefined);
    resetApp();
    ({ log } = await import("~/platform/monitoring/log.server"));
    events = await import("~/features/tracking/events.server");
  });
  afterEach(() => vi.stubEnv("EVENTS_URL", sandbox.env.EVENTS_URL));

  test("a posted event is logged without secrets", async () => {
    const info = vi.spyOn(log, "info");
    const route = await import("~/features/tracking/routes/event");
    const { request, ...rest } = post("/event", {});
    const posted = { event: "cancel click", step: 2, level: "fatal", email: "rich@example.com" };
    const body = JSON.stringify({ ...posted, note: "I am rich@example.com" });
    const answer = await route.action({
      request: new Request(request.url, { method: "POST", headers: request.headers, body }),
      ...rest,
    });
    expect(answer.status).toBe(204);
    const fields = { userAgent: "test", step: 2, level: "fatal", note: "I am [email]" };
    expect(info.mock.calls).toEqual([[{ event: "cancel click", fields }, "event"]]);
    expect(sandbox.world.calls).toEqual([]);
  });

  test("the app's own event is logged without the e-mail, which only the sink may have", () => {
    const info = vi.spyOn(log, "info");
    const about = { userAgent: "test", email: "rich@example.com" };
    events.reportEvent({ event: "Pwned error", status: 500, ...about });
    const fields = { userAgent: "test", status: 500 };
    expect(info.mock.calls).toEqual([[{ event: "Pwned error", fields }, "event"]]);
  });
});
