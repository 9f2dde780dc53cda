import { parseArgs } from "node:util";
import { toldLedger } from "../app/features/growth/ledger-words.ts";
import { burstsOf } from "../app/features/growth/rules/ledger.ts";
import { windowSeconds } from "../app/features/growth/rules/ledger-draws.ts";
import { chanceFrom } from "../sandbox/histories/chance.ts";
import { numberOption } from "../sandbox/number-option.ts";
import {
  type AccountOptions,
  type Course,
  courses,
  makeAccount,
  type Rhythm,
  rhythms,
} from "./growth/accounts.ts";
import { ledgerOfAccount } from "./growth/ledgers.ts";

// The ledger on generated accounts: how many without any effect name a post, by how their follows run and when they post;
// whether one single burst is shown, and in which words; and how many of the posts with a planted effect are found, by its
// size and the number of posts. Fails where a promise of docs/analysis.md#what-brought-followers is not kept.
const { values } = parseArgs({
  options: {
    accounts: { type: "string", default: "1000" },
    effective: { type: "string", default: "40" },
  },
});
const accounts = numberOption(values, "accounts");
const effective = numberOption(values, "effective");
const percent = (part: number, whole: number) =>
  whole === 0 ? "-" : `${((part / whole) * 100).toFixed(1)} %`;

const allCourses = Object.keys(courses) as Course[];
const allRhythms = Object.keys(rhythms) as Rhythm[];
const started = process.cpuUsage();

/** Any account: of 12 weeks to 4 years, 20 to 200 posts, half a follow to 30 a day. */
function anyAccount(index: number): AccountOptions {
  const chance = chanceFrom(index * 31 + 7);
  const days = 90 + chance.below(1_370);
  const postsPerWeek = 0.2 * 25 ** chance.next();
  return {
    seed: index + 1,
    days,
    followsPerDay: 0.6 * 50 ** chance.next(),
    posts: Math.round(Math.min(200, Math.max(21, (days / 7) * postsPerWeek))),
    course: allCourses[index % allCourses.length] ?? "steady",
    rhythm: allRhythms[Math.floor(index / allCourses.length) % allRhythms.length] ?? "any time",
  };
}

const naming = new Map<string, { tested: number; naming: number }>();
function lookAt(options: AccountOptions, rows: readonly string[]) {
  const ledger = ledgerOfAccount(makeAccount(options));
  if (ledger.outcome !== "tested") return;
  const names = ledger.posts.some(({ standsOut }) => standsOut);
  for (const row of rows) {
    const { tested = 0, naming: before = 0 } = naming.get(row) ?? {};
    naming.set(row, { tested: tested + 1, naming: before + (names ? 1 : 0) });
  }
}
for (let index = 0; index < accounts; index += 1) {
  const options = anyAccount(index);
  lookAt(options, ["all", options.course ?? "", `posts: ${options.rhythm}`]);
}
// Where posts are rare, the test has the most to compare with, and comes nearest to what it may.
for (let index = 0; index < accounts; index += 1) {
  const options = { ...anyAccount(index), days: 700, posts: 24, followsPerDay: 8 };
  lookAt(options, ["24 posts in two years"]);
}
console.log("Accounts without any effect that name a post");
console.table(
  Object.fromEntries(
    Array.from(naming, ([row, { tested, naming: some }]) => [
      row,
      { tested, naming: some, share: percent(some, tested) },
    ]),
  ),
);

const mostNaming = 0.1;
const broken = [...naming].filter(([, { tested, naming: some }]) => some > mostNaming * tested);
for (const [row] of broken) console.error(`More than one account in ten names a post: ${row}`);

/** Ten times the usual after one post, and nothing else in the account. */
const bursts = Object.fromEntries(
  allRhythms.map((rhythm) => {
    const tally = { accounts: 0, shown: 0, "named, too": 0, claimed: 0, "nothing stands out": 0 };
    for (let index = 0; index < 100; index += 1) {
      const options = { ...anyAccount(index), course: "steady" as const, rhythm, burst: 10 };
      const account = makeAccount(options);
      const ledger = ledgerOfAccount(account);
      const { text, aboutBursts, named } = toldLedger(ledger);
      const isNamed =
        ledger.outcome === "tested" &&
        ledger.posts.some((post) => post.standsOut && post.postedAt === account.burstAfter);
      tally.accounts += 1;
      if (burstsOf(ledger).some(({ postedAt }) => postedAt === account.burstAfter))
        tally.shown += 1;
      if (isNamed) tally["named, too"] += 1;
      const words = [aboutBursts, ...(named.length > 0 ? [] : [text])].join(" ");
      if (/coincid|caus|brought|because|thanks to|led to/i.test(words)) tally.claimed += 1;
      if (text?.includes("Nothing stands out")) tally["nothing stands out"] += 1;
    }
    return [rhythm, tally];
  }),
);
console.log("One single burst of ten times the usual, by when the owner posts");
console.table(bursts);
const isShown = Object.values(bursts).every(
  (tally) =>
    tally.shown === tally.accounts && tally.claimed === 0 && tally["nothing stands out"] === 0,
);
if (!isShown) console.error("A single burst is not shown, or something is claimed of it");
if (broken.length > 0 || !isShown) process.exitCode = 1;

console.log(
  "Found of the posts with an effect, every fifth one; 10 follows a day. In brackets: of those named, the ones that are not within 48 hours of any with an effect",
);
const effects = [0.25, 0.5, 1, 2];
for (const postsPerWeek of [0.5, 1, 2]) {
  const rows = [20, 50, 100, 200].map((posts) => {
    const days = Math.max(90, Math.round((posts / postsPerWeek) * 7));
    const cells = effects.map((effect) => {
      const tally = { effective: 0, found: 0, named: 0, wrong: 0 };
      for (let seed = 1; seed <= effective; seed += 1) {
        const account = makeAccount({ seed, days, followsPerDay: 10, posts: posts + 2, effect });
        const ledger = ledgerOfAccount(account);
        for (const { postedAt, standsOut } of ledger.outcome === "tested" ? ledger.posts : []) {
          const hasEffect = account.effective.has(postedAt);
          if (hasEffect) tally.effective += 1;
          if (standsOut) tally.named += 1;
          if (standsOut && hasEffect) tally.found += 1;
          const isNear = [...account.effective].some(
            (other) => Math.abs(other - postedAt) < windowSeconds,
          );
          if (standsOut && !isNear) tally.wrong += 1;
        }
      }
      const wrong = percent(tally.wrong, tally.named);
      return [`+${effect * 100} %`, `${percent(tally.found, tally.effective)} (${wrong})`];
    });
    return [`${posts} posts`, Object.fromEntries(cells)];
  });
  console.log(`${postsPerWeek} posts a week`);
  console.table(Object.fromEntries(rows));
}
const { user, system } = process.cpuUsage(started);
console.log(`${((user + system) / 1e6).toFixed(0)} s of processor time`);
