import { setImmediate as nextTurn } from "node:timers/promises";
import { HttpResponse, http } from "msw";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { server } from "#tests/setup/outside";
import { stopwatch } from "#tests/setup/stopwatch";
import {
  asBackgroundWork,
  asOneRequest,
  createUpstream,
  type Upstream,
  UpstreamError,
  waitingOnce,
  withoutWaiting,
} from "~/platform/upstream/upstream.server";

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
    ["a 4xx, which is not asked again", [status(414)], "refused", 1],
    ["a 429, which is not asked again", [status(429)], "busy", 1],
    ["a reset, then an answer", [() => HttpResponse.error(), fine], "no failure", 2],
    ["a byte order mark", [() => HttpResponse.text('\ufeff{"fine":true}')], "no failure", 1],
    ["not JSON", [() => HttpResponse.text("<html>")], "garbled", 1],
    ["another shape", [() => HttpResponse.json([])], "malformed", 1],
    ["a redirect", [() => HttpResponse.redirect("http://system.test/else")], "redirect", 1],
    ["too large a body", [() => HttpResponse.text("x".repeat(1_100_000))], "too-large", 1],
    ["no answer", [never], "timeout", 1],
  ] as const)("%s", async (_, list, kind, calls) => {
    const counted = answers(...list);
    const upstream = createUpstream("events", { readDeadline: 400 });
    const waited = stopwatch();
    expect(await failure(upstream.requestJson("read", { url, schema }))).toBe(kind);
    expect(counted()).toBe(calls);
    // The default deadline is 2 s.
    expect(waited()).toBeLessThan(1_500);
  });
});

test("the log says why there was no answer, by a code alone", async () => {
  const { log } = await import("~/platform/monitoring/log.server");
  const warn = vi.spyOn(log, "warn");
  const cause = Object.assign(new Error("certificate has expired: system.test"), {
    code: "CERT_HAS_EXPIRED",
  });
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("fetch failed", { cause }));
  const call = createUpstream("events").requestJson("write", { url, schema });
  await expect(call).rejects.toThrow(/^events: unreachable CERT_HAS_EXPIRED$/);
  expect(warn.mock.calls).toEqual([
    [{ system: "events", kind: "unreachable", code: "CERT_HAS_EXPIRED" }, "upstream failed"],
  ]);
});

test("a refusal after a byte order mark keeps its words", async () => {
  answers(() => HttpResponse.text('\ufeff{"error":"No such plan"}', { status: 400 }));
  const asked = { url, schema: z.object({ error: z.string() }), alsoAccept: () => true };
  expect(await createUpstream("events").requestJson("write", asked)).toEqual({
    status: 400,
    body: { error: "No such plan" },
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
  const upstream = createUpstream("events");
  const call = () =>
    upstream.call("write", async () => {
      most = Math.max(most, ++atOnce);
      await nextTurn();
      atOnce -= 1;
    });
  await Promise.all(Array.from({ length: 60 }, call));
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

test.each([
  ["a refusal", status(404)],
  ["a 429", status(429)],
  ["an answer in another shape", () => HttpResponse.json([])],
  ["too large an answer", () => HttpResponse.text("x".repeat(1_100_000))],
])("%s concerns one call: however often, all go on being made", async (_, answer) => {
  const counted = answers(answer);
  const upstream = createUpstream("events");
  for (let call = 0; call < 12; call += 1)
    await failure(upstream.requestJson("write", { url, schema }));
  expect(counted()).toBe(12);
});

test("a call that never got a place says nothing of the system", async () => {
  const upstream = createUpstream("events", { readDeadline: 50, writeDeadline: 60_000 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const writes = Array.from({ length: 20 }, () => upstream.call("write", () => promise));
  for (let call = 0; call < 6; call += 1)
    expect(await failure(upstream.call("read", async () => {}))).toBe("timeout");
  expect(await withoutWaiting("events", slow(20), "otherwise")).toBe("waited for");
  resolve();
  await Promise.all(writes);
  expect(await failure(upstream.call("write", async () => {}))).toBe("no failure");
});

const slow = (milliseconds: number) =>
  new Promise<string>((resolve) => setTimeout(resolve, milliseconds, "waited for"));

const down = () => Promise.reject(new UpstreamError("events", "unreachable"));

async function opened(upstream: Upstream) {
  for (let call = 0; call < 5; call += 1) await failure(upstream.call("write", down));
  expect(await failure(upstream.call("write", async () => {}))).toBe("open");
}

describe("a page whose request has waited for a system in vain", () => {
  const asked = (upstream: Upstream, mode: "read" | "write" = "read") =>
    failure(upstream.call(mode, async () => {}));

  /** Runs `then` in a request that has waited in vain. */
  const afterWaiting = (then: (upstream: Upstream) => Promise<void>) =>
    asOneRequest(async () => {
      const upstream = createUpstream("events", { readDeadline: 30 });
      expect(await failure(upstream.call("read", never))).toBe("timeout");
      await then(upstream);
    });

  test("reads nothing more from it, and still writes", () =>
    afterWaiting(async (upstream) => {
      expect(await waitingOnce(() => asked(upstream))).toBe("open");
      expect(await waitingOnce(() => asked(upstream, "write"))).toBe("no failure");
    }));

  test("also where the page itself has waited", () =>
    asOneRequest(() =>
      waitingOnce(async () => {
        const upstream = createUpstream("events", { readDeadline: 30 });
        expect(await failure(upstream.call("read", never))).toBe("timeout");
        expect(await asked(upstream)).toBe("open");
      }),
    ));

  test("reads again once the system has answered anybody, also if it fails somebody after that", () =>
    afterWaiting(async (upstream) => {
      expect(await asOneRequest(() => asked(upstream))).toBe("no failure");
      expect(await failure(asOneRequest(() => upstream.call("write", down)))).toBe("unreachable");
      expect(await waitingOnce(() => asked(upstream))).toBe("no failure");
    }));

  test("reads again after five seconds, as it may stream for minutes", () =>
    afterWaiting(async (upstream) => {
      vi.useFakeTimers({ now: Date.now() + 5_001, toFake: ["Date"] });
      const again = await waitingOnce(() => asked(upstream));
      vi.useRealTimers();
      expect(again).toBe("no failure");
    }));

  test("reads from other systems", () =>
    afterWaiting(async () => {
      expect(await waitingOnce(() => asked(createUpstream("functions")))).toBe("no failure");
    }));

  test("has background work that asks, and a press that asks again", () =>
    afterWaiting(async (upstream) => {
      expect(await waitingOnce(() => asBackgroundWork(() => asked(upstream)))).toBe("no failure");
      expect(await asked(upstream)).toBe("no failure");
    }));

  test("asks again where the system refused or broke off: that took no time", () =>
    asOneRequest(() =>
      waitingOnce(async () => {
        const upstream = createUpstream("events");
        expect(await failure(upstream.call("read", down))).toBe("unreachable");
        expect(await asked(upstream)).toBe("no failure");
      }),
    ));
});

describe("background work", () => {
  test("cannot close a system to pages, keep it closed, or have it count as down", async () => {
    const upstream = createUpstream("events");
    await asBackgroundWork(() => opened(upstream));
    expect(await failure(upstream.call("write", async () => {}))).toBe("no failure");
    expect(await withoutWaiting("events", slow(20), "otherwise")).toBe("waited for");

    await opened(upstream);
    vi.useFakeTimers({ now: Date.now() + 5_001, toFake: ["Date"] });
    // A sweep that meets the same failure at every round.
    for (let round = 0; round < 10; round += 1)
      await failure(asBackgroundWork(() => upstream.call("write", down)));
    expect(await failure(upstream.call("write", async () => {}))).toBe("no failure");
    vi.useRealTimers();
  });

  test("cannot take the places of pages", async () => {
    const upstream = createUpstream("events", { readDeadline: 100, writeDeadline: 500 });
    const hanging = asBackgroundWork(() =>
      Array.from({ length: 60 }, () => failure(upstream.call("write", never))),
    );
    expect(await failure(upstream.call("read", async () => {}))).toBe("no failure");
    await Promise.all(hanging);
  });

  test("begun for a page, goes in its own lane to the end", async () => {
    const upstream = createUpstream("events");
    await asBackgroundWork(async () => {
      await nextTurn();
      await Promise.all([nextTurn().then(() => opened(upstream))]);
    });
    expect(await failure(upstream.call("write", async () => {}))).toBe("no failure");
  });
});
