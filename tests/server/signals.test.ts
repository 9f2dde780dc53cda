import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { errors, reports, startReportingStack } from "../setup/error-reports.ts";
import type { Stack } from "../setup/stack.ts";
import { linesOf, wholeLog } from "./log.ts";
import { send, signInAs } from "./requests.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startReportingStack();
});
beforeEach(() => stack.sandbox.reset());
afterAll(() => stack.stop());

test("one line, by its route's pattern, under the id that the answer carries", async () => {
  const { origin } = stack;
  const response = await fetch(`${origin}/pdf/secret-name.pdf?token=abc`, { redirect: "manual" });
  const missing = await fetch(`${origin}/nobody/rich@example.com`);
  const log = await wholeLog(stack);
  const requestId = response.headers.get("x-request-id");
  expect(linesOf(log).filter((line) => line.requestId === requestId)).toEqual([
    expect.objectContaining({
      level: "info",
      msg: "request",
      method: "GET",
      route: "/pdf/:file",
      status: response.status,
      milliseconds: expect.any(Number),
    }),
  ]);
  expect(
    linesOf(log).find((line) => line.requestId === missing.headers.get("x-request-id")),
  ).toMatchObject({ route: "*", status: 404 });
  expect(log).not.toMatch(/secret-name|token|@example\.com/);
});

test("metrics by route, system and queue, on a port of their own", async () => {
  const cookie = await signInAs(stack.origin, "rich");
  await send(stack.origin, { path: "/dashboard/analytics" }, cookie);
  const told = linesOf(await wholeLog(stack)).find(({ msg }) => msg === "serving metrics");
  const metricsOrigin = `http://127.0.0.1:${told?.port}`;
  const response = await fetch(`${metricsOrigin}/metrics`);
  expect(response.headers.get("content-type")).toContain("text/plain; version=0.0.4");
  const text = await response.text();
  for (const series of [
    /^http_request_seconds_count\{route="\/dashboard\/analytics",method="GET",status="200"\} [1-9]/m,
    /^http_request_seconds_bucket\{le="0\.25",route="\/sign-in",method="POST",status="302"\} \d/m,
    /^upstream_request_seconds_count\{system="identity",outcome="ok"\} [1-9]/m,
    /^events_queue_length \d/m,
    /^process_cpu_seconds_total /m,
  ])
    expect(text).toMatch(series);
  expect((await fetch(`${metricsOrigin}/dashboard`)).status).toBe(404);
  expect((await fetch(`${stack.origin}/metrics`)).status).toBe(404);
});

test("an error is reported once, with the request's id, build and environment", async () => {
  const response = await fetch(`${stack.origin}/test-error`, {
    method: "POST",
    headers: { origin: stack.origin },
    body: new URLSearchParams({ any: "thing" }),
  });
  expect(response.status).toBe(500);
  await vi.waitFor(() => expect(errors(stack)).toHaveLength(1), 20_000);
  const [report] = errors(stack);
  const requestId = response.headers.get("x-request-id");
  expect(report).toMatchObject({
    platform: "node",
    release: "release-7",
    environment: "DEV",
    tags: { requestId },
    contexts: { app: { app_name: "instatrack_webapp", app_version: "release-7" } },
    exception: { values: [{ type: "Error", value: "Test error" }] },
  });
  expect(report?.contexts?.app?.build_time).toMatch(/^\d{4}-\d\d-\d\dT/);
  const logged = linesOf(await wholeLog(stack)).filter(({ msg }) => msg === "unexpected error");
  expect(logged.filter((line) => line.requestId === requestId)).toHaveLength(1);
});

test("half of the requests are traced, by pattern, with the systems they asked", async () => {
  const { origin } = stack;
  let cookie = "";
  for (let count = 0; count < 15; count += 1) cookie = await signInAs(origin, "rich");
  for (let count = 0; count < 40; count += 1)
    await send(origin, { path: "/dashboard/news/some-slug?token=abc" }, cookie);
  const tracesOf = (name: string) =>
    reports(stack).filter(({ transaction }) => transaction === name);
  const pages = () => tracesOf("GET /dashboard/news/:slug").length;
  await vi.waitFor(() => expect(pages()).toBeGreaterThan(5), 20_000);
  await wholeLog(stack);
  expect(pages()).toBeLessThan(35);
  expect(tracesOf("POST /sign-in").flatMap(({ spans = [] }) => spans)).toContainEqual(
    expect.objectContaining({ op: "http.client", description: "identity" }),
  );
  expect(stack.sandbox.world.envelopes.join("")).not.toMatch(/some-slug|token|uid-rich/);
});

// The last, since reports that hang leave no room for others for some seconds.
test("a sink and a Sentry that hang hold no page up", async () => {
  const { origin, sandbox } = stack;
  const cookie = await signInAs(origin, "rich");
  const postEvent = () => send(origin, { path: "/event", json: { event: "open" } });
  const openPage = () => send(origin, { path: "/dashboard" }, cookie);
  const hanging = (system: string) =>
    sandbox.world.calls.filter((call) => call.system === system && call.status === null);
  sandbox.faults.set("sentry", { kind: "hang" });
  // Half of the requests are reported.
  await vi.waitFor(async () => {
    await openPage();
    expect(hanging("sentry")).not.toEqual([]);
  }, 20_000);
  sandbox.faults.set("events", { kind: "hang" });
  await postEvent();
  await vi.waitFor(() => expect(hanging("events")).not.toEqual([]), 20_000);

  const waiting = [...hanging("events"), ...hanging("sentry")];
  let rounds = 0;
  for (; rounds < 20; rounds += 1) {
    // What a page's own scripts send meanwhile.
    const answers = await Promise.all([openPage(), postEvent()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 204]);
    // Beyond their own deadlines the two hold nothing up any more.
    if (waiting.some(({ status }) => status !== null)) break;
  }
  expect(rounds).toBeGreaterThan(0);
});
