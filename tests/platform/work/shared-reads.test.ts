import { expect, test } from "vitest";
import { createSharedReads } from "~/platform/work/shared-reads.server";

/** Reads that end when the test says so. */
function reader() {
  const reads: { end: (value: string) => void; fail: (error: Error) => void }[] = [];
  const read = () =>
    new Promise<string>((end, fail) => {
      reads.push({ end, fail });
    });
  return { reads, read };
}

test("who asks while as many as may are under way waits for one read more, with all others", async () => {
  const { reads, read } = reader();
  const shared = createSharedReads<string>(2);
  const asked = Array.from({ length: 6 }, () => shared("ana", read));
  expect(reads).toHaveLength(2);
  shared("ben", read);
  expect(reads).toHaveLength(3);
  reads[0]?.end("before");
  await expect(asked[0]).resolves.toBe("before");
  await expect.poll(() => reads.length).toBe(4);
  reads[3]?.end("after");
  await expect(Promise.all(asked.slice(2))).resolves.toEqual(Array(4).fill("after"));
});

test("a read that fails fails those who share it, and the next begins all the same", async () => {
  const { reads, read } = reader();
  const shared = createSharedReads<string>(1);
  const [first, ...others] = Array.from({ length: 3 }, () => shared("ana", read));
  reads[0]?.fail(new Error("down"));
  await expect(first).rejects.toThrow("down");
  await expect.poll(() => reads.length).toBe(2);
  reads[1]?.fail(new Error("down again"));
  for (const other of others) await expect(other).rejects.toThrow("down again");
  const later = shared("ana", read);
  await expect.poll(() => reads.length).toBe(3);
  reads[2]?.end("up");
  await expect(later).resolves.toBe("up");
});
