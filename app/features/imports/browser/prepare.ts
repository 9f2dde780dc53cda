import { day } from "../../../platform/values/durations.ts";
import { dateInName, endOfOriginalDay, sensible } from "../../export/name-date.ts";
import { isRead } from "../../export/wanted-entries.ts";
import { isZip, smallerZip } from "./smaller-zip.ts";

/** What leaves the device of the chosen files. */
export interface Prepared {
  files: { name: string; content: Blob }[];
  /** How many lists and figures are in them. */
  count: number;
  bytes: number;
  /**
   * Epoch milliseconds: the newest date of the ZIPs' entries, or of the files where there is no ZIP and none is younger than a day. Where ZIPs were packed
   * anew, the server finds out more.
   */
  takenAt: number | undefined;
}

class Unusable extends Error {
  readonly fileName: string;
  constructor(fileName: string) {
    super("a file cannot be used");
    this.fileName = fileName;
  }
}

/** A ZIP that could not be opened here. */
export class NotOpened extends Unusable {}

/** A file that the browser cannot read, as it lies elsewhere or has changed or gone since. It must be chosen anew. */
export class NotReadable extends Unusable {}

/** @throws NotReadable for the first chosen file that the browser cannot read */
export async function requireReadable(chosen: readonly File[]): Promise<void> {
  for (const file of chosen) await isReadableZip(file);
}

/** Whether a file that can be read is a ZIP. What was removed since it was chosen reads as empty: nothing tells it from what always was. */
async function isReadableZip(file: File): Promise<boolean> {
  const isWanted = isRead(file.name) || /\.zip$/i.test(file.name);
  if (isWanted && file.size === 0) throw new NotReadable(file.name);
  return isZip(file).catch(() => {
    throw new NotReadable(file.name);
  });
}

/**
 * Takes out of ZIPs what is read, and leaves out single files that are not.
 * @param onOpen is called with the name of each ZIP
 * @throws NotOpened, NotReadable, or the signal's reason
 */
export async function prepare(
  chosen: readonly File[],
  signal: AbortSignal,
  onOpen: (name: string) => void,
): Promise<Prepared> {
  const prepared: Prepared = { files: [], count: 0, bytes: 0, takenAt: undefined };
  const add = (name: string, content: Blob, count: number) => {
    prepared.files.push({ name, content });
    prepared.count += count;
    prepared.bytes += content.size;
  };
  const days: number[] = [];
  let hasZip = false;
  let changedAt = 0;
  for (const file of chosen) {
    if (signal.aborted) throw signal.reason;
    if (!(await isReadableZip(file))) {
      if (isRead(file.name)) {
        add(file.name, file, 1);
        changedAt = Math.max(changedAt, file.lastModified);
      }
      continue;
    }
    hasZip = true;
    onOpen(file.name);
    const smaller = await smallerZip(file, signal).catch((error) => {
      if (signal.aborted) throw signal.reason;
      // Only what reads a file throws these.
      throw new (error instanceof DOMException ? NotReadable : NotOpened)(file.name);
    });
    add(file.name, smaller.zip, smaller.count);
    const { takenAt, folderDays } = smaller;
    const named = dateInName(file.name);
    days.push(...folderDays, ...(named === undefined ? [] : [named]));
    if (takenAt !== undefined && takenAt > (prepared.takenAt ?? 0)) prepared.takenAt = takenAt;
  }
  if (signal.aborted) throw signal.reason;
  // Younger than a day it says no more than the upload's time, and by this device's clock.
  const isOld = changedAt < Date.now() - day;
  if (!hasZip) return isOld ? { ...prepared, takenAt: sensible(changedAt) } : prepared;
  const { takenAt } = prepared;
  const isPackedAnew = takenAt !== undefined && endOfOriginalDay(takenAt, days) !== undefined;
  return isPackedAnew ? { ...prepared, takenAt: undefined } : prepared;
}
