import { afterEach, beforeEach, expect, test, vi } from "vitest";

let parts: Record<string, EventTarget & { textContent?: string }>;
let form: EventTarget & { dataset: { sent?: string } };
let input: EventTarget & { files: File[]; value: string };

/** The form, as much of it as is asked for. */
beforeEach(async () => {
  const part = () => Object.assign(new EventTarget(), { dataset: {}, removeAttribute: () => {} });
  parts = { output: part(), progress: part() };
  for (const name of ["cancel", "whole"]) parts[`[data-import-${name}]`] = part();
  const section = Object.assign(part(), { querySelector: (name: string) => parts[name] });
  input = Object.assign(part(), { files: [], value: "chosen" });
  form = Object.assign(part(), {
    querySelector: (name: string) => (name.startsWith("input") ? input : section),
    querySelectorAll: () => [],
  });
  vi.stubGlobal("document", {
    documentElement: { lang: "en" },
    querySelectorAll: (name: string) => (name.includes("import-upload") ? [form] : []),
    getElementById: () => null,
  });
  vi.stubGlobal("addEventListener", () => {});
  vi.resetModules();
  await import("../../../../app/features/imports/browser/import.ts");
});
afterEach(() => vi.unstubAllGlobals());

const gone = () => new File([], "part-2.zip");
const other = () => new File(["[]"], "followers_1.json");

test.each([
  ["one", () => [gone()], "choose it again."],
  ["one of several", () => [other(), gone()], "choose all your files again."],
])("%s that cannot be read: what is to be chosen again", async (_, files, words) => {
  input.files = files();
  form.dispatchEvent(new Event("submit", { cancelable: true }));
  await expect.poll(() => parts.output?.textContent).toContain("cannot read part-2.zip");
  expect(parts.output?.textContent).toContain(words);
  expect(input.value).toBe("");
});

test("where a sending of the whole file was stopped, choosing another file makes the form usable again", () => {
  form.dataset.sent = "true";
  input.dispatchEvent(new Event("change"));
  expect(form.dataset.sent).toBeUndefined();
});
