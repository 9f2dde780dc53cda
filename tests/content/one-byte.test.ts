import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { inShortest } from "#content/one-byte.ts";

test.each([
  '"a – b"',
  String.raw`"\–x"`,
  String.raw`"\\–"`,
  String.raw`"\u2013 \n –"`,
  "`x…\\n…`",
  "(([text]) => text)`a…b`",
  "/^[\\–’]+$/.test('–’') && !/^[\\–’]+$/.test('u2013')",
  "/^😀$/u.test('😀')",
  "const größe = 1; größe",
  "'a\\\u2028b'",
  "1 // …\u2028+ 1",
])("%s says the same in one byte a character", (code) => {
  const short = inShortest(`${code}\n// ${" ".repeat(60)}`);
  expect(short).not.toMatch(/[\u0100-\u2027\u202a-\uffff]/);
  expect(runInNewContext(short)).toEqual(runInNewContext(code));
});

test("Arabic stays as it is, as six bytes a letter are more than two", () => {
  const code = '"المتابعون"';
  expect(inShortest(code)).toBe(code);
});
