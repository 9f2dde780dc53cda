import { analysisOf } from "~/features/history/analyses.server";
import { type CountCheck, checkCount } from "~/features/history/count-check";
import { tellsAllWhoLeft } from "~/features/history/fold";
import type { ChangeCounts } from "~/features/history/history";
import {
  asShown,
  type Import,
  inOrderOfTime,
  isBrokenOff,
  isJudgedBeside,
  keepsLists,
  usedAmong,
} from "~/features/history/import";
import { importOf, importsOf, storedImports } from "~/features/history/import-documents.server";
import type { UnclearNames } from "~/features/history/turnover";
import { namesForPages } from "~/features/history/turnovers.server";
import { hasGapBetween } from "~/features/history/window";
import { connectedOf } from "~/features/imports/services/connected.server";

/** The subscriber's imports as pages show them, the newest first, and those that cannot be read. */
export async function shownImports(uid: string) {
  const now = Date.now();
  const { imports, rotten } = await storedImports(uid);
  return {
    imports: imports.map((one) => asShown(one, now)).toSorted((a, b) => inOrderOfTime(b, a)),
    rotten,
  };
}

export interface ShownImport {
  import: Import;
  brokenOff: boolean;
  /** What changed with it; null for one that is not in use, and for the first. */
  changes: ChangeCounts | null;
  /** Whether it is the newest in use, whose changes the categories show. */
  isNewest: boolean;
  /** The id of the next one in use. */
  next: string | undefined;
  /** Others may have left, as it is of part of the time. */
  isPart: boolean;
  /** Others may have come, at a time that no export shows. */
  hasGap: boolean;
  /** Some of these may have a new name. */
  unclear: UnclearNames | undefined;
  /** How many followers Instagram counted at that time, where a connection knows it. */
  check: CountCheck | undefined;
}

/** One import; undefined for an id that is not this subscriber's. @throws ImportsUnreadable */
export async function shownImport(uid: string, id: string): Promise<ShownImport | undefined> {
  const found = await importOf(uid, id);
  if (!found) return undefined;
  const now = Date.now();
  const keeps = keepsLists(found.state);
  const [connected, imports, analysis] = await Promise.all([
    keeps ? connectedOf(uid) : undefined,
    keeps ? importsOf(uid) : [],
    found.state === "used" ? analysisOf(uid) : undefined,
  ]);
  const used = usedAmong(imports);
  // A press on a held one that was judged beside others leads to other figures.
  const readings = isJudgedBeside(found, used) ? found.readings : null;
  const shown = {
    import: { ...asShown(found, now), readings },
    brokenOff: isBrokenOff(found, now),
    check: connected && checkCount(found, connected.reading),
  };
  if (found.state !== "used")
    return {
      ...shown,
      ...{ changes: null, isNewest: false, next: undefined },
      ...{ isPart: false, hasGap: false, unclear: undefined },
    };
  const index = used.findIndex((one) => one.id === id);
  const before = used[index - 1];
  const changes = analysis?.changes[id] ?? null;
  const unclear = changes?.unclear ? (await namesForPages(uid, analysis))?.unclear[id] : undefined;
  return {
    ...shown,
    changes,
    isNewest: used.at(-1)?.id === id,
    next: used[index + 1]?.id,
    isPart: before !== undefined && !tellsAllWhoLeft(before, found),
    hasGap: before !== undefined && hasGapBetween([found], before.takenAt, found.takenAt),
    unclear,
  };
}
