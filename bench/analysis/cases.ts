import { type Chance, chanceFrom } from "../../sandbox/histories/chance.ts";
import type { DailyRates } from "../../sandbox/histories/daily-life.ts";
import {
  type ExportOptions,
  type Form,
  forms,
  type RangeName,
} from "../../sandbox/histories/export-options.ts";
import { type History, makeHistory } from "../../sandbox/histories/history.ts";

/** An export that a subscriber of a generated history imports. */
export interface Sent {
  /** Epoch seconds: the moment that is written, and when Instagram had it ready. */
  at: number;
  takenAt: number;
  range: RangeName | { from: number };
  options: Partial<ExportOptions>;
  /** The count on the profile, if the subscriber looks it up. */
  followersShown: number | undefined;
}

export interface Case {
  kind: CaseKind;
  history: History;
  /** In the order of time. */
  sent: Sent[];
  /** Indices of `sent` in the order in which they are uploaded. */
  uploads: number[];
}

const day = 86_400;
const ranges: RangeName[] = [
  "last-3-years",
  "last-year",
  "last-3-months",
  "last-month",
  "last-week",
];

interface Kind {
  form: (chance: Chance) => Form;
  /** What else the exports are like. @param index of the export, from 0 */
  options?: (chance: Chance, index: number, takenAt: number) => Partial<ExportOptions>;
  /** Only the parts that most people tick: nothing tells when the account was made. */
  listsOnly?: boolean;
  /** How old the accounts are at least. */
  leastAgeDays?: number;
  /** @param index of the export, from 0 */
  range: (chance: Chance, index: number, takenAt: number) => Sent["range"];
  /** Whether the export says what it was asked for. */
  rangeFile: boolean;
  emptyShare?: number;
  looksUpCount?: boolean;
  anyOrder?: boolean;
}

const anyForm = (chance: Chance): Form => forms[chance.below(forms.length)] ?? "A";
const offered = (chance: Chance): RangeName => ranges[chance.below(ranges.length)] ?? "last-year";
const always = (form: Form) => () => form;
const whole = () => "all-time" as const;
const own = (chance: Chance, takenAt: number) => ({
  from: takenAt - (20 + chance.below(900)) * day,
});

/** What the bench goes through in turn. */
const kinds = {
  "whole, form of 2022": { form: always("2022"), range: whole, rangeFile: false },
  "whole, form A": { form: always("A"), range: whole, rangeFile: false },
  "whole, form B": { form: always("B"), range: whole, rangeFile: true },
  "whole, form C": { form: always("C"), range: whole, rangeFile: true },
  "whole, B, a tenth without a time": {
    form: always("B"),
    range: whole,
    rangeFile: false,
    emptyShare: 0.1,
  },
  "ranges, the file says so": { form: anyForm, range: offered, rangeFile: true },
  "whole, then ranges; the file says so": {
    form: anyForm,
    range: (chance, index) => (index === 0 ? "all-time" : offered(chance)),
    rangeFile: true,
  },
  "whole and ranges in any order": {
    form: anyForm,
    range: (chance) => (chance.next() < 0.5 ? "all-time" : offered(chance)),
    rangeFile: true,
    anyOrder: true,
  },
  "whole, then ranges; no word of it": {
    form: anyForm,
    range: (chance, index) => (index === 0 ? "all-time" : offered(chance)),
    rangeFile: false,
  },
  "the same with an own range": {
    form: anyForm,
    range: (chance, index, takenAt) => (index === 0 ? "all-time" : own(chance, takenAt)),
    rangeFile: false,
  },
  "ranges from the first on; no word of it": { form: anyForm, range: offered, rangeFile: false },
  "the same, count looked up": {
    form: anyForm,
    range: offered,
    rangeFile: false,
    looksUpCount: true,
  },
} satisfies Record<string, Kind>;

const thenRanges: Kind["range"] = (chance, index) => (index === 0 ? "all-time" : offered(chance));
const thenWhole = (days: number) => (_: Chance, index: number, takenAt: number) =>
  index === 0 ? { from: takenAt - days * day } : ("all-time" as const);
/** The midnight before this time, so many hours from UTC. */
const midnightOf = (time: number, zone: number) =>
  Math.floor((time + zone * 3_600) / day) * day - zone * 3_600;
const zones = [-12, -10, -7, -5, 2, 5.5, 9, 14];
/** One for each history, as a person lives in one zone. */
const zoneOf = (takenAt: number) => zones[Math.floor(takenAt / day) % zones.length] ?? 0;
const listsOnly = { form: anyForm, rangeFile: false, listsOnly: true };
/** A cut of less than 90 days of an account's life is not asked about (docs/product.md#problems). */
const ofYears = { ...listsOnly, leastAgeDays: 800 };

/** Request files that are old, lie, or speak of days in another zone; first exports that are cut; times that many share. */
const trustKinds = {
  "ranges, an old request of all time": {
    form: anyForm,
    range: thenRanges,
    rangeFile: true,
    options: () => ({ request: { daysBefore: 400, says: {} } }),
  },
  "ranges, a lying request of all time": {
    form: anyForm,
    range: thenRanges,
    rangeFile: true,
    options: () => ({ request: { says: {} } }),
  },
  "ranges by days of another zone": {
    form: anyForm,
    range: (chance, index, takenAt) =>
      index === 0 ? "all-time" : { from: midnightOf(own(chance, takenAt).from, zoneOf(takenAt)) },
    rangeFile: true,
    options: (_, __, takenAt) => ({ request: { zone: zoneOf(takenAt) } }),
  },
  "whole, an old request of a range": {
    form: anyForm,
    range: whole,
    rangeFile: true,
    options: (_, __, takenAt) => ({
      request: { daysBefore: 400, says: { from: takenAt - 700 * day } },
    }),
  },
  "whole, a lying request of a range": {
    form: anyForm,
    range: whole,
    rangeFile: true,
    options: (chance, _, takenAt) => ({ request: { says: own(chance, takenAt) } }),
  },
  "whole, lists only": { ...listsOnly, range: whole },
  "first cut to a year, lists only": { ...ofYears, range: thenWhole(365) },
  "first cut to six months, lists only": { ...ofYears, range: thenWhole(182) },
  "first cut to 30 days, lists only": { ...ofYears, range: thenWhole(30) },
  "whole, times to the hour": {
    form: anyForm,
    range: whole,
    rangeFile: false,
    options: () => ({ secondsTo: 3_600 }),
  },
} satisfies Record<string, Kind>;

const allKinds: Record<CaseKind, Kind> = { ...kinds, ...trustKinds };
export type CaseKind = keyof typeof kinds | keyof typeof trustKinds;
export const caseKinds = Object.keys(kinds) as (keyof typeof kinds)[];
export const trustCaseKinds = Object.keys(trustKinds) as (keyof typeof trustKinds)[];

/** The history with this seed, and what its subscriber imports: 2 to 5 exports, a week to four months apart. */
export function makeCase(
  seed: number,
  mostFollowers = 1_500,
  kind: CaseKind = caseKinds[seed % caseKinds.length] ?? "whole, form A",
  rates: Partial<DailyRates> = {},
): Case {
  const {
    form,
    range,
    rangeFile,
    emptyShare = 0,
    looksUpCount,
    anyOrder,
    ...more
  } = allKinds[kind];
  const chance = chanceFrom(seed * 7 + 1);
  const count = 2 + chance.below(4);
  const gaps = Array.from({ length: count }, () => 7 + chance.below(110));
  const days = gaps.reduce((sum, gap) => sum + gap, 0);
  const followers = Math.round(20 * (mostFollowers / 20) ** chance.next());
  const history = makeHistory({
    seed,
    followers,
    following: Math.round(followers * (0.2 + chance.next())),
    days,
    accountAgeDays: days + 60 + (more.leastAgeDays ?? 0) + chance.below(3_000),
    postsPerWeek: 0.2,
    rates,
  });
  let passed = 0;
  const sent = gaps.map((gap, index): Sent => {
    passed += gap;
    const at = history.start + passed * day - chance.below(day);
    const takenAt = at + chance.below(2 * day);
    const asked = range(chance, index, takenAt);
    return {
      at,
      takenAt,
      range: asked,
      followersShown: looksUpCount ? history.stateAt(at).shownFollowers() : undefined,
      options: {
        form: form(chance),
        range: asked,
        takenAt,
        emptyShare,
        stored: true,
        sections: [
          "connections",
          "account",
          ...(more.listsOnly ? [] : (["signup"] as const)),
          ...(rangeFile ? (["requests"] as const) : []),
        ],
        ...more.options?.(chance, index, takenAt),
      },
    };
  });
  const uploads = [...sent.keys()];
  if (anyOrder) shuffle(uploads, chance);
  return { kind, history, sent, uploads };
}

function shuffle(items: number[], chance: Chance): void {
  for (let index = items.length - 1; index > 0; index -= 1) {
    const other = chance.below(index + 1);
    [items[index], items[other]] = [items[other] ?? 0, items[index] ?? 0];
  }
}
