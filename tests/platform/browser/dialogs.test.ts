import { afterEach, expect, test, vi } from "vitest";
import { openDialogs } from "../../../app/platform/browser/dialogs.ts";

let done: string[];

function begin(more: Record<string, unknown>): EventTarget {
  done = [];
  const dialog = Object.assign(new EventTarget(), {
    querySelector: (selector: string) =>
      selector === "h1" ? { focus: () => done.push("focus") } : closeLinkBy(selector),
    removeAttribute: (name: string) => done.push(`no ${name}`),
    ...more,
  });
  vi.stubGlobal("document", { querySelectorAll: () => [dialog] });
  vi.stubGlobal("location", { replace: (address: string) => done.push(`in place: ${address}`) });
  openDialogs();
  return dialog;
}

const closeLinkBy = (selector: string) =>
  selector === "[data-close]"
    ? { href: "/dashboard", click: () => done.push("another entry") }
    : null;

afterEach(() => vi.unstubAllGlobals());

test("a dialog becomes modal, and closing it by the keyboard or a phone's back button leaves no entry", () => {
  const dialog = begin({ showModal: () => done.push("modal") });
  expect(done).toEqual(["no open", "modal", "focus"]);
  const closing = new Event("cancel", { cancelable: true });
  expect(dialog.dispatchEvent(closing)).toBe(false);
  expect(done.slice(3)).toEqual(["in place: /dashboard"]);
});

test("where a browser has no modal dialogs, it stays open as the page", () => {
  begin({});
  expect(done).toEqual(["focus"]);
});
