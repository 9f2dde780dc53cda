import { describe, expect, test } from "vitest";
import { readExport } from "../../../app/domain/export/read-export.ts";
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
});
