import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

test("a browser that knows no time limits checks a password all the same", async () => {
  const input = Object.assign(new EventTarget(), { value: "password" });
  const button = Object.assign(new EventTarget(), { ariaBusy: null });
  const output = { textContent: "", dataset: {} };
  const section = {
    querySelector: (name: string) => ({ input, button, output })[name],
    getAttribute: () => "https://range.example.com",
    hidden: true,
  };
  const asked: string[] = [];
  vi.stubGlobal("document", {
    documentElement: { lang: "en" },
    querySelector: () => section,
    getElementById: () => null,
  });
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("AbortSignal", {});
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    return new Response("1E4C9B93F3F0682250B6CF8331B7EE68FD8:12");
  });
  await import("../../../../app/features/safety/browser/leaked-password.ts");
  expect(section.hidden).toBe(false);
  button.dispatchEvent(new Event("click"));
  await expect.poll(() => output.textContent).toMatch(/it was seen 12 times/);
  expect(asked).toEqual(["https://range.example.com/range/5BAA6"]);
});
