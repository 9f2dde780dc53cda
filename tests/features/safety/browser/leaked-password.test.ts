import { afterEach, beforeEach, expect, test, vi } from "vitest";

const asked: string[] = [];
let answer: (signal: AbortSignal) => Promise<Response>;
let section: { hidden: boolean };
let output: { textContent: string };
let button: EventTarget & { ariaBusy: string | null };

/** A browser that knows no time limits. */
beforeEach(async () => {
  const input = Object.assign(new EventTarget(), { value: "password" });
  button = Object.assign(new EventTarget(), { ariaBusy: null });
  output = Object.assign({ textContent: "", dataset: {} });
  const querySelector = (name: string) => ({ input, button, output })[name];
  const getAttribute = () => "https://range.example.com";
  section = Object.assign({ hidden: true }, { querySelector, getAttribute });
  asked.length = 0;
  vi.stubGlobal("document", {
    documentElement: { lang: "en" },
    querySelector: () => section,
    getElementById: () => null,
  });
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("AbortSignal", {});
  vi.stubGlobal("fetch", (address: string, { signal }: { signal: AbortSignal }) => {
    asked.push(address);
    return answer(signal);
  });
  vi.resetModules();
  await import("../../../../app/features/safety/browser/leaked-password.ts");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a browser that knows no time limits checks a password all the same", async () => {
  answer = async () => new Response("1E4C9B93F3F0682250B6CF8331B7EE68FD8:12");
  expect(section.hidden).toBe(false);
  button.dispatchEvent(new Event("click"));
  await expect.poll(() => output.textContent).toMatch(/it was seen 12 times/);
  expect(asked).toEqual(["https://range.example.com/range/5BAA6"]);
});

test("a check that hangs ends there, too", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  answer = (signal) =>
    new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  button.dispatchEvent(new Event("click"));
  await vi.waitUntil(() => asked.length === 1);
  vi.advanceTimersByTime(5_000);
  await vi.waitUntil(() => button.ariaBusy === null);
  expect(output.textContent).toContain("We could not check the password right now.");
});
