import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { zipEntryName } from "../../../../app/features/export/zip-records.ts";

test.each([
  ["ASCII", Buffer.from("media/a.json"), "media/a.json"],
  ["UTF-8", Buffer.from("ü/日.json"), "ü/日.json"],
  ["a byte order mark, which is a part of the name", Buffer.from("\ufeffa"), "\ufeffa"],
  [
    "what is not UTF-8 as Latin-1, whatever a browser takes that for",
    Buffer.of(0xfc, 0x80),
    "ü\x80",
  ],
  ["a path of Windows", Buffer.from("media\\a.json"), "media/a.json"],
  ["nothing", Buffer.of(), ""],
])("a name is read of %s", (_, bytes, name) => {
  expect(zipEntryName(bytes)).toBe(name);
});
