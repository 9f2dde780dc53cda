import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { addressKey, isSameAddress, maskedAddress } from "~/platform/values/mail-address";

/** U+212A and U+212B: `toLowerCase` makes ASCII's k of the first. */
const [kelvin, angstrom] = ["\u212a", "\u212b"];

describe("addresses are the same", () => {
  test.each([
    ["kim@example.com", "kim@example.com", true],
    ["Kim@Example.COM", "kim@example.com", true],
    [`${kelvin}im@example.com`, "kim@example.com", false],
    [`kim@${kelvin}.example.com`, "kim@k.example.com", false],
    ["\uff4bim@example.com", "kim@example.com", false],
    ["\u017fam@example.com", "sam@example.com", false],
    ["\u0130da@example.com", "i\u0307da@example.com", false],
    ["\u0131da@example.com", "ida@example.com", false],
    ["Åsa@example.com", "åsa@example.com", false],
    [`${angstrom}sa@example.com`, "Åsa@example.com", false],
    ["e\u0301mile@example.com", "émile@example.com", false],
    ["kim@example.com ", "kim@example.com", false],
  ])("%j and %j: %s", (one, other, isSame) => {
    expect(isSameAddress(one, other)).toBe(isSame);
    expect(addressKey(one) === addressKey(other)).toBe(isSame);
  });
});

test.each([
  ["buyer@example.com", "b…r@example.com"],
  ["ab@example.com", "a…@example.com"],
  ["a@example.com", "…@example.com"],
  ["\u{1f600}bc\u{1f600}@example.com", "\u{1f600}…\u{1f600}@example.com"],
  ['"a@b"@example.com', '"…"@example.com'],
  ["nothing", "…"],
])("%s is shown as %s", (address, shown) => {
  expect(maskedAddress(address)).toBe(shown);
});

test("no other code folds an address", () => {
  const folds =
    /\b(?:e?mail|address|mailbox|recipient|owner|to)(?:\)|\?|\.trim\(\))*\.(?:to(?:Locale)?(?:Lower|Upper)Case|normalize)\(/i;
  expect("to.toLowerCase()").toMatch(folds);
  expect("emails.at(-1)?.email?.trim().toLowerCase()").toMatch(folds);
  const folders = readdirSync("app", { recursive: true, encoding: "utf8" });
  const found = folders
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) =>
      readFileSync(join("app", path), "utf8")
        .split("\n")
        .filter((line) => folds.test(line) || /emails?\b.*\.to(?:Locale)?LowerCase\(/.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});
