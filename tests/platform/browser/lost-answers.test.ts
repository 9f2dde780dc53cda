import { afterEach, expect, test, vi } from "vitest";
import { keepPageWithoutAnswer } from "../../../app/platform/browser/lost-answers.ts";

afterEach(() => vi.unstubAllGlobals());

// Browsers before `throwIfAborted` may not know a reason, either.
test.each([
  ["its reason", { aborted: true, reason: "left" }, "left"],
  ["what ended the sending", { aborted: true }, "ended"],
])("a page that was left says nothing: its press ends with %s", async (_, signal, end) => {
  const page = new EventTarget();
  const form = { isConnected: true, insertAdjacentHTML: vi.fn() };
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("window", { fetch: () => Promise.reject("ended") });
  keepPageWithoutAnswer();
  page.dispatchEvent(Object.defineProperty(new Event("submit"), "target", { value: form }));
  const init = { method: "POST", signal: signal as AbortSignal };
  await expect(window.fetch(new URL("https://a.example/b.data"), init)).rejects.toBe(end);
  expect(form.insertAdjacentHTML).not.toHaveBeenCalled();
});
