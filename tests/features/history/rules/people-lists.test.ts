import fc from "fast-check";
import { expect, test } from "vitest";
import { everyCase } from "#tests/setup/cases";
import { decodePiece, mostRowsOfPiece } from "~/features/history/people-piece";
import { peopleOf } from "~/platform/values/name-list";
import { nameListOf } from "~/platform/values/name-list-builder";
import { encodedPeople } from "./encoded";

const listed = (people: Parameters<typeof nameListOf>[0]) => {
  const list = nameListOf(people);
  return { people: list, order: Uint32Array.from({ length: list.size }, (_, index) => index) };
};
const many = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, at) => ({ username: `${prefix}${at}`, since: 1_000 + at }));

/** All rows of a category, read as its pages are. */
async function rowsOf({ pieces, index }: ReturnType<typeof encodedPeople>, key: string) {
  const { start = 0, total = 0 } = index.categories[key] ?? {};
  const all = (
    await Promise.all(
      pieces.map(async (bytes) => {
        const piece = await decodePiece(bytes);
        return Array.from({ length: piece.count }, (_, row) => ({
          ...piece.person(row),
          former: piece.formerNames(row),
        }));
      }),
    )
  ).flat();
  return all.slice(start, start + total);
}

const username = fc.oneof(
  fc.stringMatching(/^[a-z0-9._]{1,30}$/),
  fc.string({ minLength: 1, unit: "grapheme" }),
);
const people = fc.array(
  fc.record({
    username,
    since: fc.option(fc.integer({ min: 1, max: 4_000_000_000 }), { nil: undefined }),
  }),
);

test("people come back as they were, whatever their names", async () => {
  await fc.assert(
    fc.asyncProperty(people, people, async (fans, friends) => {
      const lists = { fans: listed(fans), friends: listed(friends) };
      const encoded = encodedPeople(lists);
      for (const key of ["fans", "friends"] as const) {
        const rows = await rowsOf(encoded, key);
        expect(rows.map(({ former: _, ...person }) => person)).toEqual([
          ...peopleOf(lists[key].people),
        ]);
      }
    }),
    { numRuns: everyCase ? 60 : 20 },
  );
});

test("small categories share a piece, and a large one takes several of 5,000 each", () => {
  const small = encodedPeople({ fans: listed(many(40, "a")), friends: listed(many(60, "b")) });
  expect(small.index).toEqual({
    starts: [0],
    categories: { fans: { start: 0, total: 40 }, friends: { start: 40, total: 60 } },
  });
  const large = encodedPeople({ fans: listed(many(12_000, "a")), friends: listed(many(1, "b")) });
  expect(large.index.starts).toEqual([0, mostRowsOfPiece, 2 * mostRowsOfPiece]);
  expect(large.pieces).toHaveLength(3);
  expect(large.index.categories.friends).toEqual({ start: 12_000, total: 1 });
});

test("empty categories take no piece", () => {
  expect(encodedPeople({ fans: listed([]) })).toEqual({
    pieces: [],
    index: { starts: [], categories: { fans: { start: 0, total: 0 } } },
  });
});

test("no piece exceeds what a Firestore document takes, however long the names", async () => {
  const random = (at: number) =>
    Array.from({ length: 120 }, (_, k) =>
      String.fromCharCode(0x4e00 + ((at * 7919 + k * k * 104_729) % 20_000)),
    ).join("");
  const long = Array.from({ length: 6_000 }, (_, at) => ({
    username: `${at}${random(at)}`,
    since: 5,
  }));
  const { pieces } = encodedPeople({ fans: listed(long) });
  for (const piece of pieces) expect(piece.length).toBeLessThan(700_000);
  expect(pieces.length).toBeGreaterThan(2);
});

test("who was renamed has the old names of their second, and none is left out in silence", async () => {
  const former = nameListOf([
    ...many(1, "old"),
    ...Array.from({ length: 25 }, (_, at) => ({ username: `twin${at + 10}`, since: 77 })),
  ]);
  const renamed = {
    ...listed([
      { username: "new", since: 1_000 },
      { username: "one", since: 77 },
    ]),
    former,
  };
  const rows = await rowsOf(encodedPeople({ renamed }), "renamed");
  expect(
    rows.map(({ username, former }) => [username, former?.names.length, former?.others]),
  ).toEqual([
    ["new", 1, 0],
    ["one", 20, 5],
  ]);
  expect(rows[0]?.former?.names).toEqual(["old0"]);
});

test("a search finds a name only where it stands within one", async () => {
  const { pieces } = encodedPeople({
    fans: listed([
      { username: "anna", since: 1 },
      { username: "bob", since: 2 },
      { username: "nadja", since: 3 },
    ]),
  });
  const piece = await decodePiece(pieces[0] ?? new Uint8Array());
  const found = (text: string, from = 0, to = 3) => piece.rowsNamed(text, from, to);
  expect(found("na")).toEqual([0, 2]);
  expect(found("ab")).toEqual([]);
  expect(found("n")).toEqual([0, 2]);
  expect(found("na", 1)).toEqual([2]);
  expect(found("na", 0, 2)).toEqual([0]);
  expect(found("nadjaz")).toEqual([]);
});

test("a search finds the same as a plain comparison of every name", async () => {
  await fc.assert(
    fc.asyncProperty(
      people,
      fc.oneof(fc.constantFrom("a", "1", "aa"), username),
      async (fans, text) => {
        const { people: list, order } = listed(fans);
        const { pieces } = encodedPeople({ fans: { people: list, order } });
        if (!pieces[0]) return;
        const plain = [...peopleOf(list)].flatMap(({ username }, row) =>
          username.includes(text) ? [row] : [],
        );
        expect((await decodePiece(pieces[0])).rowsNamed(text, 0, list.size)).toEqual(plain);
      },
    ),
    { numRuns: everyCase ? 200 : 60 },
  );
});

test("a piece that is damaged is refused, not shown", async () => {
  const { pieces } = encodedPeople({ fans: listed(many(100, "a")) });
  const piece = pieces[0] ?? new Uint8Array();
  await expect(decodePiece(piece.subarray(0, 40))).rejects.toThrow();
  await expect(decodePiece(new Uint8Array(30))).rejects.toThrow();
  await expect(decodePiece(new Uint8Array())).rejects.toThrow();
});
