import words from "content:import";
import type { ChangeCounts } from "~/domain/analysis/analysis";
import { formatDate } from "~/domain/dates";
import type { CountCheck } from "~/domain/imports/count-check";
import {
  type Import,
  type Press,
  type Problem,
  pressesOf,
  type Reading,
} from "~/domain/imports/import";
import { withCommas } from "~/domain/numbers";
import type { ShownImport } from "~/services/imports/shown.server";
import { addresses } from "~/web/addresses";

/** A count of what changed, with its category's page where that shows the same people. */
export interface ShownChange {
  key: keyof typeof categories;
  label: string;
  count: number;
  address: string | undefined;
}

/** A row of words and counts. */
export interface Fact {
  label: string;
  value: string;
}

/** What would follow from one way of reading an import, or what has followed from it. */
export interface Column {
  title: string;
  facts: Fact[];
}

/** All that the page of an import shows. */
export function pageOf(shown: ShownImport) {
  const { import: one, brokenOff } = shown;
  const { title, text } = words.pages[one.state];
  return {
    state: one.state,
    changes: changesOf(shown),
    isNewest: shown.isNewest,
    heading: { title, text: brokenOff ? `${words.pages.brokenOff} ${text}` : text },
    problems: one.state === "discarded" ? [] : one.problems.map((code) => sentence(code, one)),
    parts: one.state === "held" || one.state === "used" ? partsOf(one) : [],
    columns: columnsOf(shown),
    found: one.state === "refused" || one.state === "reading" ? [] : foundIn(one),
    counted: shown.check && countSentence(shown.check),
    presses: pressesOf(one).map((press) => ({ press, ...wordsOf(press, one) })),
  };
}

/** What is odd about it, with its figures. */
function sentence(code: Problem, { counts, readings }: Import): string {
  const { text, first } = words.problems[code];
  const figures: Record<string, number | null | undefined> = {
    followers: counts.followers,
    before: readings?.before,
    lost: readings?.whole.changes?.lost,
  };
  const isKnown = !/\{(before|lost)\}/.test(text) || readings?.before != null;
  return (isKnown ? text : (first ?? text)).replace(/\{(\w+)\}/g, (_, name: string) =>
    withCommas(figures[name] ?? 0),
  );
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
  return text.replace(/\{(\w+)\}/g, (_, name: string) => figures[name] ?? "");
}

const categories = {
  new: "newFollowers",
  lost: "lostFollowers",
  renamed: "renamed",
  returned: "returned",
  refollowed: "refollowed",
} as const;

/** Undefined for one that is not in use, and for the first. */
function changesOf({ changes, isNewest }: ShownImport): ShownChange[] | undefined {
  if (!changes) return undefined;
  return changeKeys.map((key) => ({
    key,
    label: words.readings[key],
    count: changes[key],
    address: isNewest && changes[key] > 0 ? addresses.category(categories[key]) : undefined,
  }));
}

/** What was found besides the two lists that are counted. */
const partsOf = ({ found }: Import): string[] =>
  found
    .filter((part) => part !== "followers" && part !== "following")
    .map((part) => words.parts[part]);

function columnsOf({ import: { state, readings } }: ShownImport): Column[] {
  if (state !== "held" || !readings) return [];
  const { presses } = words;
  return readings.range
    ? [
        readingColumn(presses.useRange.short, readings.range),
        readingColumn(presses.whole.short, readings.whole),
      ]
    : [readingColumn(presses.use.short, readings.whole)];
}

const readingColumn = (title: string, { known, changes }: Reading): Column => ({
  title,
  facts: [
    { label: words.readings.known, value: withCommas(known) },
    ...(changes ? changeFacts(changes) : []),
  ],
});

const changeKeys = ["new", "lost", "renamed", "returned", "refollowed"] as const;

const changeFacts = (changes: ChangeCounts): Fact[] =>
  changeKeys.map((key) => ({ label: words.readings[key], value: withCommas(changes[key]) }));

function foundIn({ takenAt, account, counts, unreadable }: Import): Fact[] {
  const notRead = Object.values(unreadable).reduce((sum, count) => sum + count, 0);
  const facts: [string, string | number | null][] = [
    ["Taken on", formatDate(takenAt)],
    ["Account", account],
    ["Followers", counts.followers],
    ["Following", counts.following],
    ["Followers and following without a name", counts.skipped || null],
    ["Other entries that could not be read", notRead || null],
  ];
  return facts.flatMap(([label, value]) =>
    value === null ? [] : [{ label, value: typeof value === "number" ? withCommas(value) : value }],
  );
}

function wordsOf(press: Press, { state, problems }: Import) {
  const { presses } = words;
  if (press === "discard") return state === "used" ? presses.discardUsed : presses.discard;
  if (press === "whole") return presses.whole;
  return problems.includes("partial-range") ? presses.useRange : presses.use;
}
