import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { googleChannel } from "../../../../app/features/ways-in/rules/google-popup.ts";

/** As app/features/ways-in/routes/sign-in/route.tsx gives them, each by its name. */
const words = {
  open: "open",
  blocked: "blocked",
  closed: "closed",
  superseded: "superseded",
  noPlan: "/no-plan",
};
const origin = "https://app.example.com";

interface Popup {
  closed: boolean;
  close(): void;
  address: URL;
  features: string;
}

let popups: Popup[];
let isBlocked: boolean;
let status: { textContent: string };
let assigned: string[];
let channels: Channel[];
let link: EventTarget & { href: string };
/** Popups that were called off at the server, by their numbers. */
let calledOff: number[];

/** As the browser's, but its messages come at once. */
class Channel extends EventTarget {
  readonly name: string;
  constructor(name: string) {
    super();
    this.name = name;
    channels.push(this);
  }
  close(): void {
    channels = channels.filter((one) => one !== this);
  }
}

beforeEach(async () => {
  vi.useFakeTimers();
  [popups, channels, assigned, isBlocked, calledOff] = [[], [], [], false, []];
  status = { textContent: "" };
  link = Object.assign(new EventTarget(), {
    href: `${origin}/sign-in/google`,
    getAttribute: () => "/dashboard/growth",
  });
  vi.stubGlobal("document", {
    documentElement: { lang: "en" },
    querySelector: (selector: string) => (selector.startsWith("a[") ? link : status),
    getElementById: () => ({ textContent: JSON.stringify(words) }),
  });
  vi.stubGlobal("BroadcastChannel", Channel);
  vi.stubGlobal("location", { assign: (address: string) => assigned.push(address) });
  leave = () => {};
  vi.stubGlobal("addEventListener", (_: string, listener: () => void) => (leave = listener));
  vi.stubGlobal("navigator", {
    sendBeacon: (address: string, body: URLSearchParams) => {
      expect(address).toBe(`${origin}/sign-in/google`);
      const id = body.get("popup");
      calledOff.push(popups.findIndex((one) => one.address.searchParams.get("popup") === id));
    },
  });
  for (const name of ["screenX", "screenY", "outerWidth", "outerHeight"]) vi.stubGlobal(name, 800);
  vi.stubGlobal("open", (address: URL, _: string, features: string) => {
    if (isBlocked) return null;
    const popup: Popup = { closed: false, close: () => (popup.closed = true), address, features };
    popups.push(popup);
    return popup;
  });
  vi.resetModules();
  await import("../../../../app/features/ways-in/browser/google-popup.ts");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The page is left. */
let leave: () => void;

/** @returns what the page says then, and the popup */
function press() {
  const isFollowed = link.dispatchEvent(new Event("click", { cancelable: true }));
  const popup = popups.at(-1);
  if (!popup) throw new Error("no popup");
  return { says: status.textContent, isFollowed, popup };
}

function answer({ address }: Popup, data: unknown): void {
  const name = googleChannel(address.searchParams.get("popup") ?? "");
  for (const channel of channels.filter((one) => one.name === name))
    channel.dispatchEvent(new MessageEvent("message", { data }));
}
const refusal = { outcome: "refused", words: "refused" };

test("500×600; closed by the person it is called off after 8 s, and its answer still counts", () => {
  const { says, popup, isFollowed } = press();
  expect([says, isFollowed]).toEqual(["open", false]);
  expect(popup.features).toContain("width=500,height=600");
  popup.closed = true;
  vi.advanceTimersByTime(800 + 7_999);
  expect(status.textContent).toBe("open");
  vi.advanceTimersByTime(1);
  expect([status.textContent, calledOff]).toEqual(["closed", [0]]);
  answer(popup, { outcome: "signed-in" });
  expect(assigned).toEqual(["/dashboard/growth"]);
});

test("the page is left while a popup is open: it is called off", () => {
  const { popup } = press();
  leave();
  expect([popup.closed, calledOff]).toEqual([true, [0]]);
  leave();
  expect(calledOff).toEqual([0]);
});

test("a second one calls off the first, whose answer is not heard", () => {
  const first = press();
  const second = press();
  expect(second.says).toBe("superseded");
  expect([first.popup.closed, calledOff]).toEqual([true, [0]]);
  answer(first.popup, { outcome: "signed-in" });
  expect(assigned).toEqual([]);
  answer(second.popup, { outcome: "no-subscription" });
  expect([assigned, calledOff]).toEqual([["/no-plan"], [0]]);
});

test("after one that has ended, another begins anew: it calls off nothing", () => {
  const refused = press();
  answer(refused.popup, refusal);
  expect([status.textContent, refused.popup.closed, calledOff]).toEqual(["refused", true, []]);
  const closed = press();
  expect(closed.says).toBe("open");
  closed.popup.closed = true;
  vi.advanceTimersByTime(8_800);
  expect(status.textContent).toBe("closed");
  expect(press().says).toBe("open");
  expect(calledOff).toEqual([1]);
  // What the earlier ones say now is not heard.
  answer(closed.popup, { outcome: "signed-in" });
  expect(assigned).toEqual([]);
});

test("left open, it is waited for: an answer after a minute counts, rubbish does not", () => {
  const { popup } = press();
  for (const rubbish of [null, "signed-in", {}, { outcome: "close" }, { outcome: "refused" }])
    answer(popup, rubbish);
  vi.advanceTimersByTime(60_000);
  expect([status.textContent, popup.closed]).toEqual(["open", false]);
  answer(popup, { outcome: "signed-in" });
  expect(assigned).toEqual(["/dashboard/growth"]);
});

test("blocked: it is said, and the next press leads to the page", () => {
  isBlocked = true;
  expect(link.dispatchEvent(new Event("click", { cancelable: true }))).toBe(false);
  expect(status.textContent).toBe("blocked");
  expect(link.dispatchEvent(new Event("click", { cancelable: true }))).toBe(true);
});
