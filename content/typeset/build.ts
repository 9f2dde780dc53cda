import { join, resolve } from "node:path";
import { publish } from "./publish.ts";
import { shipReport } from "./ship-report.ts";

const root = join(import.meta.dirname, "../..");
const outDir = resolve(process.argv[2] ?? join(root, "build/pdf"));
const { written, unchanged, problems } = await publish(root, outDir);
// Beside the PDFs: a server that sets reports itself reads it there.
await shipReport(resolve(outDir, "../report"));

for (const problem of problems) console.error(problem.message);
console.log(`PDFs: ${written.length} written, ${unchanged.length} unchanged, in ${outDir}`);
if (problems.length > 0) process.exitCode = 1;
