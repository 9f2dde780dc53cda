import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { repaired } from "../../../../app/features/export/rules/entry-fields.ts";

const broken = (text: string) => Buffer.from(text, "utf8").toString("latin1");
const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);

/** Any code units, most of them where text is broken. */
const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0x17f }), fc.integer({ min: 0, max: 0xffff })))
  .map((units) => String.fromCharCode(...units));

describe("repaired", () => {
  test.each([
    ["usuÃ¡rio", "usuário"],
    ["â\u0080\u009eGefÃ¤llt mirâ\u0080\u009c-Angaben", "„Gefällt mir“-Angaben"],
    ["ð\u009f\u0098\u0080", "😀"],
    ["Username", "Username"],
    ["café", "café"],
    ["cafe\u0301", "café"],
    ["Имя", "Имя"],
    ["Ã¡ и", "Ã¡ и"],
    ["ÿ", "ÿ"],
    ["", ""],
  ])("%j is %j", (text, right) => {
    expect(repaired(text)).toBe(right);
  });

  test("text that is too long for a label is not normalized: marks in a row would take for ever", () => {
    const marks = "\u0301".repeat(260_000) + "\u0316".repeat(260_000);
    expect(repaired(marks)).toBe(marks);
  });

  test("repairs exactly what was broken", () => {
    fc.assert(
      fc.property(
        anyText.map((text) => text.toWellFormed()),
        (text) => {
          expect(repaired(broken(text))).toBe(text.normalize("NFC"));
        },
      ),
    );
  });

  test("leaves text that cannot have been broken, and never throws", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const result = repaired(text);
        const isBytes = /^[\0-\xff]*$/.test(text);
        const decoded = Buffer.from(text, "latin1").toString("utf8");
        const wasBroken = isBytes && !isAscii(text) && broken(decoded) === text;
        expect(result).toBe((wasBroken ? decoded : text).normalize("NFC"));
      }),
    );
  });
});
