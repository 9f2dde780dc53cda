import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { numberOption } from "../number-option.ts";
import { type Language, languages } from "./export-labels.ts";
import { type Form, forms, type RangeName, ranges, sections } from "./export-options.ts";
import { exportZips } from "./export-zip.ts";
import { accountTypes, makeHistory } from "./history.ts";

// Writes the export of an invented account: `node sandbox/histories/write.ts --followers 100000 --out /tmp/x.zip`.
const { values } = parseArgs({
  options: {
    out: { type: "string", default: "export.zip" },
    seed: { type: "string", default: "1" },
    followers: { type: "string", default: "1000" },
    following: { type: "string", default: "400" },
    days: { type: "string", default: "60" },
    type: { type: "string", default: "personal" },
    username: { type: "string", default: "maja.in.pictures" },
    // Of the days, the one whose lists are written; without it, the last.
    day: { type: "string" },
    form: { type: "string", default: "A" },
    "per-file": { type: "string", default: "10000" },
    range: { type: "string", default: "all-time" },
    // The range cuts, and no file says so.
    "no-range-file": { type: "boolean", default: false },
    language: { type: "string", default: "en" },
    html: { type: "boolean", default: false },
    prefix: { type: "string", default: "" },
    parts: { type: "string", default: "1" },
    "filler-mb": { type: "string", default: "0" },
    zip64: { type: "boolean", default: false },
  },
});

function oneOf<T extends string>(known: readonly T[], name: string, value: string): T {
  const found = known.find((candidate) => candidate === value);
  if (found === undefined) throw new Error(`--${name} is one of ${known.join(", ")}`);
  return found;
}

const history = makeHistory({
  seed: numberOption(values, "seed"),
  followers: numberOption(values, "followers"),
  following: numberOption(values, "following"),
  days: numberOption(values, "days"),
  type: oneOf(accountTypes, "type", values.type),
  username: values.username,
});
const at =
  values.day === undefined ? history.end : history.start + numberOption(values, "day") * 86_400;
const left = new Set([
  ...(values["no-range-file"] ? ["requests"] : []),
  ...(values.type === "creator" ? [] : ["insights"]),
]);
const zips = exportZips(history, at, {
  form: oneOf<Form>(forms, "form", values.form),
  perFile: numberOption(values, "per-file"),
  range: oneOf(Object.keys(ranges) as RangeName[], "range", values.range),
  language: oneOf<Language>(languages, "language", values.language),
  sections: sections.filter((section) => !left.has(section)),
  format: values.html ? "html" : "json",
  prefix: values.prefix,
  parts: numberOption(values, "parts"),
  fillerBytes: numberOption(values, "filler-mb") * 1e6,
  zip64: values.zip64,
});
for (const [part, { name, chunks }] of zips.entries()) {
  const path = zips.length === 1 ? values.out : values.out.replace(/(\.zip)?$/, `-${part + 1}.zip`);
  await pipeline(chunks, createWriteStream(path));
  console.log(`${path}: as Instagram would name it, ${name}`);
}
