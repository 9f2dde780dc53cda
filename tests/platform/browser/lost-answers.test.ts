import { afterEach, expect, test, vi } from "vitest";
import { keepPageWithoutAnswer } from "../../../app/platform/browser/lost-answers.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A form on a page with React, and what happens where it is sent and `fetch` answers so. */
function pageWith(answer: (init: RequestInit) => Promise<Response>) {
  const page = new EventTarget();
  const notice = { remove: vi.fn(), focus: vi.fn() };
  const form = { isConnected: true, insertAdjacentHTML: vi.fn(), firstElementChild: notice };
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("window", { fetch: (_: unknown, init: RequestInit) => answer(init) });
  keepPageWithoutAnswer();
  page.dispatchEvent(Object.defineProperty(new Event("submit"), "target", { value: form }));
  return form;
}
const press = () => window.fetch(new URL("https://a.example/b.data"), { method: "POST" });

test("a press on a connection that has fallen silent can be repeated after 20 seconds", async () => {
  vi.useFakeTimers();
  const form = pageWith(
    (init) =>
      new Promise((_, fail) => {
        init.signal?.addEventListener("abort", () => fail(new Error("aborted")));
      }),
  );
  const pressed = press();
  await vi.advanceTimersByTimeAsync(19_000);
  expect(form.insertAdjacentHTML).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect((await pressed).status).toBe(503);
  expect(form.insertAdjacentHTML).toHaveBeenCalledOnce();
});

test.each([
  ["a proxy's own id", "5f1c0d1e2b3a49586776859403a2b1c0", true],
  ["the app's", "aZ3_-9bQ-1f", false],
  ["both", "aZ3_-9bQ-1f, 5f1c0d1e2b3a49586776859403a2b1c0", false],
])("a page of faults under %s counts as lost: %s", async (_, id, isLost) => {
  const answer = () =>
    new Response("<h1>Bad Gateway</h1>", { status: 502, headers: { "x-request-id": id } });
  const form = pageWith(async () => answer());
  expect((await press()).status).toBe(isLost ? 503 : 502);
  expect(form.insertAdjacentHTML).toHaveBeenCalledTimes(isLost ? 1 : 0);
});

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
  const listens = { ...signal, addEventListener: () => {} };
  const init = { method: "POST", signal: listens as unknown as AbortSignal };
  await expect(window.fetch(new URL("https://a.example/b.data"), init)).rejects.toBe(end);
  expect(form.insertAdjacentHTML).not.toHaveBeenCalled();
});
