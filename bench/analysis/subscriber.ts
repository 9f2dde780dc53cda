import type { ReadExport } from "../../app/features/export/export.ts";
import { readExport } from "../../app/features/export/read-export.ts";
import type { Changes } from "../../app/features/history/changes.ts";
import { foldImports, knownAfter } from "../../app/features/history/fold.ts";
import { allTime, type Window } from "../../app/features/history/history.ts";
import { type Judgement, judgeImport } from "../../app/features/history/holds.ts";
import { type Import, inOrderOfTime } from "../../app/features/history/import.ts";
import { afterPress } from "../../app/features/imports/rules/decision.ts";
import { emptyNameList, type NameList } from "../../app/platform/values/name-list.ts";
import { exportZips } from "../../sandbox/histories/export-zip.ts";
import type { Case, Sent } from "./cases.ts";

/** An import as the app has it. */
export interface Imported {
  id: string;
  /** Epoch milliseconds. */
  takenAt: number;
  startedAt: number;
  window: Window;
  followers: NameList;
  following: NameList | undefined;
  sent: Sent;
  /** Held as `partial-range`. */
  isHeldAsPartial: boolean;
  /** Held as `needs-count`. */
  isAskedForCount: boolean;
}

export interface Step {
  imported: Imported;
  /** Undefined for the first import in time. */
  changes: Changes | undefined;
}

/** Reads the exports of a case, judges each when it is uploaded, and compares each with what was known before it. */
export async function importAll({ history, sent, uploads }: Case): Promise<Step[]> {
  let used: Imported[] = [];
  for (const index of uploads) {
    const one = sent[index];
    if (!one) continue;
    const read = await readExport(inTurn(exportZips(history, one.at, one.options)));
    const shown = () => history.stateAt(one.at).shownFollowers();
    used = [...used, await decided(String(index), one, read, used, shown)].sort(inOrderOfTime);
  }
  const steps: Step[] = [];
  for (const [index, imported] of used.entries()) {
    const fold = await foldImports(used.slice(0, index + 1), followersIn(used), {
      recomputeFrom: index,
    });
    steps.push({ imported, changes: fold?.changes });
  }
  return steps;
}

/**
 * The subscriber knows what they asked for: they press 'whole' where it was whole, else 'use'. Where the page asks for the
 * number that Instagram shows, they look it up.
 */
async function decided(
  id: string,
  sent: Sent,
  read: ReadExport,
  used: Imported[],
  shown: () => number,
): Promise<Imported> {
  const followers = read.lists.followers ?? emptyNameList;
  const takenAt = read.newestEntryAt ?? sent.takenAt * 1_000;
  const earlier = used.filter((other) => other.takenAt < takenAt);
  const judgement = judgeImport({
    read,
    takenAt,
    followersShown: sent.followersShown,
    previousAccount: read.account,
    lastTakenAt: used.at(-1)?.takenAt,
    before: await knownAfter(earlier, followersIn(earlier)),
  });
  const isHeldAsPartial = judgement.holds.includes("partial-range");
  const isAskedForCount = judgement.holds.includes("needs-count");
  const isWhole = isHeldAsPartial && sent.range === "all-time";
  const fits = () => afterPress(asHeld(judgement, followers), "use", shown());
  const answered = !isHeldAsPartial && isAskedForCount ? fits() : judgement;
  const window = isWhole || answered === "shown" ? allTime : answered.window;
  const { following } = read.lists;
  return {
    ...{ id, takenAt, startedAt: 0, window, followers, following },
    ...{ sent, isHeldAsPartial, isAskedForCount },
  };
}

const asHeld = ({ holds, window, cutWindow }: Judgement, { size }: NameList): Import => {
  const reading = { known: size, changes: null };
  return {
    id: "",
    state: "held",
    takenAt: 0,
    startedAt: 0,
    aliveAt: 0,
    account: null,
    counts: { followers: size, following: null, skipped: 0 },
    found: [],
    digest: "",
    unreadable: {},
    unknownLabels: [],
    followersShown: null,
    problems: holds,
    window,
    decision: null,
    pieces: 0,
    readings: {
      before: null,
      range: { ...reading, window: cutWindow },
      whole: { ...reading, window: allTime },
    },
  };
};

const followersIn = (imports: readonly Imported[]) => async (id: string) =>
  imports.find((one) => one.id === id)?.followers ?? emptyNameList;

async function* inTurn<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
