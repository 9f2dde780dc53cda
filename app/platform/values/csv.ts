/** What spreadsheets take for the beginning of a formula. */
const formula = /^[=+\-@\t\r]/;

/** Text, which may be anybody's, or a number that the app has computed. */
export type Cell = string | number;

/** With this at its beginning, spreadsheets read a file as UTF-8 (docs/product.md#csv). */
export const byteOrderMark = "\ufeff";

/**
 * A line of RFC 4180. Text that a spreadsheet would run as a formula begins with an apostrophe, which makes it text
 * there (docs/product.md#csv). A number stays one, below zero, too.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  const defused = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused;
}
