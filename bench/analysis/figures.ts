import type { CategoryKey, Profile } from "../../app/features/analysis/profile.ts";
import { emptyProfile } from "../../app/features/analysis/profile.ts";
import { readExport } from "../../app/features/export/read-export.ts";
import { followersSeries } from "../../app/features/growth/followers.ts";
import { backBetween, gainedBy, leftBetween } from "../../app/features/growth/gained-and-left.ts";
import { survivalByMonth } from "../../app/features/growth/survival.ts";
import type { AccountReading } from "../../app/features/history/account-reading.ts";
import { keptOf } from "../../app/features/history/kept-lists.ts";
import { weeklyNews } from "../../app/features/letters/rules/weekly-news.ts";
import { highlightsOf } from "../../app/features/report/rules/cover.ts";
import { monthTable } from "../../app/features/report/rules/months.ts";
import { withCommas } from "../../app/platform/values/numbers.ts";
import { type Chance, chanceFrom } from "../../sandbox/histories/chance.ts";
import { type Commenter, commentersOf } from "../../sandbox/histories/commenters.ts";
import { type Form, forms } from "../../sandbox/histories/export-options.ts";
import { exportZips } from "../../sandbox/histories/export-zip.ts";
import { type History, makeHistory } from "../../sandbox/histories/history.ts";
import { usernameOf } from "../../sandbox/histories/names.ts";
import { courseOf, type Said, type UsedExport } from "./course.ts";
import { Followed, type Look } from "./followed.ts";

// The figures of growth, report, analytics and weekly letter of one account, against each other and the generator's log.

const day = 86_400;
const zones = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Chatham"];

export interface Account {
  history: History;
  looks: Look[];
  form: Form;
  timeZone: string;
  commenters: Commenter[];
}

/**
 * The history with this seed, full of returns, refollows and renames: 2 to 6 exports, a week to three months apart, the
 * first of all time mostly, and of the others every second of a range.
 */
export function accountOf(seed: number): Account {
  const chance = chanceFrom(seed * 11 + 3);
  const gaps = Array.from({ length: 2 + chance.below(5) }, () => 7 + chance.below(84));
  const days = gaps.reduce((sum, gap) => sum + gap, 0);
  const history = makeHistory({
    seed,
    followers: Math.round(20 * 12 ** chance.next()),
    following: 20,
    days,
    accountAgeDays: days + 90 + chance.below(900),
    postsPerWeek: 0.2,
    rates: {
      ...{ follow: 0.006, unfollow: 0.005, refollowShare: 0.35, rename: 0.003, vanish: 0.0025 },
      ...{ returnShare: 0.8, nameTakenShare: 0 },
    },
  });
  let passed = 0;
  const looks = gaps.map((gap, index) => {
    passed += gap;
    const at = history.start + passed * day - chance.below(day);
    const takenAt = at + chance.below(2 * day);
    return {
      at,
      takenAt,
      from: isWhole(chance, index) ? 0 : takenAt - (30 + chance.below(60)) * day,
    };
  });
  return {
    history,
    looks,
    form: forms[seed % forms.length] ?? "A",
    timeZone: zones[seed % zones.length] ?? "UTC",
    commenters: commentersOf(history, seed),
  };
}

const isWhole = (chance: Chance, index: number) => chance.next() < (index === 0 ? 0.85 : 0.5);

/** Two follows of one second cannot be told apart by anybody. */
export function hasSharedSeconds({ history }: Account): boolean {
  const seconds = new Set<number>();
  for (const { kind, at } of history.log.between(0, history.end))
    if (kind === "follow" && seconds.size === seconds.add(at).size) return true;
  return false;
}

async function importedOf({ history, looks, form }: Account): Promise<UsedExport[]> {
  const exports: UsedExport[] = [];
  for (const { at, takenAt, from } of looks) {
    const sections = ["connections", "account"] as const;
    const range = from > 0 ? { from } : ("all-time" as const);
    const zips = exportZips(history, at, { form, takenAt, range, stored: true, sections });
    const window = { from, to: Number.POSITIVE_INFINITY };
    const kept = keptOf(await readExport(inTurn(zips)));
    exports.push({ takenAt: takenAt * 1_000, window, kept });
  }
  return exports;
}

async function* inTurn<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

const readingOf = ({ history, commenters }: Account): AccountReading => ({
  readAt: history.end * 1_000,
  username: "owner",
  followers: null,
  following: null,
  posts: [
    {
      ...{
        id: "1",
        kind: "post",
        postedAt: history.start * 1_000,
        permalink: null,
        pictureUrl: null,
      },
      ...{ likes: 1, comments: commenters.length, figures: {}, readAt: history.end * 1_000 },
      commenters: commenters.map(({ username, comments }) => [username, comments] as const),
    },
  ],
  hasCommenters: true,
  followerCounts: [],
  reach: [],
});

/** A figure, where it is shown, what it is there and what the log says. */
export interface Compared {
  figure: string;
  shown: unknown;
  told: unknown;
}

/** Every figure that is shown in several places or follows from the log, each with what it should be. */
export async function comparedFigures(account: Account): Promise<Compared[]> {
  const said = await courseOf(await importedOf(account), { reading: readingOf(account) });
  const told = new Followed(account.history, account.looks);
  return [
    ...counts(said, told),
    ...changes(said, told),
    ...series(said, told, account),
    ...commenters(said, told, account),
  ];
}

function counts({ growth, people, profile }: Said, told: Followed): Compared[] {
  const { exported, reconstructed } = followersSeries(growth);
  const last = told.sizes.at(-1) ?? 0;
  const shownProfile = profileIn(profile);
  const known = { growth, profile: shownProfile };
  const letter = weeklyNews(known, null, {
    now: growth.exports?.imports.at(-1)?.takenAt ?? 0,
    week: 0,
  });
  const cover = highlightsOf(reportOf(known, "UTC"))[0];
  const first = told.first;
  const lineOf = (at: number) =>
    (first?.seconds ?? []).filter((second) => second * 1_000 < at).length;
  return [
    is(
      "followers: growth",
      exported.map(({ followers }) => followers),
      told.sizes,
    ),
    is("followers: analytics", (people.friends?.length ?? 0) + (people.fans?.length ?? 0), last),
    is("followers: report", cover?.value, withCommas(last)),
    is(
      "followers: report says which",
      cover?.label,
      told.isWhole ? "Followers" : "Known followers",
    ),
    is("followers: letter", letter?.latest?.followers, last),
    is(
      "followers: the line before the first export",
      reconstructed.map(({ followers }) => followers),
      reconstructed.map(({ at }) => lineOf(at)),
    ),
    is("followers: there is a line", reconstructed.length > 0, first !== undefined),
  ];
}

function changes({ growth, profile, changes: kept, people }: Said, told: Followed): Compared[] {
  const imports = growth.exports?.imports ?? [];
  const last = told.changes.at(-1) ?? undefined;
  const shown = profileIn(profile);
  const letter = weeklyNews({ growth, profile: shown }, null, {
    now: imports.at(-1)?.takenAt ?? 0,
    week: 0,
  });
  const withoutUnseen = told.changes.map((one) => one && { ...one, unseen: undefined, unclear: 0 });
  const losses = leftBetween(growth, always);
  const cover = new Map(
    highlightsOf(reportOf({ growth, profile: shown }, "UTC")).map(({ label, value }) => [
      label,
      value,
    ]),
  );
  const names = ["new", "lost", "renamed", "returned", "refollowed"] as const;
  const keys = {
    new: "newFollowers",
    lost: "lostFollowers",
    renamed: "renamed",
    returned: "returned",
    refollowed: "refollowed",
  } as const;
  return [
    is(
      "changes: growth",
      imports.map((one) => one.changes),
      withoutUnseen,
    ),
    is(
      "changes: import pages",
      imports.map((_, index) => kept[index]),
      withoutUnseen,
    ),
    ...names.flatMap((name) => [
      is(`changes: analytics, ${name}`, people[keys[name]]?.length, last?.[name]),
    ]),
    is("changes: report, new", cover.get("New followers"), withCommas(last?.new ?? 0)),
    is("changes: report, lost", cover.get("Lost followers"), withCommas(last?.lost ?? 0)),
    is("changes: letter, new", letter?.people?.came?.total, last?.new),
    is("changes: letter, lost", letter?.people?.left?.total, last?.lost),
    is(
      "changes: left in growth",
      imports.map(({ takenAt }) =>
        sum(losses.filter(({ to }) => to === takenAt).map(({ left }) => left)),
      ),
      told.changes.map((one) => one?.lost ?? 0),
    ),
    is(
      "changes: back in growth",
      sum(backBetween(growth, always).map(({ returned }) => returned)),
      sum(told.changes.map((one) => one?.returned ?? 0)),
    ),
    is(
      "changes: net is the change of the count",
      told.sizes.slice(1).map((size, index) => size - (told.sizes[index] ?? 0)),
      imports.slice(1).map(({ changes: one }, index) => {
        const unseen = told.changes[index + 1]?.unseen ?? 0;
        return one && one.new + one.returned + unseen - one.lost;
      }),
    ),
  ];
}

function series(
  { growth, profile }: Said,
  told: Followed,
  { timeZone, looks }: Account,
): Compared[] {
  const newest = (looks.at(-1)?.takenAt ?? 0) * 1_000;
  const seconds = [...told.stayed, ...told.left].filter((second) => second * 1_000 < newest);
  const nameIn = (at: number) => monthIn(at, timeZone);
  const bars = (period: "week" | "month", name: (at: number) => string) =>
    Object.fromEntries(
      gainedBy(period, growth, always, timeZone)
        .filter(({ gained }) => gained > 0)
        .map(({ from, gained }) => [name(from), gained]),
    );
  const months = survivalByMonth(growth, always, timeZone);
  const came = countBy(seconds, nameIn);
  const stayed = countBy(told.stayed, nameIn);
  const known = { growth, profile: profileIn(profile, newest) };
  const rows = monthTable(reportOf(known, timeZone))?.rows ?? [];
  return [
    is(
      "series: per week, in the zone",
      bars("week", (at) => mondayIn(at, timeZone)),
      countBy(seconds, (at) => mondayIn(at, timeZone)),
    ),
    is("series: per month, in the zone", bars("month", nameIn), came),
    is(
      "series: who stayed",
      months.map((month) => [month.came, month.stayed]),
      months.map(({ from }) => [came[nameIn(from)] ?? 0, stayed[nameIn(from)] ?? 0]),
    ),
    is(
      "series: months of the report",
      rows.map(([name = "", , gained]) => [name, gained]),
      rows.map(([name = "", , gained]) => [
        name,
        gained === "–" ? "–" : withCommas(came[name] ?? 0),
      ]),
    ),
  ];
}

/**
 * Who follows, or did, or is followed by the subscriber, under one of the names that the exports have shown without a
 * break. Nobody's name is somebody else's.
 */
function commenters({ people, profile }: Said, told: Followed, account: Account): Compared[] {
  const strangers = new Set<string>();
  const commented = new Set<string>();
  const groups = [
    ...[...told.known.values(), ...told.gone.map(({ known }) => known)].map(({ names }) => names),
    ...told.strayed.map(({ known }) => known.names),
    ...namesOfFollowed(account),
  ];
  const ages = new Map<string, number>();
  for (const { nameNumber } of account.history.log.between(0, account.history.end)) {
    const name = usernameOf(nameNumber);
    if (!ages.has(name)) ages.set(name, ages.size);
  }
  for (const { username } of account.commenters) {
    const names = new Set([username]);
    for (let before = 0; before < names.size; ) {
      before = names.size;
      for (const group of groups)
        if ([...group].some((name) => names.has(name))) for (const name of group) names.add(name);
    }
    // Who followed anew may be known under an old name beside the present one.
    const last = [...names].sort((one, other) => (ages.get(other) ?? 0) - (ages.get(one) ?? 0));
    const there = last.find((name) => told.known.has(name));
    if (told.known.has(username)) commented.add(username);
    if (there !== undefined) commented.add(there);
    else strangers.add(last[0] ?? username);
  }
  const silent = [...told.known.keys()].filter((name) => !commented.has(name));
  const notes = (profile as { _notes: Record<string, string> })._notes;
  return [
    is("commenters: inactive followers", people.inactiveFollowers?.toSorted(), silent.toSorted()),
    told.isWhole
      ? is("commenters: secret fans", people.secretFans?.toSorted(), [...strangers].toSorted())
      : is("commenters: secret fans are not told", notes.secretFans, "needs-export"),
  ];
}

/** The names of each whom the subscriber follows, as far as the exports show that follow without a break. */
function namesOfFollowed({ history, looks }: Account): Set<string>[] {
  const found: Set<string>[] = [];
  const last = new Map<number, { since: number; names: Set<string> }>();
  for (const { at } of looks) {
    const state = history.stateAt(at);
    for (let person = 0; person < state.size; person += 1) {
      const since = state.isHidden(person) ? 0 : state.followedSince(person);
      const before = last.get(person);
      last.delete(person);
      if (since === 0) continue;
      const names = before?.since === since ? before.names : new Set<string>();
      if (names.size === 0) found.push(names);
      names.add(usernameOf(state.nameNumberOf(person)));
      last.set(person, { since, names });
    }
  }
  return found;
}

/** How many commenters follow in truth and are called strangers all the same: no export shows that they took a new name. */
export function wrongStrangers({ history, looks, commenters: all }: Account): number {
  const told = new Followed(history, looks);
  if (!told.isWhole) return 0;
  const people = new Set([...told.known.values()].map(({ person }) => person));
  return all.filter(
    ({ person, username }) =>
      person !== null &&
      people.has(person) &&
      ![...told.known.values()].some(({ names }) => names.has(username)),
  ).length;
}

const is = (figure: string, shown: unknown, should: unknown): Compared => ({
  figure,
  shown,
  told: should,
});
const always = { from: 0, to: 4e12 };
const sum = (counted: readonly number[]) => counted.reduce((total, count) => total + count, 0);

function countBy(seconds: readonly number[], name: (at: number) => string) {
  const found: Record<string, number> = {};
  for (const second of seconds)
    found[name(second * 1_000)] = (found[name(second * 1_000)] ?? 0) + 1;
  return found;
}

const formats = new Map<string, Intl.DateTimeFormat>();
function formatIn(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([timeZone, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat("en-US", { timeZone, ...options });
  formats.set(key, format);
  return format;
}

const monthIn = (at: number, timeZone: string): string =>
  formatIn(timeZone, { month: "short", year: "numeric" }).format(at);

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** The date of the Monday of a week as a calendar in the zone has it. */
function mondayIn(at: number, timeZone: string): string {
  const weekday = formatIn(timeZone, { weekday: "short" }).format(at);
  const date = formatIn(timeZone, { dateStyle: "short" }).format(at);
  const monday = Date.parse(`${date} UTC`) - weekdays.indexOf(weekday) * day * 1_000;
  return new Date(monday).toISOString().slice(0, 10);
}

/** The stored profile as pages read it: what the figures need of it. */
function profileIn(stored: Said["profile"], updatedAt?: number): Profile {
  const { _calculatedData: data } = stored as {
    _calculatedData: Record<
      "audience" | "other",
      Record<string, { totalValue: number | null; items: { username: string }[] }>
    >;
  };
  const categories = (
    group: Record<string, { totalValue: number | null; items: { username: string }[] }>,
  ) =>
    Object.fromEntries(
      Object.entries(group).map(([key, { totalValue, items }]) => [
        key as CategoryKey,
        { total: totalValue, people: items },
      ]),
    );
  return {
    ...emptyProfile,
    source: "built-in",
    status: "completed",
    updatedAt,
    audience: categories(data.audience),
    other: categories(data.other),
  };
}

const reportOf = (known: Pick<Said, "growth"> & { profile: Profile }, timeZone: string) => ({
  language: "en" as const,
  ...known,
  timeZone,
  knowing: { mayImport: true, mayConnect: true, hasExport: true, isConnected: false },
  people: {},
  paper: "a4" as const,
  operator: "",
  rates: {
    source: "",
    year: 0,
    other: { source: "", year: 0, lowestPercent: 0, highestPercent: 0, by: "" },
  },
});
