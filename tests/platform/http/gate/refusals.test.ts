import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { sandbox } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";

let log: typeof import("~/platform/monitoring/log.server")["log"];

// The first visit loads the whole app.
beforeAll(() => visit("/healthz"));
beforeEach(async () => {
  ({ log } = await import("~/platform/monitoring/log.server"));
});

const json = { "content-type": "application/json" };
const form = (fields: Record<string, string>) => ({
  method: "POST",
  body: new URLSearchParams(fields),
});

describe("programs get errors as JSON", () => {
  const large = JSON.stringify({ event: "open", note: "a".repeat(70_000) });
  test.each<[string, string, number, RequestInit]>([
    ["another site", "/event", 403, { headers: { ...json, origin: "https://evil.example" } }],
    ["another site", "/api/cancel", 403, { headers: { ...json, origin: "https://evil.example" } }],
    ["another method", "/event", 405, { method: "PUT" }],
    ["another method", "/api/cancel", 405, { method: "DELETE" }],
    ["another host", "/api/cancel", 421, { headers: { ...json, host: "evil.example" } }],
    ["too much", "/event", 413, { headers: json, body: large }],
    ["no JSON type", "/api/cancel-request", 415, { headers: { "content-type": "text/xml" } }],
    ["a legacy data request", "/api/cancel?_data=root", 400, { method: "GET" }],
    ["an unknown address", "/api/nothing", 404, { method: "GET" }],
    ["an unknown address below", "/api/cancel/more", 404, { method: "GET" }],
    ["nobody signed in", "/api/cancel", 401, { headers: json, body: "{}" }],
    ["in upper case", "/API/nothing", 404, { method: "GET" }],
    ["a health check that is not GET", "/readyz", 405, { method: "PUT" }],
  ])("%s: %s %i", async (_, path, status, init) => {
    const answer = await visit(path, { method: "POST", ...init });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const body = (await answer.json()) as { error: unknown };
    expect(body).toEqual({ error: expect.stringMatching(/./) });
  });

  test("an unexpected error is answered in JSON, without the error's message", async () => {
    vi.spyOn(Request.prototype, "text").mockRejectedValue(new Error("a secret of ours"));
    const answer = await visit("/event", { method: "POST", headers: json, body: "{}" });
    expect(answer.status).toBe(500);
    vi.restoreAllMocks();
    expect(await answer.json()).toEqual({ error: "Something went wrong" });
  });

  test("an error in the gate does not reveal its message either", async () => {
    const canParse = URL.canParse;
    vi.spyOn(URL, "canParse").mockImplementation((url, base) => {
      if (url === "/event?gate") throw new Error("a secret of ours");
      return canParse(url, base);
    });
    const answer = await visit("/event?gate", { method: "POST", headers: json, body: "{}" });
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain("secret");
  });

  test("people get errors as a page", async () => {
    for (const path of ["/sign-in", "/apidays", "/events"]) {
      const answer = await visit(path, { method: "PUT" });
      expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    }
  });
});

describe("a request target that is no path", () => {
  const targets = ["http://[", "http://[::1", "http://a:b/", "http://localhost:3000/", "*"];
  test.each([...targets, "//a@[", "//a@[#x", "//evil.example/"])(
    "%s is rejected, and not reported as an error",
    async (target) => {
      const error = vi.spyOn(log, "error");
      const answer = await visit(target);
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain("The address is not complete.");
      expect(answer.headers.get("x-request-id")).toMatch(/./);
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(error).not.toHaveBeenCalled();
    },
  );
});

describe("a client cannot flood the log and the reports", () => {
  // Rate limits start anew for each test.
  beforeEach(async () => {
    resetApp();
    ({ log } = await import("~/platform/monitoring/log.server"));
  });

  const press = () => visit("/test-error", form({}));

  test("the test error is thrown ten times in ten minutes, across all clients", async () => {
    const error = vi.spyOn(log, "error");
    const statuses: number[] = [];
    for (let count = 0; count < 15; count += 1) statuses.push((await press()).status);
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(500));
    expect(statuses.slice(10)).toEqual(Array(5).fill(429));
    expect(error).toHaveBeenCalledTimes(10);
  });

  test("Continue always redirects, and is reported ten times", async () => {
    for (let count = 0; count < 15; count += 1) {
      const init = { ...form({ intent: "continue-to-billing" }), client: "192.0.2.9" };
      const answer = await visit("/sign-in", init);
      expect(answer.headers.get("location")).toBe(sandbox.addresses.billingPage);
    }
    const { flushEvents } = await import("~/features/tracking/events.server");
    await flushEvents();
    expect(sandbox.world.events).toHaveLength(10);
  });
});
