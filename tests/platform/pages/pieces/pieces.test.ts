import { createHook } from "node:async_hooks";
import { crc32, gunzipSync, zstdDecompressSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { everyCase } from "#tests/setup/cases";
import { combineCrc, crcOf, crcShift } from "~/platform/pages/pieces/crc32";
import { gzipPieces } from "~/platform/pages/pieces/gzip-pieces.server";
import type { PageCoding } from "~/platform/pages/pieces/page-coding";
import { zstdPieces } from "~/platform/pages/pieces/zstd-pieces.server";
import { fillTemplate, type Template } from "~/platform/pages/placeholders.server";

const bytes = (text: string) => Buffer.from(text, "latin1");

describe("the checksum", () => {
  test("is that of zlib, whole and combined from parts", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 300 }), (a, b) => {
        const [first, second] = [Buffer.from(a), Buffer.from(b)];
        const whole = crc32(Buffer.concat([first, second]));
        expect(crcOf(second.toString("latin1"), crcOf(first.toString("latin1")))).toBe(whole);
        expect(combineCrc(crc32(first), crc32(second), crcShift(b.length))).toBe(whole);
      }),
      { numRuns: everyCase ? 1_000 : 250 },
    );
  });

  test.each([65_535, 1_000_000, 20_000_000])("is combined over %i bytes", (length) => {
    const zeros = Buffer.alloc(length);
    const start = Buffer.from("start");
    expect(combineCrc(crc32(start), crc32(zeros), crcShift(length))).toBe(
      crc32(Buffer.concat([start, zeros])),
    );
  });
});

const link = '<a class="flex items-center gap-2">';
/** What pages are made of, and what they never are. */
const text = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 90, unit: "binary" }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(link, "</main>", "é–⏱", "é".repeat(9), "x".repeat(30)),
  },
  { weight: 1, arbitrary: fc.constantFrom("<p>Fans</p>".repeat(400), "\0".repeat(3_000)) },
);
const part = fc
  .array(text, { maxLength: 5 })
  .map((texts) => Buffer.from(texts.join("")).toString("latin1"));
const longValue = fc.oneof(
  { weight: 12, arbitrary: fc.string({ minLength: 8, maxLength: 40, unit: "grapheme-ascii" }) },
  { weight: 2, arbitrary: fc.constant(link) },
  { weight: 1, arbitrary: fc.constantFrom("x".repeat(255), "x".repeat(256), "y".repeat(66_000)) },
);
const value = fc.oneof(longValue, fc.string({ maxLength: 9, unit: "grapheme-ascii" }));
const valuesAndParts = (one: fc.Arbitrary<string>) =>
  fc.array(fc.tuple(one, part), { maxLength: 7 });
/** A page in parts, with the value after each part but the last. */
const page = fc
  .tuple(
    part,
    // zstd prepares no page that has a value shorter than eight characters.
    fc.oneof(valuesAndParts(longValue), valuesAndParts(value)),
  )
  .map(([first, rest]) => ({
    template: {
      parts: [first, ...rest.map(([, after]) => after)],
      placeholders: rest.map((_, at) => `~~${at}`),
    } satisfies Template,
    values: new Map(rest.map(([before], at) => [`~~${at}`, before])),
  }));

const codings: [string, PageCoding, (body: Buffer) => Buffer][] = [
  ["gzip", gzipPieces, gunzipSync],
  ["zstd", zstdPieces, zstdDecompressSync],
];
/** `ROUNDS=100000` looks for longer. */
const rounds = Number(process.env.ROUNDS ?? (everyCase ? 2_000 : 150));
const names = ["~~0", "~~1", "~~2", "~~3", "~~4", "~~5", "~~6"];

describe.each(codings)("%s out of pieces", (_, coding, decode) => {
  test(`is what plain would send, of ${rounds} random pages`, async () => {
    let prepared = 0;
    await fc.assert(
      fc.asyncProperty(page, async ({ template, values }) => {
        const whole = fillTemplate(template, values);
        const { join } = await coding.prepare(template, values);
        for (const same of [values, others(values)]) {
          const joined = join(same);
          if (joined === undefined) continue;
          prepared += 1;
          expect(decode(bytes(joined)).toString("latin1")).toBe(fillTemplate(template, same));
        }
        const now = whole !== "" && coding.prepareNow?.(template, values).join(values);
        if (now) expect(decode(bytes(now)).toString("latin1")).toBe(whole);
      }),
      { numRuns: rounds },
    );
    expect(prepared).toBeGreaterThan(coding === gzipPieces ? 2 * rounds - 1 : 0.8 * rounds);
  });

  /** Prepared with one value, joined with another of its length, and decoded. */
  async function expectJoined(parts: string[], length: number): Promise<void> {
    const template = { parts, placeholders: names.slice(0, 1) };
    const values = new Map([["~~0", "v".repeat(length)]]);
    const { join } = await coding.prepare(template, values);
    const joined = join(others(values));
    expect(joined).toBeDefined();
    expect(decode(bytes(joined ?? "")).toString("latin1")).toBe(
      fillTemplate(template, others(values)),
    );
  }

  test("no part refers to a value, whatever byte the part repeats", async () => {
    // No text in UTF-8 has the byte 255.
    for (let byte = 0; byte < 255; byte += everyCase ? 1 : 5)
      await expectJoined([link.repeat(10), String.fromCharCode(byte).repeat(400) + link], 40);
  });

  // zstd prepares no page with a longer one.
  const long = coding === gzipPieces ? [4_000, 65_535, 65_536] : [];
  test.each([8, 254, 255, 256, 257, ...long])(
    "a part refers to what stands before a value of %i bytes",
    (length) => expectJoined([link.repeat(10), link.repeat(10)], length),
  );

  test("takes a value as it is, and nothing else in it depends on the value", async () => {
    const secret = "s3cret".repeat(4);
    const template = {
      parts: [`value="${secret}"`.repeat(20), "</main>", `value="${secret}"`.repeat(20)],
      placeholders: names.slice(0, 2),
    };
    const values = new Map(names.map((name) => [name, secret]));
    const { join } = await coding.prepare(template, values);
    const [right = "", wrong = ""] = [values, others(values)].map(join);
    expect(right.split(secret).length).toBeGreaterThan(2);
    // All that a checksum and the values make different.
    const differing = [...right].filter((one, at) => one !== wrong[at]).length;
    expect(right).toHaveLength(wrong.length);
    expect(differing).toBeLessThanOrEqual(2 * secret.length + 4);
  });
});

/** Values of the same lengths. */
const others = (values: Map<string, string>) =>
  new Map([...values].map(([name, one]) => [name, "0f9a1c".repeat(12_000).slice(0, one.length)]));

test("what follows the words before a value stays as it is elsewhere, whatever the value begins with", async () => {
  const printed = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at));
  const figures = printed.map((one) => `<dd class="font-bold">${one}3.5</dd>`).join("");
  const template = { parts: ['<b class="font-bold">', `</b>${figures}`], placeholders: ["~~0"] };
  for (let time = 0; time < (everyCase ? 400 : 94); time += 1) {
    const values = new Map([["~~0", `${printed[time % 94]}0 hours`]]);
    const { join } = await zstdPieces.prepare(template, values);
    const joined = join(values);
    expect(joined).toBeDefined();
    expect(zstdDecompressSync(bytes(joined ?? "")).toString()).toBe(fillTemplate(template, values));
  }
});

test.each(codings)("a page in %s takes no values of another length", async (_, coding) => {
  const template = { parts: ["<p>Fans</p>".repeat(20), "</main>"], placeholders: ["~~0"] };
  const { join, bytes: size } = await coding.prepare(template, new Map([["~~0", "12345678"]]));
  expect(join(new Map([["~~0", "1234567"]]))).toBeUndefined();
  expect(join(new Map([["~~0", "87654321"]]))).toContain("87654321");
  expect(size).toBeGreaterThan(50);
});

test.each(codings)(
  "a page in %s takes no values that are as long together, and not each",
  async (_, coding) => {
    const between = "<b>which is referred to</b>";
    const part = `<p>${between}, ${"and more of the page ".repeat(4)}</p>`;
    const template = { parts: ["", between, part], placeholders: ["~~0", "~~1"] };
    const valuesOf = (one: string, other: string) =>
      new Map([
        ["~~0", one],
        ["~~1", other],
      ]);
    const { join } = await coding.prepare(template, valuesOf("12345678", "1234567890"));
    expect(join(valuesOf("123456789", "123456789"))).toBeUndefined();
    expect(join(valuesOf("87654321", "0987654321"))).toContain("87654321");
  },
);

test.each(codings)("a part in %s refers to what stands before a value", async (_, coding) => {
  const part = Array.from({ length: 200 }, (_, at) => `<p>${(at * 7919) % 1009}</p>`).join("");
  const sent = async (parts: string[]) => {
    const placeholders = parts.slice(1).map(() => "~~0");
    const values = new Map([["~~0", "12345678"]]);
    const { join } = await coding.prepare({ parts, placeholders }, values);
    return join(values)?.length ?? 0;
  };
  expect(await sent([part, part, part])).toBeLessThan((await sent([part])) + 100);
});

test("gzip compresses the parts of a large page one after the other", async () => {
  let begun = 0;
  const hook = createHook({
    init(_, type) {
      if (type === "ZLIB") begun += 1;
    },
  }).enable();
  const part = "<p>a part of some length, so that it is compressed by itself, as most are</p>";
  const template = { parts: Array(100).fill(part), placeholders: Array(99).fill("~~") };
  const values = new Map([["~~", "value"]]);
  const preparing = gzipPieces.prepare(template, values);
  expect(begun).toBe(1);
  const prepared = await preparing;
  hook.disable();
  const joined = prepared.join(values);
  expect(gunzipSync(bytes(joined ?? "")).toString()).toBe(Array(100).fill(part).join("value"));
});
