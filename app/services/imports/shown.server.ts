import { analysisOf } from "~/clients/imports/analyses.server";
import { importOf, importsOf } from "~/clients/imports/documents.server";
import type { ChangeCounts } from "~/domain/analysis/analysis";
import { asShown, type Import, inOrderOfTime, isBrokenOff } from "~/domain/imports/import";

/** The subscriber's imports as pages show them, the newest first. */
export async function shownImports(uid: string): Promise<Import[]> {
  const now = Date.now();
  const imports = await importsOf(uid);
  return imports.map((one) => asShown(one, now)).toSorted((a, b) => inOrderOfTime(b, a));
}

export interface ShownImport {
  import: Import;
  brokenOff: boolean;
  /** What changed with it; null for one that is not in use, and for the first. */
  changes: ChangeCounts | null;
}

/** One import; undefined for an id that is not this subscriber's. */
export async function shownImport(uid: string, id: string): Promise<ShownImport | undefined> {
  const found = await importOf(uid, id);
  if (!found) return undefined;
  const now = Date.now();
  const changes = found.state === "used" ? (await analysisOf(uid))?.changes[id] : null;
  return {
    import: asShown(found, now),
    brokenOff: isBrokenOff(found, now),
    changes: changes ?? null,
  };
}
