import { expect, test } from "vitest";
import {
  isWrittenWhole,
  keyedBy,
  pageKey,
  renderedPageKey,
} from "~/platform/pages/page-key.server";

const ana = pageKey({ uid: "ana", range: "year" });
const bea = pageKey({ uid: "bea", range: "year" });
const layout = { plan: "pro" };
const page = renderedPageKey("https://app/growth", [layout, keyedBy(ana, { text: "long" })]);

test("the rendered page is found by the key, whatever the data is", () => {
  const same = [{ ...layout }, keyedBy(ana, { text: "computed again" })];
  expect(renderedPageKey("https://app/growth", same)).toBe(page);
});

test.each<[string, string, unknown[]]>([
  ["key", "https://app/growth", [layout, keyedBy(bea, { text: "long" })]],
  ["address", "https://app/growth?range=all", [layout, keyedBy(ana, { text: "long" })]],
  ["data beside it", "https://app/growth", [{ plan: "free" }, keyedBy(ana, { text: "long" })]],
  ["order", "https://app/growth", [keyedBy(ana, { text: "long" }), layout]],
  ["data without a key", "https://app/growth", [layout, { text: "long" }]],
  ["data that reads like the key", "https://app/growth", [layout, JSON.parse(ana)]],
  ["text that reads like the key", "https://app/growth", [layout, `\nkey ${ana}`]],
  ["nothing", "https://app/growth", [layout, null]],
])("another page by another %s", (_, url, data) => {
  expect(renderedPageKey(url, data)).not.toBe(page);
  // Of data that is too long for a key as it is.
  const long = { text: "long ".repeat(1_000) };
  const longPage = renderedPageKey("https://app/growth", [
    long,
    layout,
    keyedBy(ana, { text: "long" }),
  ]);
  expect(longPage.length).toBeLessThan(100);
  expect(renderedPageKey(url, [long, ...data])).not.toBe(longPage);
});

test("an input that JSON does not write out is refused by the types", () => {
  // @ts-expect-error a Map is written as {}
  pageKey({ counts: new Map([["a", 1]]) });
  // @ts-expect-error a function is not written
  pageKey({ now: () => 1 });
});

test.each<[string, unknown, boolean]>([
  ["plain data", { name: "ana", counts: [1, 2.5, null], more: undefined, on: true }, true],
  ["nothing", null, true],
  ["data with a key, however it is made", keyedBy(ana, { counts: new Map() }), true],
  ["a Map", { people: new Map([["ana", 1]]) }, false],
  ["a Set", [new Set(["ana"])], false],
  ["a promise", { later: Promise.resolve("ana") }, false],
  ["a number that JSON has not", { share: Number.NaN }, false],
  ["a function", { say: () => "ana" }, false],
])("a page is kept only where its key has all of its data: %s", (_, data, kept) => {
  expect(isWrittenWhole(data)).toBe(kept);
});
