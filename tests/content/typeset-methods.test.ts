import { resolve } from "node:path";
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";
import { afterEach, expect, test } from "vitest";
import { few } from "../setup/cases.ts";
import { readPdf } from "../setup/read-pdf.ts";

const compiler = NodeCompiler.create({
  workspace: resolve("content/typeset"),
  fontArgs: [{ fontPaths: [resolve("node_modules/@expo-google-fonts/nunito-sans")] }],
});
afterEach(() => compiler.evictCache(0));

/** The report's last table below what fills so much of an A4 page, in points: of a long row, and so many short ones. */
function methodsBelow(filled: number, rows: number): Buffer {
  const short = { figure: "Figure", how: "How it was made.", source: "An export" };
  const report = {
    methods: [{ ...short, how: "How it was made. ".repeat(12) }, ...Array(rows).fill(short)],
    after: ["A closing remark."],
    words: { methods: "Methods", aboutMethods: "About them.", methodHeads: ["A", "B", "C"] },
  };
  const { result } = compiler.compile({
    mainFileContent: `
      #import "brand.typ": *
      #import "report/page.typ": *
      #import "report/closing.typ": methods
      #set document(title: "Methods")
      #set page(paper: "a4", margin: (x: side, top: top, bottom: bottom))
      #set text(10pt, font: font, ..on-line)
      #set par(leading: 4.5pt, spacing: 9pt)
      #show heading: page-heading
      #block(height: ${filled}pt)[#v(1fr) Before.]
      #methods(json(bytes(sys.inputs.report)))`,
    inputs: { report: JSON.stringify(report) },
  });
  if (!result) throw new Error(`${rows} rows below ${filled} pt: refused`);
  return compiler.pdf(result);
}

// Where it does not fit below, and what goes on after its first row would fill too little of the next page.
test.each(few([15, 16, 17], 2))(
  "a last table of a little over half a page, of %i short rows, is set wherever it begins, and no page is nearly empty",
  async (rows) => {
    for (let filled = 294; filled <= 324; filled += 6) {
      const { depths } = await readPdf(methodsBelow(filled, rows));
      expect(Math.min(...depths), `below ${filled} pt`).toBeGreaterThanOrEqual(0.4);
    }
  },
);
