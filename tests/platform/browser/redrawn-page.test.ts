import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepLanguages } from "../../../app/platform/browser/redrawn-page.ts";

const footer = {};
let page: EventTarget;
let old: { isConnected: boolean; querySelector: () => { parentElement: object } | null };
let appended: object[];
let reported: unknown[];

/** A page whose end has come or not, as much of it as is asked for. */
function begin(isWhole: boolean): void {
  old = { isConnected: true, querySelector: () => null };
  if (isWhole) end();
  vi.stubGlobal("document", { body: old });
}

const end = () => {
  old.querySelector = () => ({ parentElement: footer });
};

/** React takes the body away and draws another one. */
function redraw(): void {
  old.isConnected = false;
  const append = (element: object) => {
    appended.push(element);
    old.querySelector = () => null;
  };
  vi.stubGlobal("document", { body: { append } });
}

beforeEach(() => {
  page = new EventTarget();
  appended = [];
  reported = [];
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("window", { reportError: (error: unknown) => reported.push(error) });
});
afterEach(() => vi.unstubAllGlobals());

test("a page that is drawn anew keeps its languages, once", () => {
  begin(true);
  const recover = keepLanguages();
  redraw();
  recover(new Error("418"));
  recover(new Error("423"));
  expect(appended).toEqual([footer]);
});

test("also where its end comes after that", () => {
  begin(false);
  const recover = keepLanguages();
  redraw();
  recover(new Error("418"));
  expect(appended).toEqual([]);
  end();
  page.dispatchEvent(new Event("DOMContentLoaded"));
  expect(appended).toEqual([footer]);
});

test("a page that is not drawn anew stays as it is", () => {
  begin(true);
  const recover = keepLanguages();
  page.dispatchEvent(new Event("DOMContentLoaded"));
  recover(new Error("of a part of the page"));
  expect(appended).toEqual([]);
});

test("of errors that say the same the first is reported, and another one, too", () => {
  begin(true);
  const recover = keepLanguages();
  for (const text of ["418", "418", "423", "418", "mended"]) recover(new Error(text));
  expect(reported).toEqual(["418", "423", "mended"].map((text) => new Error(text)));
});

test("a browser without `reportError` keeps the languages, too", () => {
  vi.stubGlobal("window", {});
  begin(true);
  const recover = keepLanguages();
  redraw();
  recover(new Error("418"));
  expect(appended).toEqual([footer]);
});
