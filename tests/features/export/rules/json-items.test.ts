import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { JsonItems, UnreadableJson } from "../../../../app/features/export/rules/json-items.ts";

const limits = { maxItemBytes: 1_000, maxDepth: 10 };

/** Entries with the key of their list, or undefined where the text cannot be read. */
function itemsOf(
  text: string | Buffer,
  cut = 1_000_000,
  maxItemBytes = limits.maxItemBytes,
): [unknown, string][] | undefined {
  const bytes = Buffer.from(text);
  const items: [unknown, string][] = [];
  const reader = new JsonItems(
    { ...limits, maxItemBytes },
    { item: (item, key) => items.push([item, key]) },
  );
  try {
    for (let at = 0; at < bytes.length; at += cut) reader.write(bytes.subarray(at, at + cut));
    reader.end();
    return items;
  } catch (error) {
    if (error instanceof UnreadableJson) return undefined;
    throw error;
  }
}

describe("JsonItems", () => {
  test.each([
    ["[]", []],
    [" [ ] \n", []],
    ['[{"a":1},{"a":[2,{"b":"]}"}]}]', [{ a: 1 }, { a: [2, { b: "]}" }] }]],
    ['[1, "x" ,null,true,[2]]', [1, "x", null, true, [2]]],
    ['{"relationships_following":[{"a":1}]}', [{ a: 1 }]],
    ['{"v":2,"list":[{"a":1}],"x":"]","more":[{"a":2}]}', [{ a: 1 }, { a: 2 }]],
    ['{"relationships_following":{"title":"a"}}', [{ title: "a" }]],
    ['{"x":{"a":1},"list":[],"y":7}', []],
    [
      '{"title":"ana","string_list_data":[{"a":1}]}',
      [{ title: "ana", string_list_data: [{ a: 1 }] }],
    ],
    ['{ "media" : [] , "title" : "" }', [{ media: [], title: "" }]],
    ['["a\\"]", "\\\\"]', ['a"]', "\\"]],
    ['["\\u00c3\\u00a1"]', ["Ã¡"]],
    ["\ufeff[1]", [1]],
    ['["名前😀"]', ["名前😀"]],
  ])("gives the entries of %s", (text, items) => {
    for (const cut of [1, 2, 3, 7, 1_000])
      expect(itemsOf(text, cut)?.map(([item]) => item)).toEqual(items);
  });

  test("takes the lists whose keys fit, and refuses a file without any", () => {
    const taken = (text: string) => {
      const items: unknown[] = [];
      const reader = new JsonItems(limits, {
        fits: (key) => key === "ours",
        item: (item) => items.push(item),
      });
      reader.write(Buffer.from(text));
      reader.end();
      return items;
    };
    expect(taken('{"theirs":[1,2],"ours":[3],"more":{"title":""}}')).toEqual([3]);
    expect(taken('{"ours":[]}')).toEqual([]);
    for (const text of ['{"theirs":[1]}', '{"theirs":{"title":"a"}}', "[]", '{"title":"a"}'])
      expect(() => taken(text), text).toThrow(UnreadableJson);
  });

  test("says the key of the list", () => {
    expect(itemsOf('{"a":[1],"b\\u00e9":[2]}')).toEqual([
      [1, "a"],
      [2, "bé"],
    ]);
  });

  test.each([
    [""],
    [" "],
    ["{}"],
    ["{ }"],
    ['{"list":7}'],
    ['{"list":null}'],
    ['{"list":"[]"}'],
    ['{"list":{}}'],
    ['{"list":{"a":[]}}'],
    ['{"a":1,"b":{"c":[{}]}}'],
    ["["],
    ["{"],
    ['{"a"'],
    ['{"a":'],
    ['{"a":[1]'],
    ["[1"],
    ["[1,]"],
    ["[,1]"],
    ["[1 2]"],
    ['[{"a":1}{"a":2}]'],
    ["[1]]"],
    ["[1] x"],
    ["[1]{}"],
    ['{"a":1,}'],
    ['{"a" 1}'],
    ["{a:1}"],
    ["{,}"],
    ["[tru]"],
    ["[{]}]"],
    ["[{'a':1}]"],
    ['["a\n"]'],
    ["3"],
    ['"x"'],
    ["null"],
    ["<html>"],
    ["\0\0\0"],
    ["[1] \ufeff"],
    ["[1]\0"],
  ])("refuses %j", (text) => {
    for (const cut of [1, 2, 1_000]) expect(itemsOf(text, cut)).toBeUndefined();
  });

  test.each([
    ["UTF-16", Buffer.from("\ufeff[1]", "utf16le")],
    ["half a byte order mark", Buffer.from([0xef, 0xbb, 0x5b, 0x5d])],
    ["an entry that is too deep", "[".repeat(20) + "]".repeat(20)],
    ["absurd depth", "[".repeat(1_000_000)],
    ["an entry that is too large", JSON.stringify(["x".repeat(2_000)])],
    ["a key that is too large", JSON.stringify({ ["x".repeat(2_000)]: [1] })],
    ["a string without an end", `["${"x".repeat(5_000)}`],
  ])("refuses %s", (_, bytes) => {
    for (const cut of [100, 10_000_000]) expect(itemsOf(bytes, cut)).toBeUndefined();
  });

  test("gives what JSON.parse gives, wherever the bytes are cut", () => {
    const list = fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 8 });
    fc.assert(
      fc.property(list, fc.nat(2), fc.integer({ min: 1, max: 40 }), (items, indent, cut) => {
        const said = JSON.parse(JSON.stringify(items));
        const texts = [items, { relationships_x: items }].map((value) =>
          JSON.stringify(value, null, indent),
        );
        for (const text of texts)
          expect(itemsOf(text, cut, 1e6)?.map(([item]) => item)).toEqual(said);
      }),
    );
  });

  test("accepts nothing that JSON.parse refuses, and never throws another error", () => {
    const base = JSON.stringify([{ a: "x\\", b: [1, 2] }, { c: null }]);
    const change = fc.record({
      at: fc.nat(base.length),
      with: fc.string({ unit: fc.constantFrom(...'[]{},:"\\ 1a\n'), maxLength: 3 }),
      drop: fc.nat(3),
    });
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 3 }),
        fc.integer({ min: 1, max: 9 }),
        (changes, cut) => {
          let text = base;
          for (const { at, with: more, drop } of changes)
            text = text.slice(0, at) + more + text.slice(at + drop);
          let isJson = true;
          try {
            JSON.parse(text);
          } catch {
            isJson = false;
          }
          const items = itemsOf(text, cut);
          if (!isJson) expect(items).toBeUndefined();
          else if (text.trim().startsWith("[")) expect(items).toBeDefined();
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
