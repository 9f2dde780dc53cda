import { readFileSync, writeFileSync } from "node:fs";
import { parts } from "../../content/read.ts";
import { withTable } from "./table.ts";

// `npm run format` writes the table of docs/law.md anew.
const page = "docs/law.md";
writeFileSync(page, withTable(readFileSync(page, "utf8"), parts.law("content")));
