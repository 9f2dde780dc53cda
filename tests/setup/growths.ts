import { encodeGrowth } from "../../app/features/growth/encode-growth.ts";
import type {
  CountedByInstagram,
  Growth,
  GrowthImport,
  GrowthPost,
} from "../../app/features/growth/growth.ts";
import { followTimesByDay } from "../../app/features/growth/rules/follow-times.ts";
import type { FirestoreEmulator } from "../../sandbox/systems/firestore.ts";

const day = 86_400_000;

/** A number from 0 to 1 that looks random and is always the same. */
const noise = (seed: number) => {
  const value = Math.sin(seed * 12.9898) * 43_758.5453;
  return value - Math.floor(value);
};

interface MadeUp {
  /** Exports, one a month, the newest some days before `now`. */
  imports: number;
  /** Days before the newest export of which follows are known. */
  days?: number;
  posts?: number;
  /** Days on which Instagram was read. */
  readings?: number;
  now?: number;
}

export const noChanges = {
  new: 0,
  lost: 0,
  renamed: 0,
  returned: 0,
  refollowed: 0,
  unclear: 0,
};

export const noGrowth: Growth = {
  isOtherAccount: false,
  exports: null,
  instagramCounts: [],
  reach: [],
  posts: [],
  ledger: { outcome: "needs-export" },
};

/** The growth of an invented account. Nothing in it is computed: it only has the form. */
export function madeUpGrowth({
  imports,
  days = 400,
  posts = 0,
  readings = 0,
  now = Date.now(),
}: MadeUp): Growth {
  const today = Math.floor(now / day);
  const newest = today - 3;
  const firstDay = newest - days;
  const stayed = Array.from({ length: days + 1 }, (_, at) =>
    Math.floor(noise(at) * 6 * (1 + at / days)),
  );
  const left = stayed.map((_, at) => (imports > 1 ? Math.floor(noise(at + 0.5) * 2) : 0));
  const sumTo = (end: number) =>
    stayed.slice(0, end).reduce((total, count, at) => total + count + (left[at] ?? 0), 0);
  const taken = Array.from({ length: imports }, (_, at): GrowthImport => {
    const before = imports - 1 - at;
    const on = newest - before * 30;
    const takenAt = on * day + 8 * 3_600_000;
    const lost = Math.floor(noise(at) * 30);
    const changes = { ...noChanges, lost };
    return {
      takenAt,
      followers: 900 + sumTo(Math.max(0, on - firstDay)) - at * 12,
      changes: at === 0 ? null : changes,
      losses: at === 0 ? [] : [{ from: takenAt - 30 * day, left: lost }],
      covers: { from: 0, to: takenAt / 1_000 - 3 * 86_400 },
    };
  });
  return {
    isOtherAccount: false,
    exports:
      imports === 0
        ? null
        : {
            imports: taken,
            stayed: followTimesByDay(firstDay, stayed),
            left: followTimesByDay(firstDay, left),
            gaps: [],
            firstLook: {
              takenAt: taken[0]?.takenAt ?? 0,
              firstDay,
              counts: stayed.map((count, at) => count + (left[at] ?? 0)),
              undated: 900,
            },
          },
    instagramCounts: Array.from({ length: readings }, (_, at) => ({
      at: (today - readings + at) * 86_400 + 30_000,
      followers: 900 + sumTo(days - readings + at) - imports * 12 + 14 + Math.floor(noise(at) * 9),
    })),
    reach: Array.from({ length: readings }, (_, at) => ({
      endsAt: (today - readings + at) * day,
      reach: 200 + Math.floor(noise(at + 7) * 900),
    })),
    posts: Array.from({ length: posts }, (_, at) => post(today * 86_400 - at * 190_000, at)),
    ledger: imports === 0 ? { outcome: "needs-export" } : ledger(today, posts),
    ...(readings > 0 && { counted: countedUntil(today, readings) }),
  };
}

/** What Instagram counts itself, of as many days up to yesterday. */
export function countedUntil(today: number, days: number): CountedByInstagram {
  return {
    readAt: today * day,
    followers: 900,
    isRefused: false,
    days: Array.from({ length: days }, (_, at) => ({
      startsAt: (today - days + at) * day,
      followed: Math.floor(noise(at) * 8),
      left: Math.floor(noise(at + 0.5) * 5),
    })),
    audience: {
      askedAt: (today - 2) * day,
      country: [
        { name: "DE", followers: 400 },
        { name: "BR", followers: 300 },
        { name: "XX", followers: 100 },
        ...Array.from({ length: 7 }, (_, at) => ({ name: `A${"CDEFGIL"[at]}`, followers: 1 })),
      ],
      city: [{ name: "Berlin", followers: 200 }],
      age: [
        { name: "25-34", followers: 500 },
        { name: "18-24", followers: 307 },
      ],
      gender: [
        { name: "F", followers: 500 },
        { name: "M", followers: 300 },
        { name: "U", followers: 200 },
      ],
      views: {
        ...{ from: (today - 29) * day, to: (today - 1) * day },
        ...{ followers: 600, others: 390, unknown: 10 },
      },
      isRefused: false,
    },
    reels: Array.from({ length: 6 }, (_, at) => ({
      postedAt: today * 86_400 - at * 760_000,
      permalink: `https://www.instagram.com/reel/made-up-${at}/`,
      watched: 7_400 + at * 1_000,
      skipped: at === 2 ? null : 31.4,
    })),
  };
}

function post(postedAt: number, at: number): GrowthPost {
  const isEvening = at % 3 === 0;
  const likes = Math.floor(80 + noise(at) * 160 + (isEvening ? 90 : 0));
  return {
    kind: at % 4 === 0 ? "reel" : "post",
    postedAt,
    permalink: `https://www.instagram.com/p/made-up-${at}/`,
    likes: at % 17 === 5 ? null : likes,
    comments: Math.floor(noise(at + 0.3) * 30),
    saves: at % 5,
    shares: at % 7,
    reach: at % 2 === 0 ? likes * 11 : null,
    follows: null,
    rate: at % 17 === 5 ? null : likes / 50,
  };
}

function ledger(today: number, posts: number): Growth["ledger"] {
  if (posts < 20) return { outcome: "too-few", weeks: 57, posts, follows: 900 };
  return {
    outcome: "tested",
    freeTimes: 90,
    posts: Array.from({ length: posts }, (_, at) => ({
      kind: at % 4 === 0 ? ("reel" as const) : ("post" as const),
      postedAt: today * 86_400 - at * 190_000,
      came: at === 3 ? 41 : Math.floor(noise(at) * 12),
      usual: 6.4,
      chance: at === 3 ? 0.0002 : 0.2 + noise(at) * 0.7,
      standsOut: at === 3,
    })),
  };
}

/** Gives a sandbox's Firestore an analysis that has a growth and names nobody. */
export function writeGrowth(firestore: FirestoreEmulator, uid: string, growth: Growth): void {
  for (const [path, document] of Object.entries(documentsOf(uid, growth)))
    firestore.write(path, document);
}

function documentsOf(uid: string, growth: Growth): Record<string, object> {
  // The app keeps what it has read of a generation.
  const generation = crypto.randomUUID();
  const owner = `${uid}-${generation}`;
  const now = Date.now();
  const pieces = encodeGrowth(growth);
  const sources = {
    ...(growth.exports && { export: { takenAt: growth.exports.imports.at(-1)?.takenAt } }),
    ...(growth.posts.length > 0 && {
      connection: { readAt: now, account: "made.up", hasCommenters: true, isOtherAccount: false },
    }),
  };
  return {
    ...Object.fromEntries(
      pieces.map((bytes, n) => [
        `analysisLists/${owner}-${n}`,
        { uid, owner, createdAt: new Date(now), bytes: Buffer.from(bytes) },
      ]),
    ),
    [`analyses/${uid}`]: {
      revision: generation,
      generation,
      computedAt: new Date(now),
      changes: {},
      pieces: pieces.length,
      index: { starts: [], categories: {} },
      growth: {
        growth: { at: 0, count: pieces.length },
        departures: { at: pieces.length, count: 0 },
      },
    },
    [`profiles/${uid}`]: {
      _source: "built-in",
      _insights: { status: "completed", recommendations: [] },
      _updatedAt: new Date(now),
      _notes: {},
      _sources: sources,
      _calculatedData: { audience: {}, other: {} },
    },
  };
}
