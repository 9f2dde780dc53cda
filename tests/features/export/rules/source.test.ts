import { describe, expect, test } from "vitest";
import { ByteSource } from "../../../../app/features/export/byte-source.ts";
import { readExport } from "../../../../app/features/export/read-export.ts";
import { processorTime } from "../../../setup/stopwatch.ts";
import { follower, followersPath } from "./reading.ts";
import { type ZipEntry, zipOf } from "./zip-writer.ts";

const list: ZipEntry = { name: followersPath, content: JSON.stringify([follower("ana")]) };
const photo: ZipEntry = { name: "media/1.jpg", content: Buffer.alloc(300, 7), stored: true };

describe("the source", () => {
  const zip = zipOf([{ ...photo, flags: 1 }, list, { ...photo, content: Buffer.alloc(500_000) }]);

  test("is told when no more of it is wanted, at once", async () => {
    let taken = 0;
    let isClosed = false;
    async function* chunks() {
      try {
        for (let at = 0; at < zip.length; at += 100) {
          taken += 1;
          yield zip.subarray(at, at + 100);
        }
      } finally {
        isClosed = true;
      }
    }
    async function* files() {
      yield { name: "export.zip", chunks: chunks() };
    }
    await expect(readExport(files())).rejects.toMatchObject({ refusal: "encrypted" });
    expect(taken).toBeLessThan(5);
    expect(isClosed).toBe(true);
  });

  test.each([10, 200, 5_000])("that breaks off after %d bytes ends the reading", async (bytes) => {
    const whole = zipOf([list, { ...photo, content: Buffer.alloc(20_000) }]);
    const reason = new Error("the connection was lost");
    async function* chunks() {
      yield whole.subarray(0, bytes);
      throw reason;
    }
    async function* files() {
      yield { name: "export.zip", chunks: chunks() };
    }
    await expect(readExport(files())).rejects.toBe(reason);
  });

  test("that gives byte by byte takes no more time than its bytes", async () => {
    async function* bytes() {
      for (let at = 0; at < 196_605; at += 1) yield Uint8Array.of(at);
    }
    const source = new ByteSource(bytes(), () => {});
    const used = processorTime();
    // The longest record of a directory.
    const record = await source.take(196_605);
    expect(used()).toBeLessThan(3_000);
    expect(record.every((byte, at) => byte === (at & 0xff))).toBe(true);
  });

  test("may use a chunk again once the next is asked for", async () => {
    async function* chunks() {
      const chunk = new Uint8Array(3);
      for (let at = 0; at < 30; at += 1) {
        yield chunk.fill(at);
        chunk.fill(99);
      }
    }
    const source = new ByteSource(chunks(), () => {});
    const taken: number[] = [];
    for (const length of [1, 1, 5, 2, 40, 3, 38]) taken.push(...(await source.take(length)));
    expect(taken).toEqual(Array.from({ length: 90 }, (_, at) => Math.floor(at / 3)));
  });
});
