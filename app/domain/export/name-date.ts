import { sensible } from "./zip-records.ts";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
// `instagram-ana-2026-05-11-x1y2.zip`, `meta-2026-May-11-20-30-00.zip`, and older ones such as `ana_20200131.zip`.
const forms = [/(\d{4})-(\d{2}|[a-z]{3})-(\d{2})(?!\d)/i, /[-_](\d{4})(\d{2})(\d{2})(?!\d)/];

/** @returns epoch milliseconds of the day in the name of a ZIP; undefined where it names none after 2009 */
export function dateInName(name: string): number | undefined {
  for (const form of forms) {
    const [, year, month = "", day] = form.exec(name) ?? [];
    const named = months.indexOf(month.toLowerCase());
    const time = Date.UTC(Number(year), named < 0 ? Number(month) - 1 : named, Number(day));
    // A day that the month does not have becomes one of the next month.
    if (new Date(time).getUTCDate() === Number(day)) return sensible(time);
  }
  return undefined;
}
