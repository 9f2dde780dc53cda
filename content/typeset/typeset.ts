import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";
import { ContentError } from "../read.ts";
import { parseMarkdown } from "./markdown.ts";

export interface Script {
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
  /** A page that lists the chapters, for what is long enough to be leafed through. */
  contents: boolean;
}

const faces = createRequire(import.meta.url).resolve("@expo-google-fonts/nunito-sans/package.json");
const compiler = NodeCompiler.create({
  workspace: import.meta.dirname,
  fontArgs: [{ fontPaths: [dirname(faces)] }],
});

/** Looser and tighter spacing, tried in this order while more than one page in 30 is broken badly. */
const airs = [1.05, 0.85, 1.15, 0.95];

/** Sets a script as PDF/UA-1; the same script makes the same bytes. */
export function typeset({ file, body, bodyLine, ...cover }: Script): Buffer {
  const script = JSON.stringify({ ...cover, text: parseMarkdown(file, body, bodyLine) });
  try {
    let best = compile(script, 1);
    for (const air of airs) {
      if (best.flaws * 30 <= best.document.numOfPages) break;
      const tried = compile(script, air);
      if (tried.flaws < best.flaws) best = tried;
    }
    return compiler.pdf(best.document, { pdfStandard: "ua-1" });
  } catch (error) {
    throw new ContentError(`${file}: text: ${diagnosis(error)}`);
  } finally {
    compiler.evictCache(0);
  }
}

function compile(script: string, air: number) {
  const compiled = compiler.compile({
    mainFilePath: join(import.meta.dirname, "document.typ"),
    inputs: { script, air: String(air) },
  });
  if (!compiled.result) throw new Error(compiled.takeError()?.shortDiagnostics[0]?.message);
  const [flaws] = compiler.query(compiled.result, { selector: "<flaws>", field: "value" });
  return { document: compiled.result, flaws: Number(flaws) };
}

/** The exporter's errors hold a diagnostic as Rust prints it; its message is the part for an editor. */
function diagnosis(error: unknown): string {
  const told = error instanceof Error ? error.message : String(error);
  const message = /message: ("(?:[^"\\]|\\.)*")/.exec(told)?.[1];
  return message ? JSON.parse(message) : told;
}
