import { csvLine } from "~/domain/csv";

/** A private file of cells, whole (RFC 4180; contract 10). @param name without `.csv` */
export function csvAnswer(name: string, lines: readonly (readonly string[])[]): Response {
  return new Response(lines.map(csvLine).join(""), {
    headers: {
      "cache-control": "private, no-store, no-transform",
      "content-disposition": `attachment; filename="${name}.csv"`,
      "content-type": "text/csv; charset=utf-8",
      vary: "Cookie",
      "x-content-type-options": "nosniff",
    },
  });
}
