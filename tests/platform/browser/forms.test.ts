import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { enhanceForms } from "../../../app/platform/browser/forms.ts";

let form: EventTarget & { dataset: { sent?: string } };
let busy: Set<string>;

/** A form with one button, as much of it as is asked for. */
function begin(navigation?: EventTarget): void {
  busy = new Set();
  const button = {
    setAttribute: (name: string) => busy.add(name),
    removeAttribute: (name: string) => busy.delete(name),
  };
  form = Object.assign(new EventTarget(), {
    dataset: {},
    querySelector: () => button,
    querySelectorAll: () => [],
  });
  vi.stubGlobal("document", { querySelectorAll: () => [form] });
  vi.stubGlobal("window", { navigation });
  vi.stubGlobal("addEventListener", () => {});
  enhanceForms();
}

/** @returns whether the press was sent */
const press = () => form.dispatchEvent(new Event("submit", { cancelable: true }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a form is sent once, and again after the browser says that the sending was stopped", () => {
  const navigation = new EventTarget();
  begin(navigation);
  expect([press(), press()]).toEqual([true, false]);
  const sending = new AbortController();
  navigation.dispatchEvent(Object.assign(new Event("navigate"), { signal: sending.signal }));
  vi.advanceTimersByTime(60_000);
  expect(press()).toBe(false);
  sending.abort();
  expect(busy.size).toBe(0);
  expect(press()).toBe(true);
});

test("a browser that never says so sends it again after ten seconds", () => {
  begin();
  expect([press(), press()]).toEqual([true, false]);
  vi.advanceTimersByTime(9_900);
  expect(press()).toBe(false);
  expect(busy.size).toBe(1);
  vi.advanceTimersByTime(200);
  expect(busy.size).toBe(0);
  expect([press(), press()]).toEqual([true, false]);
});
