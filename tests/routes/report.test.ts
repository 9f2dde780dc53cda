import { setImmediate } from "node:timers/promises";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { sandbox, server } from "#tests/setup/outside";
import { signedIn } from "#tests/setup/requests";
import type { Report } from "~/clients/reports.server";
import { forgetSubscriptions } from "~/clients/subscriptions.server";
import { reportWithin } from "~/services/report.server";

const address = "/dashboard/report";
const functionUrl = "http://sandbox.test/functions/getPdfReport";
const pdf = "%PDF-1.7\nreport";

const reportCalls = () => sandbox.world.calls.filter(({ path }) => path === "/getPdfReport");

beforeEach(async () => {
  // A success resets the failure count of the breaker, which an earlier test may have raised.
  server.use(http.post(functionUrl, () => new HttpResponse(pdf), { once: true }));
  await (await visit(address, { cookie: await signedIn("extras") })).text();
  sandbox.world.calls.length = 0;
});

test("an owner downloads the report of their own profile", async () => {
  const answer = await visit(address, { cookie: await signedIn("extras") });
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": 'attachment; filename="profile-report.pdf"',
    "cache-control": "private, no-store, no-transform",
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  expect(answer.headers.get("content-length")).toBe(String(bytes.byteLength));
  expect(reportCalls().map(({ method, body }) => ({ method, body: JSON.parse(body) }))).toEqual([
    {
      method: "POST",
      body: { email: "extras@example.com", uid: "uid-extras", hostname: "localhost" },
    },
  ]);
});

test("the report is streamed while it is being made", async () => {
  let finish = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(pdf));
      finish = () => controller.close();
    },
  });
  server.use(http.post(functionUrl, () => new HttpResponse(body)));
  const answer = await visit(address, { cookie: await signedIn("extras") });
  const reader = answer.body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(pdf);
  expect(answer.headers.get("content-length")).toBeNull();
  finish();
  expect((await reader?.read())?.done).toBe(true);
});

describe("a report that takes its time", () => {
  /** A cloud function that responds when `finish` is called. */
  function slowFunction() {
    let finish = (_: Response) => {};
    const answered = new Promise<Response>((resolve) => {
      finish = resolve;
    });
    const handler = vi.fn(() => answered);
    server.use(http.post(functionUrl, handler));
    return { handler, finish };
  }

  test("shows a browser a waiting page; its reload gives the same report", async () => {
    const { handler, finish } = slowFunction();
    const cookie = await signedIn("extras");
    const open = () => visit(address, { cookie, headers: { accept: "text/html,*/*" } });
    const waiting = await open();
    expect(waiting.status).toBe(202);
    expect(waiting.headers.get("refresh")).toBe("1");
    expect(await waiting.text()).toContain("Your report is being prepared");
    finish(asPdf(pdf));
    const report = await open();
    expect(report.headers.get("content-type")).toBe("application/pdf");
    expect(await report.text()).toBe(pdf);
    expect(handler).toHaveBeenCalledOnce();
  }, 10_000);

  const owner = { uid: "uid-extras", email: "extras@example.com" };

  test("and fails while nobody waits reports the failure once, then is made again", async () => {
    const { finish } = slowFunction();
    expect(await reportWithin(owner, { patience: 20 })).toBe("being-made");
    finish(asPdf("no report"));
    await expect(reportWithin(owner, { patience: 5_000 })).rejects.toThrow("malformed");
    server.use(http.post(functionUrl, () => asPdf(pdf)));
    const made = await reportWithin(owner, { patience: 5_000 });
    expect(await new Response((made as Report).body).text()).toBe(pdf);
  });

  test("requested twice is made once, for one of the requests; then another is started", async () => {
    const { handler, finish } = slowFunction();
    const owner = { uid: "uid-two-pages", email: "two.pages@example.com" };
    const later = () => reportWithin(owner, { patience: 50 });
    expect(await Promise.all([later(), later()])).toEqual(["being-made", "being-made"]);
    expect(handler).toHaveBeenCalledOnce();
    const secondHandler = vi.fn(() => new Promise<Response>(() => {}));
    const requests = [owner, owner].map((who) => reportWithin(who, { patience: 1_000 }));
    server.use(http.post(functionUrl, secondHandler));
    finish(asPdf(pdf));
    const [first, second] = await Promise.all(requests);
    expect(await new Response((first as Report).body).text()).toBe(pdf);
    expect(second).toBe("being-made");
    expect(handler).toHaveBeenCalledOnce();
    expect(secondHandler).toHaveBeenCalledOnce();
  });

  test("fails for all requests that wait for it, and is made again", async () => {
    const { handler, finish } = slowFunction();
    const requests = [owner, owner].map((who) => reportWithin(who, {}));
    finish(asPdf("no report"));
    for (const request of await Promise.allSettled(requests))
      expect(request.status).toBe("rejected");
    expect(handler).toHaveBeenCalledOnce();
    server.use(http.post(functionUrl, () => asPdf(pdf)));
    const made = await reportWithin(owner, {});
    expect(await new Response((made as Report).body).text()).toBe(pdf);
  });

  test("is kept for its owner, who disconnected and requests it again", async () => {
    const { handler, finish } = slowFunction();
    const leaving = new AbortController();
    const left = reportWithin(owner, { signal: leaving.signal });
    leaving.abort();
    expect(await left).toBe("being-made");
    const again = reportWithin(owner, {});
    finish(asPdf(pdf));
    expect(await new Response(((await again) as Report).body).text()).toBe(pdf);
    expect(handler).toHaveBeenCalledOnce();
  });

  test("is not given to others", async () => {
    slowFunction();
    expect(await reportWithin({ uid: "uid-one", email: "one@example.com" }, { patience: 20 })).toBe(
      "being-made",
    );
    server.use(http.post(functionUrl, () => asPdf(pdf)));
    const made = await reportWithin(
      { uid: "uid-two", email: "two@example.com" },
      { patience: 5_000 },
    );
    expect(await new Response((made as Report).body).text()).toBe(pdf);
  });
});

describe("only owners get a byte", () => {
  test("a visitor is redirected to sign-in", async () => {
    const answer = await visit(address);
    expect(answer.headers.get("location")).toContain("/sign-in");
    expect(await answer.text()).not.toContain("%PDF");
    expect(reportCalls()).toEqual([]);
  });

  test("it has no data address", async () => {
    const answer = await visit(`${address}.data`, { cookie: await signedIn("extras") });
    expect(answer.status).toBe(404);
    expect(reportCalls()).toEqual([]);
  });

  test("HEAD gets no byte, and the function's response is closed", async () => {
    const cookie = await signedIn("extras");
    const closed = vi.fn();
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(pdf)),
      cancel: closed,
    });
    server.use(http.post(functionUrl, () => asPdf(body)));
    const answer = await visit(address, { cookie, method: "HEAD" });
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(await answer.text()).toBe("");
    await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
  });

  test.each(["rich", "canceled", "premium"])(
    "%s, who does not own it, sees the offer",
    async (key) => {
      const answer = await visit(address, { cookie: await signedIn(key) });
      const body = await answer.text();
      expect(answer.status).toBe(403);
      expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(body).toContain('href="/dashboard/offers/profile-report"');
      expect(body).not.toContain("%PDF");
      expect(reportCalls()).toEqual([]);
    },
  );

  test("nobody does while the ownership is unknown", async () => {
    const cookie = await signedIn("extras");
    await forgetSubscriptions("uid-extras");
    sandbox.faults.set("subscriptions", { kind: "status", status: 500 });
    const answer = await visit(address, { cookie });
    expect(answer.status).toBe(502);
    expect(await answer.text()).not.toContain("%PDF");
    expect(reportCalls()).toEqual([]);
  });
});

describe("a report that cannot be made", () => {
  test.each<[string, () => Response | Promise<Response>, number]>([
    ["500", () => HttpResponse.json({ error: "ill" }, { status: 500 }), 502],
    ["429", () => HttpResponse.json({ error: "busy" }, { status: 429 }), 502],
    ["HTML that says it is a PDF", () => asPdf("<!doctype html>"), 502],
    ["nothing", () => asPdf(null), 502],
    ["four bytes", () => asPdf("%PDF"), 502],
    ["21 MB announced", () => asPdf(pdf, { "content-length": "22020096" }), 502],
    ["a redirect", () => new HttpResponse(null, { status: 302, headers: { location: "/" } }), 502],
    ["a reset", () => HttpResponse.error(), 502],
  ])("%s: a page says so and offers another attempt", async (_, report, status) => {
    server.use(http.post(functionUrl, report));
    const answer = await visit(address, { cookie: await signedIn("extras") });
    const body = await answer.text();
    expect(answer.status).toBe(status);
    expect(body).toContain("We could not create your report right now.");
    expect(body).toContain('href="/dashboard/report"');
    expect(body).not.toContain("%PDF");
  });

  test.each([
    ["a hang", () => new Promise<Response>(() => {})],
    ["a body that never begins", () => asPdf(new ReadableStream())],
  ])("%s ends with the deadline", async (_, report) => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout(ms === 20_000 ? 300 : ms));
    server.use(http.post(functionUrl, report));
    const answer = await visit(address, { cookie: await signedIn("extras") });
    expect(answer.status).toBe(504);
    expect(await answer.text()).toContain("Try again");
  });

  test.each([
    ["one that stops half-way fails the download", { "content-length": "1000" }, undefined],
    ["one without end fails the download", {}, new Uint8Array(1_048_576)],
  ])("%s", async (_, headers, filler) => {
    const later = setTimeout;
    vi.spyOn(globalThis, "setTimeout").mockImplementation(((act: () => void, ms?: number) =>
      later(act, ms === 30_000 ? 500 : ms)) as typeof setTimeout);
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(pdf)),
      // As on a network, other work runs between two chunks.
      pull: async (controller) => {
        await setImmediate();
        if (filler) controller.enqueue(filler);
      },
    });
    server.use(http.post(functionUrl, () => asPdf(body, headers as Record<string, string>)));
    const answer = await visit(address, { cookie: await signedIn("extras") });
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow();
  });

  test("before the analysis there is no report, and the page says why", async () => {
    server.use(
      http.post(functionUrl, () => HttpResponse.json({ error: "No profile" }, { status: 404 })),
    );
    const answer = await visit(address, { cookie: await signedIn("extras") });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain("Your report is not ready yet");
  });
});

const asPdf = (body: BodyInit | null, headers: Record<string, string> = {}) =>
  new HttpResponse(body as ArrayBuffer, {
    headers: { "content-type": "application/pdf", ...headers },
  });
