import { describe, expect, test } from "vitest";
import type { ExportOptions } from "#sandbox/histories/export-options.ts";
import { makeHistory } from "#sandbox/histories/history.ts";
import { everyCase } from "#tests/setup/cases";
import {
  day,
  exportOf,
  fileOf,
  importAt,
  importInto,
  type Member,
  newMember,
  pageAt,
  press,
  profileOf,
  withExports,
} from "#tests/setup/imports";

withExports();

/** Years of followers; most subscribers ask for no more than these parts. */
const history = makeHistory({
  seed: 12,
  followers: 400,
  following: 160,
  accountAgeDays: 2_200,
});
const shownAt = (daysBefore: number) =>
  history.stateAt(history.end - daysBefore * day).shownFollowers();

const parts = { sections: ["connections", "account"] as const };
const cutTo = (days: number): Partial<ExportOptions> => ({
  ...parts,
  range: { from: history.end - (40 + days) * day },
});
const stateOf = (member: Member, id: string) => importAt(member, `/dashboard/import/${id}`);
const firstOf = async (member: Member, options: Partial<ExportOptions>) =>
  importInto(member, await exportOf(40, options, history));

describe.each(everyCase ? [365, 182, 30] : [182])(
  "a first export that is cut to %d days",
  (days) => {
    test("is asked about, and with the number that Instagram shows it counts within its range", async () => {
      const member = await newMember();
      const first = await firstOf(member, cutTo(days));
      expect(first).toMatchObject({
        state: "held",
        problems: expect.arrayContaining(["needs-count"]),
        changes: null,
      });
      const page = await pageAt(member, `/dashboard/import/${first.id}`);
      expect(page).toContain("Followers shown on your profile");
      expect(page).toContain("The number of followers on your profile tells.");
      expect(await profileOf(member)).toEqual({});

      const shown = { followersShown: String(shownAt(40)) };
      expect((await press(member, first.id, "use", shown)).status).toBe(303);
      const used = await stateOf(member, first.id);
      expect(used).toMatchObject({ state: "used" });
      const settled = await pageAt(member, `/dashboard/import/${first.id}`);
      expect(settled).toContain(
        `This export holds ${first.counts.followers} of the ${shownAt(40)} followers that Instagram shows`,
      );
      expect(settled).not.toContain("The number of followers on your profile tells.");
      // Who does not follow back can only be told of all followers.
      expect(await profileOf(member)).toMatchObject({
        _notes: { notFollowingBack: "needs-export" },
      });

      const whole = await importInto(member, await exportOf(0, parts, history), {
        followersShown: String(shownAt(0)),
      });
      const { lost, returned } = history.truthBetween(history.end - 40 * day, history.end);
      const from = history.end - (40 + days) * day;
      const within = <T extends { since: number }>(people: T[]) =>
        people.filter(({ since }) => since >= from).length;
      expect(whole.changes?.lost).toBeLessThanOrEqual(within(lost));
      expect(whole.changes?.returned).toBeLessThanOrEqual(within(returned));
    });
  },
);

const fewFollowers = (count: number) => [
  fileOf(
    "followers_1.json",
    JSON.stringify(
      Array.from({ length: count }, (_, index) => ({
        string_list_data: [{ value: `f${index}`, timestamp: history.end - (index + 9) * day }],
      })),
    ),
  ),
];

describe("a few followers", () => {
  test("are asked about, and used with the number that fits", async () => {
    const member = await newMember();
    const first = await importInto(member, fewFollowers(5));
    expect(first).toMatchObject({ state: "held", problems: ["needs-count"] });
    for (const followersShown of ["", "many"]) {
      const answer = await press(member, first.id, "use", { followersShown });
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain("1,361 or 12.3K");
    }
    expect((await press(member, first.id, "use")).status).toBe(400);
    expect(await stateOf(member, first.id)).toEqual(first);
    expect((await press(member, first.id, "use", { followersShown: "5" })).status).toBe(303);
    expect(await stateOf(member, first.id)).toMatchObject({
      state: "used",
      problems: ["needs-count"],
    });
    expect(await pageAt(member, `/dashboard/import/${first.id}`)).not.toContain("profile tells");
  });

  test("are the whole list where the subscriber says so, or the number came with them", async () => {
    const member = await newMember();
    const { id } = await importInto(member, fewFollowers(5));
    expect((await press(member, id, "whole")).status).toBe(303);
    expect(await stateOf(member, id)).toMatchObject({ state: "used" });
    const other = await newMember();
    expect(await importInto(other, fewFollowers(5), { followersShown: "5" })).toMatchObject({
      state: "used",
      problems: [],
    });
  });

  test("count as many as the list has, once the subscriber says that it is whole", async () => {
    const member = await newMember();
    const { id, problems } = await importInto(member, fewFollowers(40), { followersShown: "136" });
    expect(problems).toContain("partial-range");
    expect((await press(member, id, "whole")).status).toBe(303);
    expect(await stateOf(member, id)).toMatchObject({ state: "used" });
    const growth = await pageAt(member, "/dashboard/growth?range=all");
    expect(growth).toContain("40 followers");
    expect(growth).not.toContain("136");
  });

  test("count as many as the list has where Instagram shows another number that fits it, which stands beside", async () => {
    const member = await newMember();
    const takenAt = new Date(history.end * 1_000).toISOString();
    const asked = [
      {
        timestamp: history.end - 3_600,
        label_values: [{ label: "Start date", timestamp_value: history.end - 60 * day }],
      },
    ];
    const requests = fileOf("your_information_download_requests.json", JSON.stringify(asked));
    const fields = { takenAt, followersShown: "41" };
    const { id, problems } = await importInto(member, [...fewFollowers(40), requests], fields);
    expect(problems).toEqual(["partial-range"]);
    expect((await press(member, id, "whole")).status).toBe(303);
    const growth = await pageAt(member, "/dashboard/growth?range=all");
    expect(growth).toContain("40 followers");
    expect(growth).toContain("counted by Instagram");
  });

  test("none at all: 0 is a number, too", async () => {
    const member = await newMember();
    expect(await importInto(member, fewFollowers(0))).toMatchObject({ problems: ["needs-count"] });
    const other = await newMember();
    const empty = await importInto(other, fewFollowers(0), { followersShown: "0" });
    expect(empty).toMatchObject({ state: "used", problems: [], counts: { followers: 0 } });
  });

  test("more of them than Instagram shows: asked once more, and a second press of the same changes nothing", async () => {
    const member = await newMember();
    const { id } = await importInto(member, fewFollowers(13));
    for (const _ of [1, 2])
      expect((await press(member, id, "use", { followersShown: "3" })).status).toBe(303);
    const held = { state: "held", problems: ["count-mismatch"] };
    expect(await stateOf(member, id)).toMatchObject(held);
    expect(await pageAt(member, `/dashboard/import/${id}`)).toContain("more than 10% off");
    expect((await press(member, id, "use")).status).toBe(303);
    expect(await stateOf(member, id)).toMatchObject({ state: "used" });
  });

  test("where the export says that it is of a range, 'use' settles both", async () => {
    const member = await newMember();
    const takenAt = new Date(history.end * 1_000).toISOString();
    const asked = [
      {
        timestamp: history.end - 3_600,
        label_values: [{ label: "Start date", timestamp_value: history.end - 30 * day }],
      },
    ];
    const requests = fileOf("your_information_download_requests.json", JSON.stringify(asked));
    const { id, problems } = await importInto(member, [...fewFollowers(9), requests], { takenAt });
    expect(problems).toEqual(["partial-range", "needs-count"]);
    expect(await pageAt(member, `/dashboard/import/${id}`)).toContain("(optional)");
    expect((await press(member, id, "use")).status).toBe(303);
    expect(await stateOf(member, id)).toMatchObject({ state: "used" });
  });
});
