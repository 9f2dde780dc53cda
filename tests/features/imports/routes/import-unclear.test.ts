import { describe, expect, test } from "vitest";
import {
  fileOf,
  type ImportJson,
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

const day = 86_400;
const taken = Date.parse("2026-05-10T12:00:00Z") / 1_000;
/** Twenty who stay, so that nothing else is odd. */
const others = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => [`stays${index}`, taken - (400 - index) * day]),
);
const second = taken - 100 * day;

/** Imports a list of followers, and uses it. @param on days after the first */
async function takes(member: Member, on: number, people: Record<string, number>) {
  const followers = Object.entries({ ...others, ...people }).map(([value, timestamp]) => ({
    string_list_data: [{ value, timestamp }],
  }));
  const takenAt = new Date((taken + on * day) * 1_000).toISOString();
  const one = await importInto(member, [fileOf("followers_1.json", JSON.stringify(followers))], {
    takenAt,
    followersShown: String(followers.length),
  });
  if (one.state === "held") await press(member, one.id, "use");
  return importAt(member, `/dashboard/import/${one.id}`);
}

const page = (member: Member, { id }: ImportJson) => pageAt(member, `/dashboard/import/${id}`);
const nothing = { new: 0, lost: 0, renamed: 0, returned: 0, refollowed: 0 };

describe("followers of one second, of whom another number is gone than came", () => {
  test("are neither lost, new, renamed nor returned, and are named together", async () => {
    const member = await newMember();
    await takes(member, 0, { ana: second, ben: second, cleo: second });
    const next = await takes(member, 30, { dora: second, emil: second });
    expect(next).toMatchObject({ state: "used" });
    expect(next.changes).toEqual(nothing);
    const words = await page(member, next);
    expect(words).toContain("Some of these may have a new name");
    expect(words).toContain("ana, ben, cleo");
    expect(words).toContain("dora, emil");
    expect(words).not.toContain("Nobody came or left");
    const { _calculatedData } = await profileOf(member);
    for (const key of ["lostFollowers", "newFollowers", "renamed", "returned"])
      expect(_calculatedData.audience[key], key).toMatchObject({ totalValue: 0, items: [] });
  });

  test("stay on the page of their import when others follow, and when it is discarded", async () => {
    const member = await newMember();
    await takes(member, 0, { ana: second, ben: second });
    const middle = await takes(member, 30, { carl: second });
    const last = await takes(member, 60, { carl: second, fresh: taken + 50 * day });
    expect(last.changes).toEqual({ ...nothing, new: 1 });
    expect(await page(member, last)).not.toContain("Some of these");
    expect(await page(member, middle)).toContain("ana, ben");
    await press(member, middle.id, "discard");
    expect(await page(member, middle)).not.toContain("Some of these");
    expect(await page(member, last)).toContain("ana, ben");
  });

  test("a page without any says nothing of it", async () => {
    const member = await newMember();
    await takes(member, 0, { ana: second, ben: second });
    const next = await takes(member, 30, { anna: second, bernd: second });
    expect(next.changes).toEqual({ ...nothing, renamed: 2 });
    expect(await page(member, next)).not.toContain("Some of these");
  });
});
