import type { ListedPerson } from "./people-lists/people-list.ts";

/** What spreadsheets take for the beginning of a formula. */
const formula = /^[=+\-@\t\r]/;

/** Text, which may be anybody's, or a number that the app has computed. */
export type Cell = string | number;

/** With this at its beginning, spreadsheets read a file as UTF-8 (contract 17). */
export const byteOrderMark = "\ufeff";

/**
 * A line of RFC 4180. Text that a spreadsheet would run as a formula begins with an apostrophe, which makes it text
 * there (contract 10). A number stays one, below zero, too.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  const defused = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused;
}

/** The columns of a category's file (contract 10). */
export const csvColumns = (withFormerNames: boolean): string[] =>
  withFormerNames ? ["username", "since", "formerly"] : ["username", "since"];

/** A person's cells: `since` in ISO 8601, or empty. */
export function csvCells(person: ListedPerson, withFormerNames: boolean): string[] {
  const cells = [person.username, person.since === undefined ? "" : isoSecond(person.since)];
  return withFormerNames ? [...cells, formerly(person)] : cells;
}

const isoSecond = (second: number) => new Date(second * 1_000).toISOString().replace(".000Z", "Z");

const formerly = ({ former }: ListedPerson) =>
  former
    ? [...former.names, ...(former.others > 0 ? [`${former.others} others`] : [])].join(" or ")
    : "";
