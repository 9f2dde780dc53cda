import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";
import { translatedTags } from "../app/platform/values/languages.ts";
import { allSaid, faultOf } from "./messages.ts";
import { parts } from "./read.ts";

// `npm run messages`: writes the catalogues anew, sorted into their files, and says what is left to translate;
// `-- de fr` only these.

const asked = process.argv.slice(2);
const unknown = asked.filter((tag) => !translatedTags.some((known) => known === tag));
if (unknown.length > 0) {
  process.stderr.write(
    `${unknown.join(", ")}: no language; there are ${translatedTags.join(", ")}\n`,
  );
  process.exit(2);
}

const content = fileURLToPath(new URL(".", import.meta.url));
const said = allSaid();
const catalogues = parts.messages(content);
let isWhole = true;

const chosen = translatedTags.filter((tag) => asked.length === 0 || asked.includes(tag));
for (const tag of chosen) {
  const catalogue = catalogues[tag];
  const folder = `${content}messages/${tag}/`;
  const files = new Map<string, Record<string, string>>();
  const faults: string[] = [];
  let missing = 0;
  for (const [sentence, { file }] of said) {
    const translated = catalogue[sentence] ?? "";
    const entries = files.get(file) ?? {};
    entries[sentence] = translated;
    files.set(file, entries);
    if (translated === "") missing += 1;
    const fault = translated && faultOf(sentence, translated, tag);
    if (fault) faults.push(`  ${fault}: ${sentence}`);
  }
  const unused = Object.keys(catalogue).filter((sentence) => !said.has(sentence));
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder))
    if (!files.has(file.replace(".yaml", ""))) rmSync(folder + file);
  for (const [file, entries] of files)
    writeFileSync(
      `${folder}${file}.yaml`,
      stringify(entries, { lineWidth: 0, defaultStringType: "QUOTE_DOUBLE" }),
    );
  if (missing > 0 || faults.length > 0) isWhole = false;
  process.stdout.write(
    `${tag}: ${said.size} sentences, ${missing} missing, ${unused.length} taken out, ${faults.length} malformed\n${faults.join("\n")}${faults.length > 0 ? "\n" : ""}`,
  );
}
process.exitCode = isWhole ? 0 : 1;
