import { describe, expect, test } from "vitest";
import { everyCase } from "#tests/setup/cases";
import {
  day,
  type ImportJson,
  type Member,
  newMember,
  pageAt,
  press,
  profileOf,
  taken,
  takes,
  withExports,
} from "#tests/setup/imports";

withExports();

const second = taken - 100 * day;

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

  test.runIf(everyCase)("a page without any says nothing of it", async () => {
    const member = await newMember();
    await takes(member, 0, { ana: second, ben: second });
    const next = await takes(member, 30, { anna: second, bernd: second });
    expect(next.changes).toEqual({ ...nothing, renamed: 2 });
    expect(await page(member, next)).not.toContain("Some of these");
  });
});
