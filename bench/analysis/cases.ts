import { type Chance, chanceFrom } from "../../sandbox/histories/chance.ts";
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
export type CaseKind = keyof typeof kinds;
export const caseKinds = Object.keys(kinds) as CaseKind[];

/** The history with this seed, and what its subscriber imports: 2 to 5 exports, a week to four months apart. */
export function makeCase(seed: number, mostFollowers = 1_500): Case {
  const kind = caseKinds[seed % caseKinds.length] ?? "whole, form A";
  const { form, range, rangeFile, emptyShare = 0, looksUpCount, anyOrder }: Kind = kinds[kind];
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
    accountAgeDays: days + 60 + chance.below(3_000),
    postsPerWeek: 0.2,
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
          "signup",
          ...(rangeFile ? (["requests"] as const) : []),
        ],
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
