import { expect, test } from "vitest";
import { filesOf } from "~/features/imports/rules/read-uploaded";
import type { UploadEvent } from "~/features/imports/rules/work";
import { freeBytes } from "~/platform/values/name-list-merge";

test.each([10_000, 65_400, Buffer.poolSize, 100_000])(
  "the memory of %i bytes is given back",
  (length) => {
    const bytes = new Uint8Array(length);
    freeBytes(bytes);
    expect(bytes.byteLength).toBe(0);
  },
);

test("memory that others share is left to them", () => {
  const [one, other] = [Buffer.from("one"), Buffer.from("other")];
  expect(one.buffer).toBe(other.buffer);
  freeBytes(one);
  expect(String(other)).toBe("other");
});

test("a chunk of an upload is given back once the next is asked for", async () => {
  // What a connection reads at a time, less the bytes that may be a boundary.
  const sent = [1, 2, 3].map(() => new Uint8Array(65_400));
  const events: (UploadEvent | null)[] = [
    { fileName: "a.zip" },
    ...sent.map((chunk) => ({ chunk })),
    null,
  ];
  const lengths: number[][] = [];
  for await (const { chunks } of filesOf(async () => events.shift() ?? null))
    for await (const _ of chunks) lengths.push(sent.map(({ byteLength }) => byteLength));
  expect(lengths).toEqual([
    [65_400, 65_400, 65_400],
    [0, 65_400, 65_400],
    [0, 0, 65_400],
  ]);
});
