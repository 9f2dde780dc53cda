// Also runs in the browser, which opens the ZIP on the device.
import { day } from "../../platform/values/durations.ts";

/** Dates before 2010 count as none (docs/product.md#when-it-was-taken): Instagram was not there yet. */
export const instagramBegan = Date.UTC(2010, 0, 1);

export const sensible = (time: number | undefined): number | undefined =>
  time !== undefined && time >= instagramBegan ? time : undefined;

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
// `instagram-ana-2026-05-11-x1y2.zip`, `meta-2026-May-11-20-30-00.zip`, and older ones such as `ana_20200131.zip`.
const forms = [/(\d{4})-(\d{2}|[a-z]{3})-(\d{2})(?!\d)/i, /[-_](\d{4})(\d{2})(\d{2})(?!\d)/];

/** @returns epoch milliseconds of the day in the name of a ZIP or a folder; undefined where it names none after 2009 */
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

/** Folders, and what operating systems put beside files. */
const ofPacker = /(?:^|\/)(?:|__MACOSX\/.*|\._[^/]*|\.DS_Store|Icon\r|Thumbs\.db|desktop\.ini)$/is;

/**
 * Whether the date of an entry is the export's: that of a folder, and of a file of an operating system, is of whoever
 * packed the ZIP anew.
 */
export const hasExportsDate = (path: string): boolean => !ofPacker.test(path);

/**
 * The end of the day that a ZIP's name or its top folder's says, where the entries are more than three days younger: it was
 * packed anew (docs/product.md#when-it-was-taken).
 * @param days epoch milliseconds
 */
export function endOfOriginalDay(
  newestEntryAt: number,
  days: readonly number[],
): number | undefined {
  const ends = days.map((start) => start + day - 1).filter((end) => newestEntryAt - end > 3 * day);
  return ends.length > 0 ? Math.min(...ends) : undefined;
}

/** Collects the days of the top folders of a ZIP's entries. */
export class TopFolderDays {
  readonly #days = new Set<number>();
  #last = "";

  /** @param path of an entry */
  add(path: string): void {
    const folder = path.slice(0, Math.max(0, path.indexOf("/")));
    if (folder === this.#last) return;
    this.#last = folder;
    const found = dateInName(folder);
    if (found !== undefined) this.#days.add(found);
  }

  get days(): readonly number[] {
    return [...this.#days];
  }
}
