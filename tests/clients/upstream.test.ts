import { HttpResponse, http } from "msw";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { server } from "#tests/setup/outside";
import { stopwatch } from "#tests/setup/stopwatch";
import { createUpstream, UpstreamError } from "~/clients/upstream.server";

const url = "http://system.test/answer";
const schema = z.object({ fine: z.literal(true) });
const fine = () => HttpResponse.json({ fine: true });

/** Answers each call with the next answer of the list, then repeats the last. */
function answers(...list: (() => Response | Promise<Response>)[]) {
  let calls = 0;
  server.use(http.all(url, () => (list[Math.min(calls++, list.length - 1)] ?? fine)()));
  return () => calls;
}

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => "no failure",
    (error: unknown) => (error instanceof UpstreamError ? error.kind : String(error)),
  );

const never = () => new Promise<Response>(() => {});
const status = (code: number) => () => new HttpResponse(null, { status: code });

describe("a read", () => {
  test.each([
    ["an answer", [fine], "no failure", 1],
    ["a 500, then an answer", [status(500), fine], "no failure", 2],
    ["500 twice", [status(500)], "status", 2],
    ["a reset, then an answer", [() => HttpResponse.error(), fine], "no failure", 2],
    ["not JSON", [() => HttpResponse.text("<html>")], "malformed", 1],
    ["another shape", [() => HttpResponse.json([])], "malformed", 1],
    ["a redirect", [() => HttpResponse.redirect("http://system.test/else")], "redirect", 1],
    ["too large a body", [() => HttpResponse.text("x".repeat(2_000))], "too-large", 1],
    ["no answer", [never], "timeout", 1],
  ] as const)("%s", async (_, list, kind, calls) => {
    const counted = answers(...list);
    const upstream = createUpstream("events", { readDeadline: 400, maxBytes: 1_000 });
    const waited = stopwatch();
    expect(await failure(upstream.requestJson("read", { url, schema }))).toBe(kind);
    expect(counted()).toBe(calls);
    // The default deadline is 2 s.
    expect(waited()).toBeLessThan(1_500);
  });
});

test("a write is never retried", async () => {
  const counted = answers(status(500));
  expect(await failure(createUpstream("events").requestJson("write", { url, schema }))).toBe(
    "status",
  );
  expect(counted()).toBe(1);
});

test("five failures in a row open the circuit breaker: no more calls are made", async () => {
  const counted = answers(status(500));
  const upstream = createUpstream("events");
  for (let call = 0; call < 5; call += 1)
    await failure(upstream.requestJson("write", { url, schema }));
  expect(await failure(upstream.requestJson("write", { url, schema }))).toBe("open");
  expect(counted()).toBe(5);
});

test("at most 20 calls run at once", async () => {
  let atOnce = 0;
  let most = 0;
  server.use(
    http.all(url, async () => {
      most = Math.max(most, ++atOnce);
      await new Promise((resolve) => setTimeout(resolve, 20));
      atOnce -= 1;
      return fine();
    }),
  );
  const upstream = createUpstream("events");
  await Promise.all(
    Array.from({ length: 60 }, () => upstream.requestJson("write", { url, schema })),
  );
  expect(most).toBe(20);
});

test("a call that waits for a free slot fails at its own deadline, and is not made afterwards", async () => {
  const upstream = createUpstream("events", { readDeadline: 100, writeDeadline: 1_500 });
  const writes = Array.from({ length: 20 }, () => failure(upstream.call("write", never)));
  let made = 0;
  const read = failure(
    upstream.call("read", async () => {
      made += 1;
    }),
  );
  const first = await Promise.race([read, ...writes.map((write) => write.then(() => "a write"))]);
  expect(first).toBe("timeout");
  await Promise.all(writes);
  expect(made).toBe(0);
});

test("while a trial call of the half-open breaker hangs, other calls do not wait for its deadline", async () => {
  const upstream = createUpstream("events", { writeDeadline: 2_000 });
  const down = () => Promise.reject(new UpstreamError("events", "unreachable"));
  for (let call = 0; call < 5; call += 1) await failure(upstream.call("write", down));
  vi.useFakeTimers({ now: Date.now() + 5_001, toFake: ["Date"] });
  const trial = failure(upstream.call("write", never));
  const waited = stopwatch();
  expect(await failure(upstream.call("write", async () => "asked"))).toBe("open");
  expect(waited()).toBeLessThan(1_000);
  expect(await trial).toBe("timeout");

  vi.setSystemTime(Date.now() + 5_001);
  const both = [1, 2].map(() => failure(upstream.call("write", async () => "back")));
  expect(await Promise.all(both)).toEqual(["no failure", "no failure"]);
  vi.useRealTimers();
});
