import { describe, expect, test } from "vitest";
import type { ExportOptions } from "#sandbox/histories/export-options.ts";
import { type History, makeHistory } from "#sandbox/histories/history.ts";
import { visit } from "#tests/setup/app";
import { everyCase } from "#tests/setup/cases";
import {
  exportOf,
  fileOf,
  history,
  importAt,
  importInto,
  kept,
  type Member,
  newMember,
  pageAt,
  press,
  profileOf,
  type SentFile,
  withExports,
} from "#tests/setup/imports";

withExports();

const otherName = makeHistory({ ...history.options, username: "another.name" });

/** A list of followers in which every second one is missing. */
const halfTheFollowers = () => {
  const followers = [...history.stateAt(history.end).followers()]
    .filter((_, index) => index % 2 === 0)
    .map(({ username: value, since: timestamp }) => ({ string_list_data: [{ value, timestamp }] }));
  return [fileOf("followers_1.json", JSON.stringify(followers))];
};

interface Case {
  problem: string;
  /** Days before the end of the history. */
  at?: number;
  options?: Partial<ExportOptions>;
  fields?: Record<string, string>;
  of?: History;
  files?: () => SentFile[];
  words: string;
}

const shown = (count: number) => ({ followersShown: String(count) });

const cases: Case[] = [
  { problem: "other-account", of: otherName, words: "of another account" },
  { problem: "partial-range", options: { range: "last-year" }, words: "asked for as 'last year'" },
  { problem: "count-mismatch", fields: shown(400), words: "more than 10% off" },
  { problem: "mass-loss", files: halfTheFollowers, words: "followers would be gone" },
  { problem: "older-than-last", at: 40, words: "older than the newest one" },
];

const heldCase = async ({ at = 0, options = {}, of = history, files }: Case) =>
  files ? files() : exportOf(at, options, of);

// Of the others holds.test.ts has the rules; import-count.test.ts has one of too low a count, and below one is older, and one
// of another account.
const others = ["other-account", "count-mismatch", "mass-loss", "older-than-last"];
const tried = everyCase ? cases : cases.filter(({ problem }) => !others.includes(problem));

describe.each(tried)("$problem", (held) => {
  const { problem, fields = {}, words } = held;

  test("is asked about, changes nothing until then, and is used when the subscriber says so, once", async () => {
    const member = await newMember();
    await importInto(member, await exportOf(30));
    const before = await profileOf(member);
    const one = await importInto(member, await heldCase(held), fields);
    expect(one).toMatchObject({ state: "held", changes: null });
    expect(one.problems).toContain(problem);
    expect(await profileOf(member)).toEqual(before);
    const page = await pageAt(member, `/dashboard/import/${one.id}`);
    expect(page).toContain("Please look at this first");
    expect(page).toContain(words);
    expect(await kept(member)).toMatchObject({ imports: 2, importPieces: 2 });

    await press(member, one.id, "discard");
    expect(await importAt(member, `/dashboard/import/${one.id}`)).toMatchObject({
      state: "discarded",
    });
    expect(await profileOf(member)).toEqual(before);
    expect(await kept(member)).toMatchObject({ imports: 2, importPieces: 1 });

    const { id } = await importInto(member, await heldCase(held), fields);
    const whole = await press(member, id, "whole");
    const isPartial = problem === "partial-range";
    expect(whole.status).toBe(isPartial ? 303 : 409);
    if (!isPartial) expect((await press(member, id, "use")).status).toBe(303);
    const used = await importAt(member, `/dashboard/import/${id}`);
    expect(used).toMatchObject({ state: "used", problems: expect.arrayContaining([problem]) });
    const profile = await profileOf(member);
    expect((await press(member, id, isPartial ? "whole" : "use")).status).toBe(303);
    expect(await profileOf(member)).toEqual(profile);
  });
});

describe("followers of whom no table knows the label of the name", () => {
  const taken = Date.parse("2026-05-10T12:00Z") / 1_000;
  /** Eighty people, the last of them under that label. */
  const eighty = (days: number, unknown: number): Parameters<typeof importInto>[1] => [
    fileOf(
      "followers_1.json",
      JSON.stringify(
        Array.from({ length: 80 }, (_, at) => ({
          timestamp: taken - (500 - at * 5) * 86_400,
          label_values: [
            { label: "Name", value: `Day ${days}` },
            { label: at < 80 - unknown ? "Username" : "Kennung", value: `name${at}` },
          ],
        })),
      ),
    ),
  ];
  const on = (days: number) => ({
    takenAt: new Date((taken + days * 86_400) * 1_000).toISOString(),
  });
  const path = (id: string) => `/dashboard/import/${id}`;

  test("are not lost without a word: the page says how many, and names the label", async () => {
    const member = await newMember();
    const first = await importInto(member, eighty(0, 0), on(0));
    expect(first).toMatchObject({ state: "used", problems: [], unknownLabels: [] });
    const one = await importInto(member, eighty(30, 20), on(30));
    expect(one).toMatchObject({
      state: "used",
      counts: { followers: 60, skipped: 20 },
      problems: [],
      changes: { lost: 20 },
      unknownLabels: [],
    });
    const told = "20 entries of the list of followers could not be read";
    const page = await pageAt(member, path(one.id));
    expect(page).toContain(`${told}, because we do not know their label yet: Kennung.`);
    expect(page).not.toMatch(/last year|All time|name\d|off the number/);
  });

  test("may be all of them: then no range is guessed, of a first export and of a later one", async () => {
    const member = await newMember();
    const first = await importInto(member, eighty(0, 80), on(0));
    expect(first).toMatchObject({ state: "held", problems: ["needs-count"] });
    const pages = [await pageAt(member, path(first.id))];
    expect((await press(member, first.id, "use")).status).toBe(400);
    await press(member, first.id, "discard");

    await importInto(member, eighty(1, 0), on(1));
    const later = await importInto(member, eighty(30, 80), on(30));
    expect(later).toMatchObject({ state: "held", unknownLabels: [] });
    expect(later.problems).toEqual(["partial-range", "mass-loss"]);
    pages.push(await pageAt(member, path(later.id)));
    for (const page of pages) {
      expect(page).toContain("80 entries of the list of followers could not be read");
      expect(page).not.toMatch(/last year|All time|A list that a range has cut/);
    }
    expect((await press(member, later.id, "use")).status).toBe(303);
    expect(await importAt(member, path(later.id))).toMatchObject({ changes: { lost: 0 } });
  });
});

describe("an export of a range", () => {
  const begin = history.end - 30 * 86_400;
  const { lost } = history.truthBetween(begin, history.end);

  async function heldRange() {
    const member = await newMember();
    await importInto(member, await exportOf(30));
    return { member, ...(await importInto(member, await exportOf(0, { range: "last-year" }))) };
  }

  test("shows both readings side by side, and loses nobody outside of it where it counts within its range", async () => {
    const { member, id, counts } = await heldRange();
    const page = await pageAt(member, `/dashboard/import/${id}`);
    const before = history.stateAt(begin).followers().size;
    expect(page).toContain(`This export holds ${counts.followers} followers; before it, ${before}`);
    expect(page).toMatch(/A range only\s+The whole list\s+Followers known/);
    expect(page).toMatch(new RegExp(`Followers known\\s+\\d+\\s+${counts.followers}\\b`));

    await press(member, id, "use");
    const { changes } = await importAt(member, `/dashboard/import/${id}`);
    const yearAgo = history.end - 365 * 86_400;
    expect(changes?.lost).toBe(lost.filter(({ since }) => since >= yearAgo).length);
    expect(await pageAt(member, "/dashboard/analytics/lostFollowers")).toContain(
      "tells only who left of those who had followed within it",
    );
  });

  test("loses all that are not in it where it is the whole list", async () => {
    const { member, id, counts } = await heldRange();
    await press(member, id, "whole");
    const { changes } = await importAt(member, `/dashboard/import/${id}`);
    const before = history.stateAt(begin).followers().size;
    expect(changes?.lost).toBeGreaterThan(before - counts.followers);
  });
});

test("after an export that shows little, nobody is not said to have left or come", async () => {
  const member = await newMember();
  const second = 86_400;
  const taken = Date.parse("2026-01-01T12:00Z") / 1_000;
  const list = (count: number) =>
    fileOf(
      "followers_1.json",
      JSON.stringify(
        Array.from({ length: count }, (_, at) => ({
          string_list_data: [{ value: `name${at}`, timestamp: taken - (count - at) * second }],
        })),
      ),
    );
  const monthOf = (takenAt: number) =>
    fileOf(
      "your_information_download_requests.json",
      JSON.stringify([
        {
          timestamp: takenAt - 3_600,
          label_values: [{ label: "Start date", timestamp_value: takenAt - 30 * second }],
        },
      ]),
    );
  const at = (seconds: number) => ({ takenAt: new Date(seconds * 1_000).toISOString() });
  const first = await importInto(member, [list(30)], { ...at(taken), followersShown: "30" });
  const [left, came] = ["tells only who left of those", "at a time that these exports do not show"];
  const pagesAfter = async (days: number) => {
    const takenAt = taken + days * second;
    const { id } = await importInto(member, [list(0), monthOf(takenAt)], at(takenAt));
    await press(member, id, "use");
    const addresses = [
      `/dashboard/import/${id}`,
      `/dashboard/analytics/compare?from=${first.id}&to=${id}`,
      "/dashboard/analytics/newFollowers",
    ];
    const pages = await Promise.all(addresses.map((address) => pageAt(member, address)));
    await press(member, id, "discard");
    return pages;
  };
  for (const [days, hasGap] of [
    [150, true],
    [29, false],
  ] as const) {
    const [imported, compared, listed] = await pagesAfter(days);
    for (const page of [imported, compared]) {
      expect(page).toContain(left);
      expect(page).not.toMatch(/Nobody came,? (or )?left/);
    }
    for (const page of [imported, compared, listed])
      if (hasGap) expect(page).toContain(came);
      else expect(page).not.toContain(came);
  }
});

test.each([
  ["a week", 7, true],
  ["a month", 31, false],
])(
  "who came in the last 30 days of a single export of %s may or may not be all",
  async (_, days, misses) => {
    const member = await newMember();
    const taken = Date.parse("2026-01-01T12:00Z") / 1_000;
    const since = taken - 2 * 86_400;
    const files = [
      fileOf(
        "followers_1.json",
        JSON.stringify([{ string_list_data: [{ value: "late", timestamp: since }] }]),
      ),
      fileOf(
        "your_information_download_requests.json",
        JSON.stringify([
          {
            timestamp: taken - 3_600,
            label_values: [{ label: "Start date", timestamp_value: taken - days * 86_400 }],
          },
        ]),
      ),
    ];
    const takenAt = new Date(taken * 1_000).toISOString();
    const { id } = await importInto(member, files, { takenAt });
    await press(member, id, "use");
    const page = await pageAt(member, "/dashboard/analytics/newFollowers");
    expect(page).toContain("late");
    const words = "at a time that these exports do not show";
    if (misses) expect(page).toContain(words);
    else expect(page).not.toContain(words);
  },
);

describe("the page says by what it is known that the list is whole, or why not", () => {
  const lists: ExportOptions["sections"] = ["connections", "account"];

  test("by the age of the account, and by the export before it", async () => {
    const member = await newMember();
    const first = await importInto(member, await exportOf(30));
    const page = await pageAt(member, `/dashboard/import/${first.id}`);
    expect(page).toMatch(
      /Is it the whole list\? Yes, by the age of your account, which was made on \w{3} \d{1,2}, \d{4}\. The oldest follower in the export is of \w{3} \d{1,2}, \d{4},/,
    );
    const { id } = await importInto(member, await exportOf(0, { sections: lists }));
    expect(await pageAt(member, `/dashboard/import/${id}`)).toContain("by the exports before it");
  });

  test("a held one says why it is doubted, and then what the subscriber has said", async () => {
    const member = await newMember();
    const range = { range: "last-year", sections: lists } as const;
    const { id, problems } = await importInto(member, await exportOf(0, range));
    expect(problems).toContain("needs-count");
    const path = `/dashboard/import/${id}`;
    expect(await pageAt(member, path)).toMatch(
      /and you have followed others since \w{3} \d{1,2}, \d{4}\. A list that a range has cut looks like that\./,
    );
    await press(member, id, "whole");
    expect(await pageAt(member, path)).toContain("You said that it is the whole list.");
  });
});

test("one that is older takes its place in time, and what follows is computed again", async () => {
  const [inOrder, reversed] = await Promise.all([newMember(), newMember()]);
  for (const days of [40, 20, 0]) await importInto(inOrder, await exportOf(days));
  await importInto(reversed, await exportOf(40));
  const last = await importInto(reversed, await exportOf(0));
  const middle = await importInto(reversed, await exportOf(20));
  expect(middle).toMatchObject({ state: "held", problems: ["older-than-last"] });
  expect(await profileOf(reversed)).not.toEqual(await profileOf(inOrder));
  await press(reversed, middle.id, "use");
  expect(await profileOf(reversed)).toEqual(await profileOf(inOrder));
  const { changes } = await importAt(reversed, `/dashboard/import/${last.id}`);
  expect(changes).not.toEqual(last.changes);
});

test("the earliest of several leads to what changed with the next one; the only one says what the next will tell", async () => {
  const member = await newMember();
  const newest = await importInto(member, await exportOf(0));
  const older = await importInto(member, await exportOf(40));
  expect(older.problems).toEqual(["older-than-last"]);
  await press(member, older.id, "use");
  const first = "This is your first import";
  const earliest = await visit(`/dashboard/import/${older.id}`, { cookie: member.cookie });
  const html = await earliest.text();
  expect(html).toContain("This is your earliest export");
  expect(html).toContain(`href="/dashboard/import/${newest.id}"`);
  expect(html).not.toContain(first);
  expect(await pageAt(member, `/dashboard/import/${newest.id}`)).not.toContain("your earliest");
  await press(member, newest.id, "discard");
  expect(await pageAt(member, `/dashboard/import/${older.id}`)).toContain(first);
});

describe("an account that has a new username", () => {
  const list = (count: number) =>
    JSON.stringify(
      Array.from({ length: count }, (_, at) => ({
        string_list_data: [{ value: `name${at}`, timestamp: 1_500_000_000 + at * 86_400 }],
      })),
    );
  const profile = (value: string) =>
    JSON.stringify({ profile_user: [{ string_map_data: { Username: { value } } }] });
  const changes = (...pairs: [string, string][]) =>
    JSON.stringify({
      profile_profile_change: pairs.map(([before, after]) => ({
        string_map_data: {
          Changed: { value: "Username" },
          "Previous Value": { value: before },
          "New Value": { value: after },
        },
      })),
    });
  const filesOf = (count: number, account: string, renames?: string) => [
    fileOf("followers_1.json", list(count)),
    fileOf("personal_information.json", profile(account)),
    ...(renames ? [fileOf("profile_changes.json", renames)] : []),
  ];
  const shownOn = (takenAt: string, count: number) => ({ takenAt, followersShown: String(count) });

  test("is no other account where one of its exports says so, then or later", async () => {
    const member = await newMember();
    const first = await importInto(member, filesOf(30, "first.name"), shownOn("2026-01-01", 30));
    expect(first).toMatchObject({ state: "used", account: "first.name" });
    const chain = changes(["second.name", "@Third.Name"], ["first.name", "second.name"]);
    const third = await importInto(
      member,
      filesOf(32, "third.name", chain),
      shownOn("2026-03-01", 32),
    );
    expect(third).toMatchObject({ state: "used", problems: [], account: "third.name" });
    expect(third.found).toContain("profileChanges");
    const between = await importInto(member, filesOf(31, "second.name"), shownOn("2026-02-01", 31));
    expect(between.problems).toEqual(["older-than-last"]);
  });

  test("is another where no export says so", async () => {
    const member = await newMember();
    await importInto(member, filesOf(30, "first.name"), shownOn("2026-01-01", 30));
    const other = await importInto(
      member,
      filesOf(32, "third.name", changes(["some.name", "third.name"])),
      shownOn("2026-03-01", 32),
    );
    expect(other.problems).toEqual(["other-account"]);
    const page = await pageAt(member, `/dashboard/import/${other.id}`);
    expect(page).toContain("If it is another account, also one of your own, discard it");
  });

  test("is analysed instead of the first once that one is taken back, and nothing of the first is in it", async () => {
    const member = await newMember();
    const first = await importInto(member, filesOf(30, "first.name"), shownOn("2026-01-01", 30));
    const other = await importInto(member, filesOf(32, "third.name"), shownOn("2026-03-01", 32));
    expect(other).toMatchObject({ state: "held", problems: ["other-account"] });
    await press(member, first.id, "discard");
    await press(member, other.id, "use");
    expect(await importAt(member, `/dashboard/import/${other.id}`)).toMatchObject({
      state: "used",
      changes: null,
    });
    expect((await profileOf(member))._sources.export.account).toBe("third.name");
  });

  describe("of which two exports are held, and one is used", () => {
    const path = (id: string) => `/dashboard/import/${id}`;
    const heldOf = async (member: Member, count: number, account: string, takenAt: string) =>
      importInto(member, filesOf(count, account), { takenAt });

    async function twoAccounts() {
      const member = await newMember();
      const first = await heldOf(member, 12, "first.name", "2026-01-01");
      const other = await heldOf(member, 13, "other.name", "2026-01-04");
      for (const { state, problems } of [first, other])
        expect({ state, problems }).toEqual({ state: "held", problems: ["needs-count"] });
      const used = await press(member, first.id, "use", { followersShown: "12" });
      expect(used.status).toBe(303);
      return { member, first, other };
    }

    test.each([
      ["use", { followersShown: "13" }],
      ["whole", {}],
    ])("'%s' on the other one leads to the question whose it is, once", async (name, fields) => {
      const { member, other } = await twoAccounts();
      const before = await profileOf(member);
      const asked = { ...fields, asked: "needs-count" };
      // The second press is that of somebody who has not seen the question.
      for (const _ of [1, 2]) {
        const pressed = await press(member, other.id, name, asked);
        expect(pressed.headers.get("location")).toBe(path(other.id));
        expect(await importAt(member, path(other.id))).toMatchObject({
          state: "held",
          problems: ["other-account"],
        });
      }
      expect(await profileOf(member)).toEqual(before);
      const page = await visit(path(other.id), { cookie: member.cookie });
      const html = await page.text();
      expect(html).toContain('name="asked" value="other-account"');
      expect(html).toContain("This export is of another account");
      expect(html).not.toContain("Followers shown on your profile");

      for (const _ of [1, 2])
        expect((await press(member, other.id, "use", { asked: "other-account" })).status).toBe(303);
      expect(await importAt(member, path(other.id))).toMatchObject({
        state: "used",
        problems: ["other-account", "needs-count"],
      });
      if (name === "whole")
        expect(await pageAt(member, path(other.id))).toContain(
          "You said that it is the whole list.",
        );
    });

    test("one that is older than the other is asked about as older", async () => {
      const member = await newMember();
      const older = await heldOf(member, 12, "first.name", "2026-01-01");
      const newer = await heldOf(member, 13, "first.name", "2026-01-04");
      await press(member, newer.id, "use", { followersShown: "13" });
      await press(member, older.id, "use", { followersShown: "12" });
      const asked = await importAt(member, path(older.id));
      expect(asked).toMatchObject({ state: "held", problems: ["older-than-last"] });
      await press(member, older.id, "use");
      expect(await importAt(member, path(older.id))).toMatchObject({ state: "used" });
    });
  });
});

test("the figures of a held one are of the imports that are in use now, or it shows none", async () => {
  const member = await newMember();
  const first = await importInto(member, await exportOf(40));
  const held = await importInto(member, halfTheFollowers());
  expect(held).toMatchObject({ state: "held", problems: ["mass-loss"] });
  const page = () => pageAt(member, `/dashboard/import/${held.id}`);
  const [lost, follow] = [/\d+ of \d+ followers would be gone/, "What would follow"];
  for (const figures of [lost, follow]) expect(await page()).toMatch(figures);

  await press(member, first.id, "discard");
  for (const figures of [lost, follow]) expect(await page()).not.toMatch(figures);
  expect(await page()).toContain("many of the followers who were known were not in it");
  expect((await press(member, held.id, "use")).status).toBe(303);
  expect(await importAt(member, `/dashboard/import/${held.id}`)).toMatchObject({ state: "used" });
});
