import { describe, expect, test } from "vitest";
import { crowd, memberWithAnalysis } from "#tests/setup/analyses";
import { visit } from "#tests/setup/app";
import { newMember } from "#tests/setup/member";
import { mostSorted, sortedPeople } from "~/features/analysis/sorted-people";
import { peopleNamed } from "~/features/history/people-list";
import { firestore } from "~/platform/store/firebase.server";

const textOf = (part: string) => part.replaceAll(/<[^>]*>/g, "");

async function read(cookie: string, path: string) {
  const html = await (await visit(path, { cookie })).text();
  return {
    html,
    names: [...html.matchAll(/href="https:\/\/www\.instagram\.com\/([^"]*)\/"/g)].map(
      ([, name]) => name,
    ),
    heads: [...html.matchAll(/<th scope="col"[^>]*>.*?<\/th>/g)].map(([head]) => ({
      text: textOf(head),
      href: /href="([^"]*)"/.exec(head)?.[1]?.replaceAll("&amp;", "&"),
      sort: /aria-sort="([^"]*)"/.exec(head)?.[1],
    })),
  };
}

const fans = "/dashboard/analytics/fans";
/** As the list is stored: the newest first, and who has no second last. */
const people = [
  { username: "ben", since: 1_700_000_300 },
  { username: "zoe", since: 1_700_000_200 },
  { username: "ana", since: 1_700_000_100 },
  { username: "max", since: undefined },
];

describe("a list of an analysis made here", () => {
  test("its heads say how it is sorted, and lead to the other orders", async () => {
    const { cookie } = await memberWithAnalysis({ people: { fans: people } });
    const stored = await read(cookie, fans);
    expect(stored.names).toEqual(["ben", "zoe", "ana", "max"]);
    expect(stored.heads).toEqual([
      { text: "Name", href: `${fans}?sort=name`, sort: undefined },
      {
        text: "Following you since",
        href: `${fans}?sort=since&order=ascending`,
        sort: "descending",
      },
    ]);
    const byName = await read(cookie, `${fans}?sort=name`);
    expect(byName.names).toEqual(["ana", "ben", "max", "zoe"]);
    expect(byName.heads[0]).toEqual({
      text: "Name",
      href: `${fans}?sort=name&order=descending`,
      sort: "ascending",
    });
    const { names } = await read(cookie, `${fans}?sort=since&order=ascending`);
    expect(names).toEqual(["ana", "zoe", "ben", "max"]);
  });

  test("what is searched stays searched, and the pages stay sorted", async () => {
    const { cookie } = await memberWithAnalysis({ people: { fans: crowd(160) } });
    const { names, html, heads } = await read(cookie, `${fans}?q=person.0001&sort=name&page=2`);
    expect(names.slice(0, 2)).toEqual(["person.000150", "person.000151"]);
    expect(html).toContain(`${fans}?q=person.0001&amp;sort=name&amp;page=1`);
    expect(html).toContain('<input type="hidden" name="sort" value="name"/>');
    expect(heads[0]?.href).toBe(`${fans}?q=person.0001&sort=name&order=descending`);
  });

  test("nonsense is the list as it is stored", async () => {
    const { cookie } = await memberWithAnalysis({ people: { fans: people } });
    const { names } = await read(cookie, `${fans}?sort=followers&order=down`);
    expect(names).toEqual(["ben", "zoe", "ana", "max"]);
  });
});

test("of a list of many, the beginning is kept in the other order while all of it is read", async () => {
  const names = crowd(3 * mostSorted);
  const list = peopleNamed(names.toReversed());
  const byName = { by: "name", direction: "ascending" } as const;
  const { total, people: found } = await sortedPeople(list, "", byName, 100, 50);
  expect(total).toBe(names.length);
  expect(found.map(({ username }) => username)).toEqual(
    names.slice(100, 150).map(({ username }) => username),
  );
  expect((await sortedPeople(list, "", byName, mostSorted, 50)).people).toEqual([]);
});

test("a list of the outside system is sorted by its names, and who has none stands last", async () => {
  const { uid, cookie } = await newMember();
  const named = (username: string, fullName?: string) => ({ username, fullName });
  const items = [named("ben", "Zoe B."), named("cem"), named("ana", "Ben A.")];
  await (await firestore()).doc(`profiles/${uid}`).set({
    _insights: { status: "completed" },
    _calculatedData: { audience: { lostFollowers: { totalValue: 3, items } } },
  });
  const order = async (query: string) => {
    const { html } = await read(cookie, `/dashboard/analytics/lostFollowers${query}`);
    return [...html.matchAll(/<th scope="row"[^>]*>.*?<\/th>/g)].map(([row]) => textOf(row));
  };
  expect(await order("")).toEqual(["ben", "cem", "ana"]);
  expect(await order("?sort=username")).toEqual(["ana", "ben", "cem"]);
  expect(await order("?sort=username&order=descending")).toEqual(["cem", "ben", "ana"]);
  expect(await order("?sort=name")).toEqual(["ana", "ben", "cem"]);
  expect(await order("?sort=name&order=descending")).toEqual(["ben", "ana", "cem"]);
});
