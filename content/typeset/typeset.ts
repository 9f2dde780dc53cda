import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";
import type { Language } from "../../app/platform/values/languages.ts";
import { paperLanguage } from "../../app/platform/values/paper-language.ts";
import { ContentError } from "../read.ts";
import { parseMarkdown } from "./markdown.ts";

export interface Manuscript {
  /** Named in messages. */
  file: string;
  body: string;
  /** The line of the file on which the body starts. */
  bodyLine: number;
  title: string;
  subTitle: string;
  /** What the document belongs to, e.g. 'Instagram PRO course'. */
  series: string;
  /** Its place in the series, e.g. 'Lesson 3 of 10'. */
  part: string;
  /** The cover's, as SVG. */
  picture: string;
  /** What a page that lists the chapters is called, for what is long enough to be leafed through. */
  contents: string | false;
  language: Language;
}

const { resolve } = createRequire(import.meta.url);
const fonts = ["@expo-google-fonts/nunito-sans", "@expo-google-fonts/vazirmatn"].map((name) =>
  dirname(resolve(name)),
);
const compiler = NodeCompiler.create({
  workspace: import.meta.dirname,
  fontArgs: [{ fontPaths: fonts }],
});

/** Factors on the default spacing, tried in this order while a page is broken badly. */
const loosenesses = [0.9, 1.1];

/** Typesets a manuscript as PDF/UA-1; the same manuscript makes the same bytes. */
export function typeset({ file, body, bodyLine, language, ...cover }: Manuscript): Buffer {
  const text = parseMarkdown(file, body, bodyLine);
  const manuscript = JSON.stringify({ ...cover, ...paperLanguage(language), text });
  try {
    let best = compile(manuscript, 1);
    for (const looseness of loosenesses) {
      if (best.flaws === 0) break;
      const tried = compile(manuscript, looseness);
      if (tried.flaws < best.flaws) best = tried;
    }
    return compiler.pdf(best.document, { pdfStandard: "ua-1" });
  } catch (error) {
    throw new ContentError(`${file}: text: ${diagnosis(error)}`);
  } finally {
    compiler.evictCache(0);
  }
}

function compile(manuscript: string, looseness: number) {
  const compiled = compiler.compile({
    mainFilePath: join(import.meta.dirname, "document.typ"),
    inputs: { manuscript, looseness: String(looseness) },
  });
  if (!compiled.result) throw new Error(compiled.takeError()?.shortDiagnostics[0]?.message);
  const [flaws] = compiler.query(compiled.result, { selector: "<flaws>", field: "value" });
  return { document: compiled.result, flaws: Number(flaws) };
}

/** The PDF exporter throws a diagnostic as Rust prints it; only its message is of use to an editor. */
function diagnosis(error: unknown): string {
  const told = error instanceof Error ? error.message : String(error);
  const message = /message: ("(?:[^"\\]|\\.)*")/.exec(told)?.[1];
  return message ? JSON.parse(message) : told;
}
