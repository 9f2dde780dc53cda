import { sensible } from "./zip-records.ts";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
// `instagram-ana-2026-05-11-x1y2.zip`, `meta-2026-May-11-20-30-00.zip`, and older ones such as `ana_20200131.zip`.
const forms = [/(\d{4})-(\d{2}|[a-z]{3})-(\d{2})(?!\d)/i, /[-_](\d{4})(\d{2})(\d{2})(?!\d)/];

/** @returns epoch milliseconds of the day in the name of a ZIP; undefined where it names none after 2009 */
export function dateInName(fileName: string): number | undefined {
  for (const form of forms) {
    const [, year = "", said = "", day = ""] = form.exec(fileName) ?? [];
    const named = months.indexOf(said.toLowerCase()) + 1;
    const month = named > 0 ? String(named).padStart(2, "0") : said;
    const time = Date.parse(`${year}-${month}-${day}`);
    // A day that the month does not have is read as one of the next month.
    if (!Number.isNaN(time) && new Date(time).getUTCDate() === Number(day)) return sensible(time);
  }
  return undefined;
}
