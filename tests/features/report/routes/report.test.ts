import { HttpResponse, http } from "msw";
import { describe, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { server } from "#tests/setup/outside";
import { address, asPdf, functionUrl, pdf, reportCalls } from "#tests/setup/reports";
import { signedIn } from "#tests/setup/requests";
import { reportWithin } from "~/features/report/services/report.server";
import type { FetchedReport } from "~/features/report/store/reports.server";
import { log } from "~/platform/monitoring/log.server";

/** It answered 502 once, and nobody knew which system had failed, and how: the next time, it says so. */
const watchedFailures = () => {
  const warned = vi.spyOn(log, "warn");
  return () => JSON.stringify(warned.mock.calls);
};

test("an owner downloads the report of their own profile", async () => {
  const failures = watchedFailures();
  const answer = await visit(address, { cookie: await signedIn("extras") });
  expect(answer.status, failures()).toBe(200);
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
    const failures = watchedFailures();
    const cookie = await signedIn("extras");
    const open = () => visit(address, { cookie, headers: { accept: "text/html,*/*" } });
    const waiting = await open();
    expect(waiting.status, failures()).toBe(202);
    expect(waiting.headers.get("refresh")).toBe("1");
    expect(await waiting.text()).toContain("Your report is being prepared");
    finish(asPdf(pdf));
    const report = await open();
    expect(report.headers.get("content-type")).toBe("application/pdf");
    expect(await report.text()).toBe(pdf);
    expect(handler).toHaveBeenCalledOnce();
  });

  const owner = { uid: "uid-extras", email: "extras@example.com" };

  test("and fails while nobody waits reports the failure once, then is made again", async () => {
    const { finish } = slowFunction();
    expect(await reportWithin(owner, { patience: 20 })).toBe("being-made");
    finish(asPdf("no report"));
    await expect(reportWithin(owner, { patience: 5_000 })).rejects.toThrow("malformed");
    server.use(http.post(functionUrl, () => asPdf(pdf)));
    const made = await reportWithin(owner, { patience: 5_000 });
    expect(await new Response((made as FetchedReport).body).text()).toBe(pdf);
  });

  test("requested twice is made once, for one of the requests; then another is started", async () => {
    const { handler, finish } = slowFunction();
    const owner = { uid: "uid-two-pages", email: "two.pages@example.com" };
    const later = () => reportWithin(owner, { patience: 50 });
    expect(await Promise.all([later(), later()])).toEqual(["being-made", "being-made"]);
    await vi.waitFor(() => expect(handler).toHaveBeenCalledOnce(), 20_000);
    const secondHandler = vi.fn(() => new Promise<Response>(() => {}));
    const requests = [owner, owner].map((who) => reportWithin(who, { patience: 1_000 }));
    server.use(http.post(functionUrl, secondHandler));
    finish(asPdf(pdf));
    const [first, second] = await Promise.all(requests);
    expect(await new Response((first as FetchedReport).body).text()).toBe(pdf);
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
    expect(await new Response((made as FetchedReport).body).text()).toBe(pdf);
  });

  test("is kept for its owner, who disconnected and requests it again", async () => {
    const { handler, finish } = slowFunction();
    const leaving = new AbortController();
    const left = reportWithin(owner, { signal: leaving.signal });
    leaving.abort();
    expect(await left).toBe("being-made");
    const again = reportWithin(owner, {});
    finish(asPdf(pdf));
    expect(await new Response(((await again) as FetchedReport).body).text()).toBe(pdf);
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
    expect(await new Response((made as FetchedReport).body).text()).toBe(pdf);
  });
});
