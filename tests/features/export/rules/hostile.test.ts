import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { everyCase } from "#tests/setup/cases.ts";
import { type ExportRefusal, exportRefusals } from "../../../../app/features/export/export.ts";
import { lyingEntry } from "./lying-entry.ts";
import { follower, followersPath, namesOf, outcomeOf } from "./reading.ts";
import { type ZipEntry, zipOf } from "./zip-writer.ts";

const people = Array.from({ length: 40 }, (_, index) => `name${index}`);
const followers = JSON.stringify(people.map((name) => follower(name)));
const list: ZipEntry = { name: followersPath, content: followers };
const photo: ZipEntry = { name: "media/1.jpg", content: Buffer.alloc(300, 7), stored: true };
const marked = { marked: true, wide: false };
const bare = { marked: false, wide: true };
const requests: ZipEntry = {
  name: "other_activity/your_information_download_requests.json",
  content: JSON.stringify([{ timestamp: 5, label_values: [{ label: "Start date", value: "x" }] }]),
};

/** Whole exports of every shape. */
const exports = [
  zipOf([list, photo]),
  zipOf([photo, { ...list, descriptor: marked }, requests]),
  zipOf([
    { ...list, stored: true, descriptor: marked },
    { ...photo, descriptor: bare },
  ]),
  zipOf(
    [
      { ...list, zip64: true },
      { ...photo, stored: false, descriptor: bare },
    ],
    { zip64: true },
  ),
];
const anyExport = fc.constantFrom(...exports);

const limits = { maxReadBytes: 4_000_000, maxPassedBytes: 4_000_000, ratioFreeBytes: 100_000 };
/** Far more than any of these files needs, on a busy machine, too. */
const seconds = 5;

/** What becomes of the bytes: a refusal, or the names that were read. Anything else fails the test. */
async function endOf(bytes: Buffer, name = "export.zip"): Promise<ExportRefusal | string[]> {
  const start = performance.now();
  const outcome = await outcomeOf([{ name, bytes }], limits, [4_096]);
  expect(performance.now() - start).toBeLessThan(seconds * 1_000);
  if (typeof outcome !== "string") return namesOf(outcome.lists.followers) ?? [];
  expect(exportRefusals).toContain(outcome);
  return outcome;
}

const cutAt = (bytes: Buffer, share: number) => Math.floor(share * bytes.length);
const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe("a hostile or broken file", () => {
  test("that ends too soon is never an export", async () => {
    await fc.assert(
      fc.asyncProperty(anyExport, share, async (bytes, at) => {
        const outcome = await endOf(bytes.subarray(0, cutAt(bytes, at)));
        expect(["damaged", "not-an-export"]).toContain(outcome);
      }),
      { numRuns: everyCase ? 200 : 60 },
    );
  });

  test("with flipped bits is refused, or its list is what it was", async () => {
    const flip = fc.tuple(share, fc.integer({ min: 0, max: 7 }));
    await fc.assert(
      fc.asyncProperty(
        anyExport,
        fc.array(flip, { minLength: 1, maxLength: 4 }),
        async (bytes, flips) => {
          const changed = Buffer.from(bytes);
          for (const [at, bit] of flips) {
            const index = cutAt(bytes, at);
            changed[index] = (changed[index] ?? 0) ^ (1 << bit);
          }
          const outcome = await endOf(changed);
          if (typeof outcome !== "string") expect(outcome).toEqual(people.toSorted());
        },
      ),
      { numRuns: everyCase ? 400 : 150 },
    );
  });

  test("with parts of it cut out, doubled, moved or overwritten ends", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyExport,
        anyExport,
        share,
        share,
        fc.integer({ min: 0, max: 4 }),
        fc.uint8Array({ maxLength: 60 }),
        async (bytes, other, a, b, how, random) => {
          const [from, to] = [cutAt(bytes, Math.min(a, b)), cutAt(bytes, Math.max(a, b))];
          const [head, part, tail] = [
            bytes.subarray(0, from),
            bytes.subarray(from, to),
            bytes.subarray(to),
          ];
          const changed = [
            [head, tail],
            [head, part, part, tail],
            [part, head, tail],
            [head, Buffer.from(random), tail],
            [head, other.subarray(cutAt(other, a))],
          ][how];
          const outcome = await endOf(Buffer.concat(changed ?? []));
          if (typeof outcome !== "string") expect(outcome).toEqual(people.toSorted());
        },
      ),
      { numRuns: everyCase ? 200 : 60 },
    );
  });

  test("whose headers lie ends", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(lyingEntry, { maxLength: 4 }), async (entries) => {
        await endOf(zipOf(entries));
      }),
      { numRuns: everyCase ? 200 : 60 },
    );
  });

  test("that is no ZIP ends, under any name", async () => {
    const name = fc.constantFrom("export.zip", "followers_1.json", "following.json", "x.html", "");
    const start = fc.constantFrom("", "PK", "PK\x03\x04", "PK\x05\x06", "[", "{", "<html>", "\0");
    await fc.assert(
      fc.asyncProperty(name, start, fc.uint8Array({ maxLength: 400 }), async (as, head, rest) => {
        await endOf(Buffer.concat([Buffer.from(head, "latin1"), rest]), as);
      }),
      { numRuns: everyCase ? 200 : 60 },
    );
  });
});

test("leaves no memory behind", async () => {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as () => void;
  const bomb = zipOf([{ ...list, content: `[${" ".repeat(3_000_000)}` }]);
  const many = zipOf(
    Array.from({ length: 2_000 }, (_, index) => ({ ...photo, name: `${index}.jpg` })),
    { count: 1 },
  );
  const used = () => {
    gc();
    // What the first let go.
    gc();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  for (const bytes of [bomb, many]) await endOf(bytes);
  const before = used();
  for (let turn = 0; turn < (everyCase ? 20 : 7); turn += 1)
    for (const bytes of [bomb, many]) await endOf(bytes);
  expect(used() - before).toBeLessThan(8_000_000);
});
