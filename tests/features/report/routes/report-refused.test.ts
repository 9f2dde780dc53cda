import { setImmediate } from "node:timers/promises";
import { HttpResponse, http } from "msw";
import { describe, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { newOwner } from "#tests/setup/built-in-reports";
import { sandbox, server } from "#tests/setup/outside";
import { address, asPdf, functionUrl, pdf, reportCalls } from "#tests/setup/reports";
import { signedIn } from "#tests/setup/requests";
import { log } from "~/platform/monitoring/log.server";

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
    await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce(), 20_000);
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
    // Of somebody whose subscriptions no other test file stores meanwhile.
    const { cookie } = await newOwner();
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
    const later = setTimeout;
    vi.spyOn(globalThis, "setTimeout").mockImplementation(((act: () => void, ms?: number) =>
      later(act, ms === 20_000 ? 300 : ms)) as typeof setTimeout);
    server.use(http.post(functionUrl, report));
    const answer = await visit(address, { cookie: await signedIn("extras") });
    expect(answer.status).toBe(504);
    expect(await answer.text()).toContain("Try again");
  });

  test.each([
    ["one that stops half-way", "timeout", { "content-length": "1000" }, undefined],
    ["one without end", "too-large", {}, new Uint8Array(1_048_576)],
  ])("%s fails the download, and the log says so once", async (_, kind, headers, filler) => {
    const warn = vi.spyOn(log, "warn");
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
    const told = warn.mock.calls.filter(([, words]) => words === "report broke off");
    expect(told).toEqual([[{ system: "reports", kind }, "report broke off"]]);
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
