import words from "content:import";
import type { CountCheck } from "~/features/history/count-check";
import { allTime } from "~/features/history/history";
import {
  type Import,
  type ImportPress,
  type ImportProblem,
  keepsLists,
  pressesOf,
  unknownFollowerLabels,
  unknownInsightLabels,
} from "~/features/history/import";
import { isBorneOut, lacksByLabel } from "~/features/history/partial-signs";
import { isWholeList, secondsOf } from "~/features/history/window";
import { categoryOfChange } from "~/features/imports/changed";
import type { ShownImport } from "~/features/imports/services/shown.server";
import { caveatsOf } from "~/features/imports/views/caveats";
import { shownUnclear } from "~/features/imports/views/unclear-people";
import { addresses } from "~/platform/values/addresses";
import { formatDate } from "~/platform/values/dates";
import { fillNamed } from "~/platform/values/elision";
import { allOf, commaList } from "~/platform/values/listed";
import { withCommas } from "~/platform/values/numbers";
import { say } from "~/platform/values/say";

/** All that the page of an import shows. */
export function importPageOf(shown: ShownImport) {
  const { import: one, brokenOff } = shown;
  const { title, text } = words.pages[one.state];
  const tellsFound = one.state === "refused" && one.found.length > 0;
  const headingText = tellsFound ? words.pages.refusedFound : text;
  const showsParts = tellsFound || keepsLists(one.state);
  return {
    state: one.state,
    changes: changesOf(shown),
    /** Why more people may have left or come. */
    caveats: shown.changes ? caveatsOf(shown) : [],
    unclear: shown.unclear && shownUnclear(shown.unclear),
    isNewest: shown.isNewest,
    /** The page of the next one in use. */
    next: shown.next && addresses.importOf(shown.next),
    heading: { title, text: brokenOff ? `${words.pages.brokenOff} ${headingText}` : headingText },
    problems: allOf(
      keepsLists(one.state) && skippedByLabel(one),
      ...problemsOf(one).map((code) => !isOfLabels(code, one) && sentence(code, one)),
    ),
    /** What a decision answers. */
    asks: one.state === "held" ? one.problems : [],
    count: countOf(one),
    parts: showsParts ? partsOf(one) : [],
    /** Labels of insights that no table knows. */
    unknownLabels: showsParts ? unknownInsightLabels(one) : [],
    columns: columnsOf(shown),
    found: showsParts || one.state === "discarded" ? foundIn(one) : [],
    /** How many followers Instagram counted at that time. */
    counted: shown.check && !lacksFollowers(one) ? countSentence(shown.check) : undefined,
    whole: wholenessOf(one),
    presses: pressesOf(one).map((press) => ({ press, ...wordsOf(press, one) })),
  };
}

export type ImportPage = ReturnType<typeof importPageOf>;

/** Questions that the press has answered. */
const answered: ReadonlySet<ImportProblem> = new Set([
  "needs-count",
  "mass-loss",
  "older-than-last",
]);

/** The problems that are shown. A question is one only while the import is held. */
function problemsOf({ state, problems }: Import): ImportProblem[] {
  if (state === "discarded") return [];
  return problems.filter((code) => state === "held" || !answered.has(code));
}

/** How many followers are missing because nobody knows the label of their names, and which it is. */
function skippedByLabel(one: Import): string | undefined {
  if (!one.skippedByLabel) return undefined;
  const labels = commaList(unknownFollowerLabels(one));
  return one.skippedByLabel === 1
    ? say`1 entry of the list of followers could not be read, because we do not know its label yet: ${labels}. Who stands there is missing from the figures, and counts as lost where an earlier export has them.`
    : say`${withCommas(one.skippedByLabel)} entries of the list of followers could not be read, because we do not know their label yet: ${labels}. Who stands there is missing from the figures, and counts as lost where an earlier export has them.`;
}

const lacksFollowers = (one: Import) => lacksByLabel(one.counts.followers, one.skippedByLabel);

/** Whether it is a range by the export's own word. */
const isSaid = ({ evidence }: Import) => evidence?.kind.startsWith("said-") === true;

/** Whether a problem follows from the followers whose label nobody knows: no other reason is guessed. */
function isOfLabels(code: ImportProblem, one: Import): boolean {
  return (
    lacksFollowers(one) && (code === "needs-count" || (code === "partial-range" && !isSaid(one)))
  );
}

/** The words of the field for the number of followers, where the page asks for it. */
function countOf({ state, problems }: Import) {
  if (state !== "held" || !problems.includes("needs-count")) return undefined;
  const { label, optional, hint } = words.count;
  return { label: problems.includes("partial-range") ? optional : label, hint };
}

/** A problem in a sentence, with its figures. */
function sentence(
  code: ImportProblem,
  { counts, readings, followersShown, isSeveral }: Import,
): string {
  const { text, first, shown, several } = words.problems[code];
  if (isSeveral && several) return several;
  const figures: Record<string, number | null | undefined> = {
    followers: counts.followers,
    before: readings?.before,
    lost: readings?.whole.changes?.lost,
    shown: followersShown,
  };
  const isKnown = !/\{(before|lost)\}/.test(text) || readings?.before != null;
  const isBelow = followersShown !== null && counts.followers < followersShown;
  const otherwise = (isBelow && shown) || first || text;
  const written = Object.entries(figures).map(([name, value]) => [name, withCommas(value ?? 0)]);
  return fillNamed(isKnown ? text : otherwise, Object.fromEntries(written));
}

/** Why it counts as whole, or is doubted; undefined where nobody has judged it. */
function wholenessOf(one: Import): string | undefined {
  const { state, evidence, problems, counts, followersShown } = one;
  if (state !== "held" && state !== "used") return undefined;
  // While the page asks whether it is cut, an earlier decision has not said it.
  const isAsked = state === "held" && pressesOf(one).includes("whole");
  const decision = isAsked ? null : one.decision;
  const { kinds, longer, whole, shown, range } = words.evidence;
  const isCut = !isWholeList(one);
  if (decision === "whole") return whole;
  const date = (seconds: number | null) => (seconds === null ? "" : formatDate(seconds * 1_000));
  if (decision === "use" && isCut) {
    const { from, to } = one.window;
    // A range may have no beginning, or end before the export was taken: each end that it has is said.
    const isOpen = isWholeList({ ...one, window: { ...one.window, from: allTime.from } });
    return allOf(
      from !== allTime.from && fillNamed(range, { at: date(from) }),
      !isOpen && fillNamed(kinds["said-to"], { at: date(to) }),
    ).join(" ");
  }
  if (lacksFollowers(one) && !isSaid(one)) return undefined;
  const isCounted = followersShown !== null && isBorneOut(counts.followers, followersShown);
  const found = decision === "use" && isCounted ? "count" : evidence?.kind;
  const kind = found === "count" && !isCounted ? "nothing" : found;
  const figures: Record<string, string> = {
    // Older versions wrote none for a list without any follow that has a time.
    at: date(evidence?.at ?? secondsOf(one.takenAt)),
    than: date(evidence?.than ?? null),
    followers: withCommas(counts.followers),
    shown: withCommas(followersShown ?? 0),
  };
  const isLonger = kind === "count" && counts.followers > (followersShown ?? 0);
  // The number that was asked for fits, though it is no proof (rules/decision.ts).
  const isSettled =
    decision === "use" && followersShown !== null && problems.includes("needs-count");
  if (isSettled && kind !== "count") return fillNamed(shown, figures);
  return kind && fillNamed(isLonger ? longer : kinds[kind], figures);
}

function countSentence({ finding, counted, countedAt, listed }: CountCheck): string {
  const figures: Record<string, string> = {
    counted: withCommas(counted),
    date: formatDate(countedAt),
    listed: withCommas(listed),
    difference: withCommas(Math.abs(counted - listed)),
  };
  const one = Math.abs(counted - listed) === 1 ? words.counted[finding].one : undefined;
  const text = one ?? words.counted[finding].text;
  return fillNamed(text, figures);
}

/** Counts of what changed, with the category's page where that shows the same people. Undefined for one that is not in use, and for the first. */
function changesOf({ changes, isNewest }: ShownImport) {
  if (!changes) return undefined;
  return changeKeys.map((key) => ({
    key,
    label: words.readings[key],
    count: changes[key],
    address: isNewest && changes[key] > 0 ? addresses.category(categoryOfChange[key]) : undefined,
  }));
}

/** What was found besides the two lists that are counted. */
const partsOf = ({ found }: Import): string[] =>
  found
    .filter((part) => part !== "followers" && part !== "following")
    .map((part) => (part === "favorites" ? say`favorites` : words.parts[part]));

/** What would follow from each way of reading an import. */
function columnsOf({ import: { state, readings } }: ShownImport) {
  // For a first export, both readings give just what it lists.
  if (state !== "held" || !readings || readings.before === null) return [];
  const { presses } = words;
  const { range, whole } = readings;
  const shown = range
    ? ([
        [presses.useRange.short, range],
        [presses.whole.short, whole],
      ] as const)
    : ([[presses.use.short, whole]] as const);
  // Rare, and therefore a row only where there are some.
  const isUnclear = shown.some(([, { changes }]) => changes && changes.unclear > 0);
  const rows = isUnclear ? ([...changeKeys, "unclear"] as const) : changeKeys;
  return shown.map(([title, { known, changes }]) => ({
    title,
    facts: [
      { label: words.readings.known, value: withCommas(known) },
      ...(changes
        ? rows.map((key) => ({ label: words.readings[key], value: withCommas(changes[key]) }))
        : []),
    ],
  }));
}

const changeKeys = ["new", "lost", "renamed", "returned", "refollowed"] as const;

function foundIn({ takenAt, account, counts, found, unreadable }: Import) {
  const notRead = Object.values(unreadable).reduce((sum, count) => sum + count, 0);
  const facts: [string, string | number | null][] = [
    [say`Taken on`, formatDate(takenAt)],
    [say`Account`, account],
    // Without their file nobody has counted them.
    [say`Followers`, found.includes("followers") ? counts.followers : null],
    [say`Following`, counts.following],
    [say`Followers and following without a username`, counts.skipped || null],
    [say`Other entries that could not be read`, notRead || null],
  ];
  return facts.flatMap(([label, value]) =>
    value === null ? [] : [{ label, value: typeof value === "number" ? withCommas(value) : value }],
  );
}

function wordsOf(press: ImportPress, { state, problems }: Import) {
  const { presses } = words;
  if (press === "discard") return state === "used" ? presses.discardUsed : presses.discard;
  if (press === "whole") return presses.whole;
  if (problems.includes("partial-range")) return presses.useRange;
  return problems.includes("needs-count") ? presses.useCount : presses.use;
}
