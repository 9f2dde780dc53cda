import type { Analysis, Change, StoredAnalysis } from "~/features/history/analyses.server";
import type { HiddenPerson } from "~/features/history/hidden-people";
import type { Hold } from "~/features/history/history";
import { type Import, isJudgedBeside, keepsLists } from "~/features/history/import";
import type { StoredImports } from "~/features/history/import-documents.server";
import type { ConnectedReading } from "~/features/history/load-reading.server";
import type { SamePerson } from "~/features/history/same-people";
import { surplusOf } from "~/features/history/surplus";
import { heldAnew, settledBy } from "~/features/imports/rules/decision";
import type { HeldJudgement } from "~/features/imports/rules/work";

/** A subscriber's imports, analysis and connection as they are stored. */
export interface Standing extends StoredAnalysis, Readonly<StoredImports> {
  /** Undefined before the first figures of a connection, and where Instagram is no source. */
  connected: ConnectedReading | undefined;
  /** Whom the subscriber has hidden. */
  hidden: readonly HiddenPerson[];
  /** The pairs of names that they say are one person's. */
  same: readonly SamePerson[];
  /** Null until it is chosen. */
  timeZone: string | null;
}

/** What is to become of a subscriber's imports. Without moves there is nothing to do, except to refigure. */
export interface ImportPlan {
  moves: Change["imports"];
  /** The profile is computed anew even without moves: for a connection, the people choices or a removed import. */
  refigures?: true;
  erased: readonly Import[];
  /** The id of an import that goes because it cannot be read. */
  removed?: string;
  /** The imports in use afterwards. */
  used: readonly Import[];
  /** The id of an import that must be judged first: if it is held, `ifHeld` says the plan. */
  candidate?: string;
  /** What does not hold the candidate again. */
  settled?: readonly Hold[];
  ifHeld: (judged: HeldJudgement) => ImportPlan;
  /** The id of the import that another process has made of the same export meanwhile. */
  same?: string;
}

/** What is planned where there is nothing to do. */
export const nothingToDo: ImportPlan = {
  moves: [],
  erased: [],
  used: [],
  ifHeld: () => nothingToDo,
};

/** Until then, the release before was running: it read fewer files of an export. */
const newlyReadSince = Date.UTC(2026, 11, 1);

const isUsed = ({ state }: Import) => state === "used";

/**
 * The import that is held or in use and came of the same export (docs/product.md#imports). By a former digest only one of
 * an earlier release: who adds a file that is read since has another export. One that is held may lack just that file.
 */
export const sameExport = (
  imports: readonly Import[],
  { digest, formerDigests = [] }: Pick<Import, "digest" | "formerDigests">,
): Import | undefined =>
  imports.find(
    (one) =>
      keepsLists(one.state) &&
      (one.digest === digest ||
        (isUsed(one) &&
          one.startedAt < newlyReadSince &&
          formerDigests.some((former) => former === one.digest))),
  );

const neverHeld = (): never => {
  throw new Error("only a candidate is judged");
};

/** An export that has just been read and whose lists are kept: it is used, or held. */
export function planTakeIn(read: Import, { imports }: Standing, now: number): ImportPlan {
  const same = sameExport(imports, read);
  if (same) return { ...nothingToDo, same: same.id };
  const next: Import = { ...read, state: "used" };
  const others = imports.filter(({ id }) => id !== read.id);
  const surplus = surplusOf([...others, next], read.id, now);
  return {
    moves: [{ from: "reading", to: next }],
    erased: surplus,
    used: [...others.filter((one) => isUsed(one) && !surplus.includes(one)), next],
    candidate: read.id,
    ifHeld: ({ held, window, evidence, readings: judged }) => ({
      moves: [
        {
          from: "reading",
          to: {
            ...read,
            ...{ state: "held", problems: held, window, evidence },
            // Judged without those that it would have thinned out, which hardly changes what was known.
            readings: { ...judged, beside: others.filter(isUsed).map(({ id }) => id) },
          },
        },
      ],
      // A held one changes nothing of those in use.
      erased: surplus.filter((one) => !isUsed(one)),
      used: others.filter(isUsed),
      ifHeld: neverHeld,
    }),
  };
}

/** All is computed anew from the imports in use. */
export const planRefigure = ({ imports }: Standing): ImportPlan => ({
  ...nothingToDo,
  refigures: true,
  used: imports.filter(isUsed),
});

/** The time zone in which hours are told. */
export const zoneOf = ({ timeZone }: Pick<Standing, "timeZone">): string => timeZone ?? "UTC";

/** Whether what was computed, if anything was, tells hours in the subscriber's time zone. */
export const isInZone = (standing: Pick<Standing, "analysis" | "timeZone">): boolean =>
  !standing.analysis?.generation || standing.analysis.timeZone === zoneOf(standing);

/** All is computed anew where the subscriber has chosen another time zone since, and there is what it is computed from. */
export function planInZone(standing: Standing): ImportPlan {
  const hasSources = standing.connected !== undefined || standing.imports.some(isUsed);
  return isInZone(standing) || !hasSources ? nothingToDo : planRefigure(standing);
}

/** The subscriber removes an import that cannot be read. */
export const planRemoval = (id: string, standing: Standing): ImportPlan => ({
  ...planRefigure(standing),
  removed: id,
});

/**
 * What the subscriber decided about an import that is held or in use. Where others are in use than when it was judged, it is
 * judged anew: what they were not asked about holds it still.
 * @param to what it becomes
 */
export function planPress(pressed: Import, to: Import, { imports }: Standing): ImportPlan {
  const others = imports.filter((one) => one.id !== pressed.id && isUsed(one));
  const planTo = (next: Import): ImportPlan => ({
    moves: [{ from: pressed.state, to: next }],
    erased: [],
    used: isUsed(next) ? [...others, next] : others,
    ifHeld: neverHeld,
  });
  if (!isUsed(to) || isJudgedBeside(pressed, others)) return planTo(to);
  return {
    ...planTo(to),
    candidate: to.id,
    settled: settledBy(to),
    ifHeld: (judged) => planTo(heldAnew(to, judged)),
  };
}

/**
 * Index of the first import in use that differs from before; undefined if all are the same. An import whose changes are
 * not in the analysis counts as different.
 */
export function firstDifference(
  before: readonly Import[],
  after: readonly Import[],
  analysis: Analysis | undefined,
): number | undefined {
  const index = after.findIndex(
    ({ id }, place) => before[place]?.id !== id || analysis?.changes[id] === undefined,
  );
  if (index >= 0) return index;
  return before.length === after.length ? undefined : after.length;
}

/** The imports whose lists are not kept any more. */
export const withoutLists = ({ imports: moves, erased }: Pick<Change, "imports" | "erased">) => [
  ...moves.map(({ to }) => to).filter(({ state }) => !keepsLists(state)),
  ...erased,
];
