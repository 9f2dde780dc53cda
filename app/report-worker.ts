import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";
import { composeReport } from "./features/report/rules/compose.ts";
import type { ReportOrder, SetReport, ThreadData, ToSet } from "./features/report/rules/input.ts";
import { allLegible, glyphsOf } from "./features/report/rules/legible.ts";

// A thread that sets reports and receipts (features/report/services/threads.server.ts), off the pages' event loop. It imports only
// rules (app/street.ts), so that Node also runs it from source.

const port = parentPort;
if (!port) throw new Error("runs as a worker thread only");

const { templates, fonts, regular } = workerData as ThreadData;
const compiler = NodeCompiler.create({
  workspace: templates,
  fontArgs: [{ fontPaths: [fonts] }],
});
const glyphs = glyphsOf(readFileSync(regular));
/** What Typst remembers goes unless one of the next two reports needs it. The memory is that of all threads. */
const remembered = 2;

function set(order: ToSet): SetReport {
  const [file, inputs] =
    "plain" in order
      ? ["plain.typ", { document: JSON.stringify(allLegible(order.plain, glyphs)) }]
      : ["report.typ", { report: JSON.stringify(composeReport(order.input, glyphs)) }];
  const compiled = compiler.compile({ mainFilePath: join(templates, file), inputs });
  if (!compiled.result) return { refused: placeOf(compiled.takeError()?.shortDiagnostics[0]) };
  try {
    // A copy of its own, which is handed over.
    return { pdf: new Uint8Array(compiler.pdf(compiled.result, { pdfStandard: "ua-1" })) };
  } catch {
    return { refused: "by the export to PDF/UA" };
  } finally {
    compiler.evictCache(remembered);
  }
}

/** The file at fault. Typst's message may quote the report, so it stays here. */
function placeOf(diagnostic: { path?: string } | undefined): string {
  return `in ${diagnostic?.path?.slice(templates.length) ?? "an unknown file"}`;
}

port.on("message", (order: ReportOrder) => {
  if ("end" in order) {
    compiler.evictCache(0);
    port.close();
    return;
  }
  const made = set(order);
  port.postMessage(made, "pdf" in made ? [made.pdf.buffer] : []);
});
