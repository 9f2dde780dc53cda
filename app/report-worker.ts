import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";
import { composeReport } from "./features/report/rules/compose.ts";
import type { ReportOrder, SetReport, ThreadData } from "./features/report/rules/input.ts";
import { allLegible, glyphsOf, missingSign } from "./features/report/rules/legible.ts";
import { directionOf, type Language } from "./platform/values/languages.ts";
import { paperLanguage } from "./platform/values/paper-language.ts";
import { setVoice, type Voice } from "./platform/values/say.ts";
import { type Catalogue, createVoice } from "./platform/values/voice.ts";

// A thread that sets reports and receipts (features/report/services/threads.server.ts), off the pages' event loop. It imports only
// rules (app/street.ts), so that Node also runs it from source.

const port = parentPort;
if (!port) throw new Error("runs as a worker thread only");

const { templates, fonts, regular } = workerData as ThreadData;
const compiler = NodeCompiler.create({
  workspace: templates,
  fontArgs: [{ fontPaths: [fonts] }],
});
const glyphs = glyphsOf(readFileSync(regular.latin));
let allGlyphs: ReadonlySet<number> | undefined;
/** What all fonts have. */
function glyphsOfAll(): ReadonlySet<number> {
  allGlyphs ??= new Set([...glyphs, ...glyphsOf(readFileSync(regular.arabic))]);
  return allGlyphs;
}
/** What the fonts of a report in this language have. */
const glyphsIn = (language: Language): ReadonlySet<number> =>
  directionOf(language) === "ltr" ? glyphs : glyphsOfAll();

const voices = new Map<Language, Voice>();
/** The voice of the report that is being set: one is set at a time. Undefined for English. */
let speaking: Voice | undefined;
setVoice(() => speaking);

function voiceFor(language: Language, catalogue: Catalogue | undefined): Voice | undefined {
  if (language === "en") return undefined;
  const voice = voices.get(language) ?? createVoice(language, catalogue ?? {});
  voices.set(language, voice);
  return voice;
}

/** Typst's cache drops what none of so many reports in a row has used. All threads share the cache. */
const maxCacheAge = 2;

/** The template of an order, and its data. */
function composed(order: Exclude<ReportOrder, { end: true }>): [string, Record<string, string>] {
  if ("plain" in order) {
    const { plain } = order;
    const language = paperLanguage(plain.language);
    const { whereLettersLack, ...legible } = allLegible(
      plain,
      glyphsOfAll(),
      language.direction === "rtl",
    );
    const isLacking = legible.rows.some(([, value]) => value.includes(missingSign));
    const closing = [...legible.closing, ...(isLacking ? [whereLettersLack] : [])];
    return ["plain.typ", { document: JSON.stringify({ ...legible, closing, ...language }) }];
  }
  const { language } = order.input;
  speaking = voiceFor(language, order.catalogue);
  return ["report.typ", { report: JSON.stringify(composeReport(order.input, glyphsIn(language))) }];
}

function set(order: Exclude<ReportOrder, { end: true }>): SetReport {
  const [file, inputs] = composed(order);
  const compiled = compiler.compile({ mainFilePath: join(templates, file), inputs });
  if (!compiled.result) return { refused: placeOf(compiled.takeError()?.shortDiagnostics[0]) };
  try {
    // A copy of its own, which is handed over.
    return { pdf: new Uint8Array(compiler.pdf(compiled.result, { pdfStandard: "ua-1" })) };
  } catch {
    return { refused: "by the export to PDF/UA" };
  } finally {
    compiler.evictCache(maxCacheAge);
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
