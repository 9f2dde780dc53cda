import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { everyCase } from "#tests/setup/cases.ts";
import { countOf } from "../../../../app/features/export/count-units.ts";

/** Languages of Instagram. */
const languages = (
  "en de fr es es-MX pt pt-PT it nl pl tr ru uk sv da nb fi cs hu ro el id vi th ja ko zh zh-TW ar ar-EG he hi fa ms bn " +
  "hr sk bg sr de-CH en-IN"
).split(" ");

/** Any code units, most of them where text is broken. */
const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0x17f }), fc.integer({ min: 0, max: 0xffff })))
  .map((units) => String.fromCharCode(...units));

describe("countOf", () => {
  test.each([
    ["0", 0],
    ["37", 37],
    ["1204", 1204],
    ["102,497", 102_497],
    ["1,204", 1204],
    ["1.204", 1204],
    ["1 204", 1204],
    ["1\u00a0204", 1204],
    ["1\u202f204", 1204],
    ["1’204", 1204],
    ["12,34,567", 1_234_567],
    ["1,234,567", 1_234_567],
    ["63.3K", 63_300],
    ["63,3 k", 63_300],
    ["63,3 mil", 63_300],
    ["1.2M", 1_200_000],
    ["1,2 Mio.", 1_200_000],
    ["6.3万", 63_000],
    ["١٬٢٠٤", 1204],
    ["۱٫۲ میلیون", 1_200_000],
    [" 12 ", 12],
    [12, 12],
  ])("%j is %d", (text, count) => {
    expect(countOf(text)).toBe(count);
  });

  test.each([
    ["--"],
    [""],
    ["61.2%"],
    ["34,5%"],
    ["1.204K"],
    ["1.5"],
    ["1,2"],
    ["1,234.567"],
    ["1,204,5"],
    ["-5"],
    ["+12"],
    ["1.2B"],
    ["1,2 mil."],
    ["12 likes"],
    ["K"],
    ["1e6"],
    ["9".repeat(20)],
    [-1],
    [1.5],
    [null],
    [undefined],
    [{ value: "1" }],
  ])("%j is no count, or could be two", (text) => {
    expect(countOf(text)).toBeNull();
  });

  test("reads what every language of Instagram makes of a number, or leaves it", () => {
    fc.assert(
      fc.property(fc.constantFrom(...languages), fc.nat(50_000_000), (language, count) => {
        expect(countOf(new Intl.NumberFormat(language).format(count))).toBe(count);
        const short = new Intl.NumberFormat(language, {
          notation: "compact",
          maximumFractionDigits: 1,
        });
        const read = countOf(short.format(count));
        // A shortened figure that is read says the same again when it is shortened.
        if (read !== null) expect(short.format(read)).toBe(short.format(count));
      }),
      { numRuns: everyCase ? 2_000 : 500 },
    );
  });

  test("never throws", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const count = countOf(text);
        expect(count === null || (Number.isSafeInteger(count) && count >= 0)).toBe(true);
      }),
    );
  });
});
