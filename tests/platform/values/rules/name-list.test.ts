import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { peopleOf } from "../../../../app/platform/values/name-list.ts";
import { NameListBuilder, nameListOf } from "../../../../app/platform/values/name-list-builder.ts";
import { everyCase } from "../../../setup/cases.ts";

/** What a list of these people must hold, by other means. */
function expected(people: readonly { username: string; since: number | undefined }[]) {
  const newest = new Map<string, number>();
  for (const { username, since } of people) {
    const name = username.toLowerCase();
    newest.set(name, Math.max(newest.get(name) ?? 0, since ?? 0));
  }
  return [...newest]
    .map(([username, since]) => ({ username, since: since || undefined }))
    .sort((a, b) => Buffer.compare(Buffer.from(a.username), Buffer.from(b.username)));
}

const since = fc.option(fc.integer({ min: 1, max: 0xffff_ffff }), { nil: undefined });
const person = (username: fc.Arbitrary<string>) => fc.record({ username, since });

describe("a list of names", () => {
  test("is sorted by bytes, in lower case, each name once with its newest second", () => {
    // Few letters and a shared beginning make names that agree for long.
    const alike = fc
      .string({ unit: fc.constantFrom("a", "B", "_"), maxLength: 12 })
      .map((end) => `user_${end}`);
    const any = fc.string({ unit: fc.constantFrom(..."aZ0._éßя名😀"), minLength: 1 });
    fc.assert(
      fc.property(fc.array(person(fc.oneof(alike, any)), { maxLength: 200 }), (people) => {
        expect([...peopleOf(nameListOf(people))]).toEqual(expected(people));
      }),
    );
  });

  test("grows beyond a block", () => {
    const count = everyCase ? 140_000 : 70_000;
    const people = Array.from({ length: count }, (_, index) => ({
      username: `name_${((index * 7_919) % count).toString(36)}_${"x".repeat(index % 20)}`,
      since: index + 1,
    }));
    const list = nameListOf([...people, ...people.slice(0, 1_000)]);
    const told = [...peopleOf(list)].map(({ username, since }) => `${username} ${since}`);
    const sorted = people.toSorted((a, b) => (a.username < b.username ? -1 : 1));
    expect(told.join()).toBe(sorted.map(({ username, since }) => `${username} ${since}`).join());
  });

  test("says how many bytes its people need, and is empty after it has been finished", () => {
    const builder = new NameListBuilder();
    expect(builder.byteLength).toBe(0);
    builder.add("ana", 1);
    builder.add("Zoë", undefined);
    expect(builder.byteLength).toBe(3 + 4 + 2 * 8);
    expect(builder.finish().size).toBe(2);
    expect(builder.finish().size).toBe(0);
  });

  test("cuts what is no username", () => {
    const list = nameListOf([{ username: "é".repeat(500), since: 1 }]);
    expect([...peopleOf(list)]).toEqual([{ username: "é".repeat(120), since: 1 }]);
  });
});
