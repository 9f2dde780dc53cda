import { expect, test } from "vitest";
import {
  NotReadable,
  prepare,
  requireReadable,
} from "../../../../app/features/imports/browser/prepare.ts";
import { followersPath } from "../../export/rules/reading.ts";
import { zipOf } from "../../export/rules/zip-writer.ts";

const never = new AbortController().signal;
const content = new Uint8Array(zipOf([{ name: followersPath, content: "[]" }]));
const exported = () => new File([content], "instagram-ana.zip");

/** As a file in a cloud, or one that has changed: so many reads go well. */
function failingAfter(reads: number): File {
  const file = exported();
  let left = reads;
  const slice = (...range: [number, number]) => {
    left -= 1;
    if (left >= 0) return file.slice(...range);
    const fault = new DOMException("could not be read", "NotReadableError");
    return { arrayBuffer: () => Promise.reject(fault) };
  };
  return { name: file.name, size: file.size, slice } as unknown as File;
}

test.each([
  ["cannot be read at all", failingAfter(0)],
  ["changed before it was opened", failingAfter(1)],
  ["changed while it was opened", failingAfter(2)],
  ["was removed: a ZIP", new File([], "instagram-ana.ZIP")],
  ["was removed: a list", new File([], "followers_1.json")],
])("a file that %s is named, and not taken for a broken one", async (_, file) => {
  const opening = prepare([file], never, () => {});
  await expect(opening).rejects.toThrow(NotReadable);
  await expect(opening).rejects.toMatchObject({ fileName: file.name });
});

test("an empty file that is not read hinders nothing", async () => {
  const { count } = await prepare([new File([], ".DS_Store"), exported()], never, () => {});
  expect(count).toBe(1);
});

test("after a sending that broke off, files that changed meanwhile are told from the connection", async () => {
  await expect(requireReadable([exported()])).resolves.toBeUndefined();
  await expect(requireReadable([exported(), failingAfter(0)])).rejects.toThrow(NotReadable);
});

test("a browser without `throwIfAborted` opens files, and stops where that is canceled", async () => {
  const signalOf = (aborted: boolean) => ({ aborted, reason: undefined }) as AbortSignal;
  expect((await prepare([exported()], signalOf(false), () => {})).count).toBe(1);
  await expect(prepare([exported()], signalOf(true), () => {})).rejects.toBeUndefined();
});
