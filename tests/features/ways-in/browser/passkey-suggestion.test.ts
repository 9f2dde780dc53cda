import { afterEach, beforeEach, expect, test, vi } from "vitest";

const minute = 60_000;

/** How often a challenge was asked for, and whether the server gives one. */
let asked: number;
let isDown: boolean;
vi.mock("../../../../app/features/ways-in/browser/passkeys/credentials.ts", () => ({
  hasPasskeys: () => true,
  failureWords: (_: unknown, words: string) => words,
  askForPasskey: () => new Promise(() => {}),
  async askForOptions() {
    asked += 1;
    if (isDown) throw new Error("no answer");
    return {};
  },
}));

let page: EventTarget & { visibilityState: string };
let button: EventTarget & { ariaBusy: string | null };

const settled = () => vi.advanceTimersByTimeAsync(0);
const show = async (visibilityState: string) => {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event("visibilitychange"));
  await settled();
};

beforeEach(async () => {
  vi.useFakeTimers();
  [asked, isDown] = [0, false];
  button = Object.assign(new EventTarget(), { ariaBusy: null });
  const answer = { value: "" };
  const form = {
    hidden: true,
    getAttribute: () => "/sign-in/passkey",
    requestSubmit: () => {},
    querySelector: (selector: string) => {
      if (selector === "button") return button;
      return selector.startsWith("input") ? answer : { textContent: "" };
    },
  };
  page = Object.assign(new EventTarget(), {
    visibilityState: "visible",
    getElementById: () => null,
    querySelector: (selector: string) => (selector.startsWith("input") ? {} : form),
    querySelectorAll: () => [],
  });
  vi.stubGlobal("document", page);
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("PublicKeyCredential", { isConditionalMediationAvailable: async () => true });
  vi.resetModules();
  await import("../../../../app/features/ways-in/browser/passkeys/sign-in.ts");
  await settled();
  expect(asked).toBe(1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the challenge of a page in sight is renewed before its five minutes are over", async () => {
  await vi.advanceTimersByTimeAsync(3 * minute);
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(1.5 * minute);
  expect(asked).toBe(2);
});

test("that of a page in the background is renewed once it is looked at, or typed in", async () => {
  await show("hidden");
  await vi.advanceTimersByTimeAsync(11 * minute);
  expect(asked).toBe(1);
  page.visibilityState = "visible";
  for (const event of ["visibilitychange", "focusin"]) page.dispatchEvent(new Event(event));
  await settled();
  expect(asked).toBe(2);
  // A system's sheet hides the page, too, and focus moves.
  await show("hidden");
  await show("visible");
  page.dispatchEvent(new Event("focusin"));
  await settled();
  expect(asked).toBe(2);
  // While a device sleeps, timers stand still.
  vi.setSystemTime(Date.now() + 8 * 60 * minute);
  page.dispatchEvent(new Event("focusin"));
  await settled();
  expect(asked).toBe(3);
});

test("while the button is at work, nothing is renewed", async () => {
  button.ariaBusy = "true";
  vi.setSystemTime(Date.now() + 10 * minute);
  await show("visible");
  expect(asked).toBe(1);
});

test("where none is given, it is asked for again some minutes later", async () => {
  isDown = true;
  vi.setSystemTime(Date.now() + 10 * minute);
  await show("visible");
  await show("visible");
  expect(asked).toBe(2);
  isDown = false;
  await vi.advanceTimersByTimeAsync(4.5 * minute);
  expect(asked).toBe(3);
});
