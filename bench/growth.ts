import { parseArgs } from "node:util";
import { windowSeconds } from "../app/domain/growth/ledger-draws.ts";
import { chanceFrom } from "../sandbox/histories/chance.ts";
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
// and how many of the posts with a planted effect are found, by its size and the number of posts.
const { values } = parseArgs({
  options: {
    accounts: { type: "string", default: "1000" },
    effective: { type: "string", default: "40" },
  },
});
const accounts = Number(values.accounts);
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
for (let index = 0; index < accounts; index += 1) {
  const options = anyAccount(index);
  const ledger = ledgerOfAccount(makeAccount(options));
  if (ledger.outcome !== "tested") continue;
  const names = ledger.posts.some(({ standsOut }) => standsOut);
  for (const row of ["all", options.course ?? "", `posts: ${options.rhythm}`]) {
    const { tested = 0, naming: before = 0 } = naming.get(row) ?? {};
    naming.set(row, { tested: tested + 1, naming: before + (names ? 1 : 0) });
  }
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

console.log(
  "Found of the posts with an effect, every fifth one; 10 follows a day. In brackets: of those named, the ones that are not within 48 hours of any with an effect",
);
const effects = [0.25, 0.5, 1, 2];
for (const postsPerWeek of [0.5, 1, 2]) {
  const rows = [20, 50, 100, 200].map((posts) => {
    const days = Math.max(90, Math.round((posts / postsPerWeek) * 7));
    const cells = effects.map((effect) => {
      const tally = { effective: 0, found: 0, named: 0, wrong: 0 };
      for (let seed = 1; seed <= Number(values.effective); seed += 1) {
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
