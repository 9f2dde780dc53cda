import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { everyCase } from "#tests/setup/cases";
import { ByteWriter, DamagedEncoding } from "~/platform/values/byte-stream";
import { decodeNameList, encodeNameList } from "~/platform/values/encoding";
import { peopleOf } from "~/platform/values/name-list";
import { nameListOf } from "~/platform/values/name-list-builder";
import { manyFrom } from "../../../features/history/rules/lists";

const username = fc.oneof(
  fc.string({ minLength: 1, maxLength: 30, unit: fc.constantFrom(..."ab._19") }),
  fc.string({ minLength: 1, maxLength: 130, unit: "binary" }),
);
const second = fc.oneof(fc.constant(undefined), fc.integer({ min: 1, max: 0xffff_ffff }));
const list = fc
  .array(fc.record({ username, since: second }), { maxLength: 60 })
  .map((people) => nameListOf(people));

describe("a list of names as bytes", () => {
  test("comes back as it was", () =>
    fc.assert(
      fc.property(list, (names) => {
        expect([...peopleOf(decodeNameList(encodeNameList(names)))]).toEqual([...peopleOf(names)]);
      }),
    ));

  const many = everyCase ? 100_000 : 20_000;
  test(`${many.toLocaleString("en-US")} people take less than 17 bytes each before they are compressed`, () => {
    const names = manyFrom("somebody.", many, 1_500_000_000, 600);
    const encoded = encodeNameList(names);
    expect(encoded.length / names.size).toBeLessThan(17);
    expect(decodeNameList(encoded)).toEqual(names);
  });
});

describe("rotten bytes", () => {
  const names = encodeNameList(manyFrom("somebody", 50, 1_500_000_000, 77));

  test("a list is read whole or not at all", () => {
    expect(() => decodeNameList(names)).not.toThrow();
    for (let at = 0; at < names.length; at += 1) {
      const changed = names.slice();
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      expect(() => decodeNameList(changed)).toThrow(DamagedEncoding);
      expect(() => decodeNameList(names.subarray(0, at))).toThrow(DamagedEncoding);
    }
  });

  // The checksum is right, so that what follows is really read.
  test("whatever somebody made up is an error of this kind", () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (body) => {
        const writer = new ByteWriter();
        writer.raw(Uint8Array.of(1, ...body));
        const made = writer.finish();
        try {
          decodeNameList(made);
        } catch (error) {
          expect(error).toBeInstanceOf(DamagedEncoding);
        }
      }),
      { numRuns: 2_000 },
    ));
});
