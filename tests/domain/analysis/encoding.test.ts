import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ByteWriter, DamagedEncoding } from "~/domain/analysis/byte-stream";
import { decodeNameList, encodeNameList } from "~/domain/analysis/encoding";
import { newestFirst } from "~/domain/analysis/order";
import { decodePeople, encodePeople, listedPeople } from "~/domain/analysis/people-block";
import { peopleOf } from "~/domain/name-list";
import { nameListOf } from "~/domain/name-list-builder";
import { listOf, manyFrom } from "./lists";

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

  test("100,000 people take less than 17 bytes each before they are compressed", () => {
    const names = manyFrom("somebody.", 100_000, 1_500_000_000, 600);
    const encoded = encodeNameList(names);
    expect(encoded.length / names.size).toBeLessThan(17);
    expect(decodeNameList(encoded)).toEqual(names);
  });
});

describe("people in the order in which they are shown", () => {
  test("come back in this order, any stretch of them", () =>
    fc.assert(
      fc.property(list, fc.nat(60), fc.nat(60), (people, from, length) => {
        const order = newestFirst(people);
        const all = [...peopleOf(people)];
        const block = decodePeople(encodePeople({ people, order }, from, from + length));
        expect(listedPeople(block)).toEqual(
          Array.from(order.subarray(from, from + length), (index) => ({
            ...all[index],
            formerly: [],
          })),
        );
      }),
    ));

  test("the renamed come with their old names, each block with its own", () => {
    const people = listOf({ x: 9, y: 9, z: 5 });
    const category = { people, order: newestFirst(people), former: listOf({ a: 9, b: 9, c: 5 }) };
    const blocks = [encodePeople(category, 0, 2), encodePeople(category, 2, 3)].map(decodePeople);
    expect(blocks.map(listedPeople)).toEqual([
      [
        { username: "x", since: 9, formerly: ["a", "b"] },
        { username: "y", since: 9, formerly: ["a", "b"] },
      ],
      [{ username: "z", since: 5, formerly: ["c"] }],
    ]);
    expect(blocks[1]?.former?.size).toBe(1);
  });

  test("of a crowd that was renamed in one second, 50 old names are kept", () => {
    const people = manyFrom("new", 400, 5, 0);
    const category = { people, order: newestFirst(people), former: manyFrom("old", 400, 5, 0) };
    const [first] = listedPeople(decodePeople(encodePeople(category)));
    expect(first?.formerly).toHaveLength(50);
  });
});

describe("rotten bytes", () => {
  const names = encodeNameList(manyFrom("somebody", 50, 1_500_000_000, 77));
  const people = manyFrom("somebody", 50, 1_500_000_000, 77);
  const block = encodePeople({ people, order: newestFirst(people), former: listOf({ a: 5 }) });

  test.each([
    ["a list", names, decodeNameList],
    ["a block", block, decodePeople],
  ] as const)("%s is read whole or not at all", (_, encoded, decode) => {
    expect(() => decode(encoded)).not.toThrow();
    for (let at = 0; at < encoded.length; at += 1) {
      const changed = encoded.slice();
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      expect(() => decode(changed)).toThrow(DamagedEncoding);
      expect(() => decode(encoded.subarray(0, at))).toThrow(DamagedEncoding);
    }
  });

  test("a list is not a block, nor the other way round", () => {
    expect(() => decodePeople(names)).toThrow(DamagedEncoding);
    expect(() => decodeNameList(block)).toThrow(DamagedEncoding);
  });

  // The checksum is right, so that what follows is really read.
  test("whatever somebody made up is an error of this kind", () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), fc.constantFrom(1, 2), (body, version) => {
        const writer = new ByteWriter();
        writer.raw(Uint8Array.of(version, ...body));
        const made = writer.finish();
        for (const decode of [decodeNameList, decodePeople])
          try {
            decode(made);
          } catch (error) {
            expect(error).toBeInstanceOf(DamagedEncoding);
          }
      }),
      { numRuns: 2_000 },
    ));
});
