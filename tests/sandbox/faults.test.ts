import { describe, expect, it, vi } from "vitest";
import { type Fault, faultName, faultNames, parseFault } from "../../sandbox/faults.ts";
import { sandbox } from "../setup/outside.ts";

const getNews = (signal?: AbortSignal) =>
  fetch(`${sandbox.addresses.functions}/getNews`, {
    method: "POST",
    body: "{}",
    redirect: "manual",
    signal: signal ?? null,
  });
const set = (fault: Fault, times?: number) => sandbox.faults.set("functions", fault, times);

describe("a system", () => {
  it("responds with a status the given number of times", async () => {
    set({ kind: "status", status: 429 }, 2);
    const statuses = [await getNews(), await getNews(), await getNews()].map(
      ({ status }) => status,
    );
    expect(statuses).toEqual([429, 429, 200]);
  });

  it.each(["hang", "drip"] as const)("keeps its caller waiting: %s", async (kind) => {
    set({ kind });
    const waiting = getNews(AbortSignal.timeout(100)).then((response) => response.text());
    await expect(waiting).rejects.toThrow(/timeout|aborted/i);
  });

  it("responds once it is released", async () => {
    const released = Promise.withResolvers<void>();
    set({ kind: "held", until: released.promise });
    let answered = false;
    const news = getNews().then(({ status }) => {
      answered = true;
      return status;
    });
    await vi.waitFor(() => expect(sandbox.world.calls).toMatchObject([{ status: null }]), 20_000);
    expect(answered).toBe(false);
    released.resolve();
    expect(await news).toBe(200);
  });

  it.each(["reset", "refuse", "lost-answer"] as const)(
    "breaks the connection: %s",
    async (kind) => {
      set({ kind });
      await expect(getNews()).rejects.toThrow();
    },
  );

  it("truncates its JSON", async () => {
    set({ kind: "malformed" });
    await expect((await getNews()).json()).rejects.toThrow(SyntaxError);
  });

  it("responds with another shape", async () => {
    set({ kind: "wrong-shape" });
    expect(await (await getNews()).json()).not.toMatchObject({ news: [expect.anything()] });
  });

  it("redirects its caller", async () => {
    set({ kind: "redirect" });
    const response = await getNews();
    expect(response.status).toBe(302);
    expect(response.headers.get("Location")).toBe(sandbox.addresses.trap);
  });

  it("responds with more than a mebibyte", async () => {
    set({ kind: "huge" }, 1);
    const reader = (await getNews()).body?.getReader();
    let size = 0;
    while (reader && size <= 1_048_576) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.byteLength;
    }
    await reader?.cancel();
    expect(size).toBeGreaterThan(1_048_576);
  });

  it("is slow, then responds as usual", async () => {
    set({ kind: "slow", ms: 60 });
    const before = performance.now();
    expect((await getNews()).status).toBe(200);
    expect(performance.now() - before).toBeGreaterThan(50);
  });

  it("carries out the request, then loses the response", async () => {
    sandbox.faults.set("billing", { kind: "lost-answer" }, 1);
    const cancel = () =>
      fetch(`${sandbox.addresses.billing.default}/subs/cancel`, {
        method: "POST",
        headers: { "Idempotency-Key": "one" },
        body: JSON.stringify({
          email: "rich@example.com",
          firebase_id: "uid-rich",
          subscription_id: "sub-1001",
        }),
      });
    await expect(cancel()).rejects.toThrow();
    expect(sandbox.world.subscriptionById("sub-1001")?.status).toBe("canceled");
    expect(await (await cancel()).json()).toEqual({ success: true });
    expect(sandbox.world.effectsOf("cancel")).toHaveLength(1);
  });

  it("affects no other system, and is recorded in the calls", async () => {
    set({ kind: "status", status: 500 });
    await getNews();
    const range = await fetch(`${sandbox.addresses.pwned}/range/5BAA6`);
    expect(range.status).toBe(200);
    expect(sandbox.world.calls.map(({ system, status, fault }) => [system, status, fault])).toEqual(
      [
        ["functions", 500, "status-500"],
        ["pwned", 200, null],
      ],
    );
  });
});

it("has a name for each fault, and a fault for each name", () => {
  for (const name of faultNames) {
    const fault = parseFault(name);
    expect(fault && faultName(fault)).toBe(name);
  }
  expect(parseFault("sabotage")).toBeUndefined();
});
