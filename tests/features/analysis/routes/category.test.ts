import { describe, expect, test } from "vitest";
import { crowd, memberWithAnalysis, storeAnalysis } from "#tests/setup/analyses";
import { visit } from "#tests/setup/app";
import { everyCase, few } from "#tests/setup/cases";
import { newMember } from "#tests/setup/member";
import { visibleText } from "#tests/setup/visible-text";
import { firestore } from "~/platform/store/firebase.server";

const pathOf = (key: string, query = "") => `/dashboard/analytics/${key}${query}`;

async function read(path: string, cookie: string) {
  const answer = await visit(path, { cookie });
  const html = await answer.text();
  const names = [...html.matchAll(/href="https:\/\/www\.instagram\.com\/([^"]*)\/"/g)].map(
    ([, name]) => name,
  );
  return { status: answer.status, html, text: visibleText(html), names };
}

const march3 = Date.UTC(2024, 2, 3, 12) / 1_000;

const sinceWhen: [string, string, string][] = [
  ["fans", "Your fans", "Following you since Mar 3, 2024"],
  ["friends", "Your friends", "Following you since Mar 3, 2024"],
  ["newFollowers", "New followers", "Following you since Mar 3, 2024"],
  ["returned", "Came back", "Following you since Mar 3, 2024"],
  ["refollowed", "Followed again", "Following you again since Mar 3, 2024"],
  ["lostFollowers", "Lost followers", "Followed you since Mar 3, 2024"],
  ["notFollowingBack", "Don't follow you back", "You have followed them since Mar 3, 2024"],
  ["pendingRequests", "Pending requests", "You asked on Mar 3, 2024"],
];
/** One of each sentence. */
const differing = sinceWhen.filter(
  ([, , words], at) => everyCase || sinceWhen.findIndex(([, , other]) => other === words) === at,
);
test.each(differing)("%s says since when", async (key, title, since) => {
  const { cookie } = await memberWithAnalysis({
    people: { [key]: [{ username: "ana", since: march3 }] },
  });
  const { status, text, html } = await read(pathOf(key), cookie);
  expect(status).toBe(200);
  expect(text).toContain(`${title}1`);
  expect(text).toContain(since);
  expect(html).toMatch(/<a href="\/dashboard\/people\/ana"[^>]*>ana<\/a>/);
  expect(html).toMatch(
    /<a href="https:\/\/www\.instagram\.com\/ana\/"[^>]*rel="noopener noreferrer"[^>]*aria-label="ana on Instagram"/,
  );
});

test("an unknown second is said to be unknown", async () => {
  const people = { fans: [{ username: "ana", since: undefined }] };
  const { cookie } = await memberWithAnalysis({ people });
  expect((await read(pathOf("fans"), cookie)).text).toContain("Since when is not known");
});

test("who left did so between the days of two exports", async () => {
  const { cookie } = await memberWithAnalysis({
    people: { lostFollowers: [{ username: "ana", since: march3 }] },
    between: { from: Date.UTC(2026, 9, 1, 23), to: Date.UTC(2026, 10, 20) },
  });
  expect((await read(pathOf("lostFollowers"), cookie)).text).toContain(
    "left between Oct 1, 2026 and Nov 20, 2026",
  );
});

test("who was renamed stands with the names that it may have been", async () => {
  const { cookie } = await memberWithAnalysis({
    people: {
      renamed: [
        { username: "new_one", since: 100 },
        { username: "new_two", since: 200 },
      ],
      // Of the same second, and not renamed.
      newFollowers: [{ username: "other", since: 200 }],
    },
    former: [
      { username: "old_one", since: 100 },
      { username: "this", since: 200 },
      { username: "that", since: 200 },
    ],
  });
  const { text } = await read(pathOf("renamed"), cookie);
  expect(text).toContain("new_one formerly old_one");
  expect(text).toContain("new_two formerly that or this");
  expect((await read(pathOf("newFollowers"), cookie)).text).not.toContain("formerly");
  expect((await read(pathOf("renamed", "?q=OLD"), cookie)).names).toEqual(["new_one"]);
});

test("people stand in the stored order, 50 to a page, with links to the other pages", async () => {
  const people = crowd(120).reverse();
  const { cookie } = await memberWithAnalysis({
    people: { friends: crowd(30, "friend."), fans: people },
  });
  const names = people.map(({ username }) => username);
  const first = await read(pathOf("fans"), cookie);
  expect(first.names).toEqual(names.slice(0, 50));
  expect(first.text).toContain("Page 1 of 3");
  expect(first.html).not.toContain('rel="prev"');
  expect(first.html).toContain(`href="${pathOf("fans", "?page=2")}" rel="next"`);
  const second = await read(pathOf("fans", "?page=2"), cookie);
  expect(second.names).toEqual(names.slice(50, 100));
  expect(second.html).toContain(`href="${pathOf("fans", "?page=1")}" rel="prev"`);
  const last = await read(pathOf("fans", "?page=3"), cookie);
  expect(last.names).toEqual(names.slice(100));
  expect(last.html).not.toContain('rel="next"');
});

const pages: [string, number][] = [
  ["0", 1],
  ["-3", 1],
  ["two", 1],
  ["1e3", 1],
  ["4", 3],
  ["999999999", 3],
  ["99999999999999999999", 1],
];
test.each(few(pages, 2))("page %s of 3 is page %i", async (page, shown) => {
  const { cookie } = await memberWithAnalysis({ people: { fans: crowd(120) } });
  for (const query of [`?page=${page}`, `?q=person&page=${page}`]) {
    const { status, text } = await read(pathOf("fans", query), cookie);
    expect(status).toBe(200);
    expect(text).toContain(`Page ${shown} of 3`);
  }
});

test("a search finds names whatever the case, page by page, and keeps what was searched", async () => {
  const people = [...crowd(60, "Ana."), ...crowd(5, "bob")];
  const { cookie } = await memberWithAnalysis({ people: { fans: people } });
  const first = await read(pathOf("fans", "?q=%40aNA"), cookie);
  expect(first.names).toHaveLength(50);
  expect(first.text).toContain("60 people match “ ana ”.");
  expect(first.text).toContain("Your fans65");
  expect(first.html).toMatch(/<input [^>]*name="q"[^>]*value="ana"/);
  expect(first.html).toContain(`href="${pathOf("fans", "?q=ana&amp;page=2")}"`);
  const second = await read(pathOf("fans", "?q=ana&page=2"), cookie);
  expect(second.names).toHaveLength(10);
  expect((await read(pathOf("fans", "?q=bob000003"), cookie)).names).toEqual(["bob000003"]);
});

const unknown = ["nobody", "%25", "<script>alert(1)</script>", "a".repeat(5_000), "\u0000", "💃"];
test.each(everyCase ? unknown : unknown.slice(1, 4))(
  "a search for %j finds no one, and says so",
  async (text) => {
    const { cookie } = await memberWithAnalysis({ people: { fans: crowd(3) } });
    const query = `?q=${encodeURIComponent(text)}`;
    const { status, text: words, html } = await read(pathOf("fans", query), cookie);
    expect(status).toBe(200);
    expect(words).toContain("No one matches");
    expect(html).not.toContain("<script>alert");
    expect(html).toContain(`href="${pathOf("fans")}"`);
  },
);

test("hostile names are text, and nothing else", async () => {
  const names = [
    "<img src=x onerror=alert(1)>",
    "javascript:alert(1)",
    "../../evil",
    "..",
    "a/b?c#d",
    "evil.com@",
    'quo"te',
    "\u202etxt.exe",
  ];
  const people = { fans: names.map((username, at) => ({ username, since: at + 1 })) };
  const { cookie } = await memberWithAnalysis({ people });
  const { status, html, names: linked } = await read(pathOf("fans"), cookie);
  expect(status).toBe(200);
  expect(linked).toEqual([]);
  expect(html).not.toContain("<img src=x");
  expect(html).toContain("<bdi");
});

const many = everyCase ? 100_000 : 25_000;

test(`a list of ${many.toLocaleString("en-US")} is read by the document, and searched whole`, async () => {
  const people = crowd(many);
  const { cookie } = await memberWithAnalysis({ people: { fans: people } });
  const far = await read(pathOf("fans", `?page=${many / 50 - 300}`), cookie);
  expect(far.names[0]).toBe(people.at(-301 * 50)?.username);
  const found = await read(pathOf("fans", `?q=${many - 1}`), cookie);
  expect(found.names).toEqual([people.at(-1)?.username]);
});

test.each(["secretFans", "lostFollowers"])("%s with a note says it in words", async (key) => {
  const notes = { secretFans: "needs-connection", lostFollowers: "needs-second-export" };
  const { cookie } = await memberWithAnalysis({ totals: { [key]: null }, notes });
  const { status, text, html } = await read(pathOf(key), cookie);
  expect(status).toBe(200);
  expect(text).toMatch(/truthfully|comparing two exports/);
  expect(html).not.toContain("Still counting");
});

test("likes have a number, and nobody's name", async () => {
  const { cookie } = await memberWithAnalysis({ totals: { likes: 1_204 } });
  const { text } = await read(pathOf("likes"), cookie);
  expect(text).toContain("Likes1,204");
  expect(text).toContain("not who they are from");
});

test.each([
  ["the lists are missing", (path: string) => path.includes("analysisLists"), undefined],
  [
    "the lists are rotten",
    (path: string) => path.includes("analysisLists"),
    { bytes: Buffer.from("rotten") },
  ],
  ["a list is no list", (path: string) => path.includes("analysisLists"), { bytes: 7 }],
  [
    "the index is rotten",
    (path: string) => path.startsWith("analyses/"),
    { generation: 3, index: "none" },
  ],
])("where %s, this person alone is told so", async (_, isBroken, content) => {
  const { uid, cookie } = await newMember();
  const { generation } = await storeAnalysis(uid, { people: { fans: crowd(3) } });
  const database = await firestore();
  for (const path of [`analysisLists/${uid}-${generation}-0`, `analyses/${uid}`])
    if (isBroken(path))
      await (content ? database.doc(path).set(content) : database.doc(path).delete());
  for (const query of ["", "?q=person"]) {
    const { status, text } = await read(pathOf("fans", query), cookie);
    expect(status).toBe(503);
    expect(text).toContain("We cannot reach your analysis right now");
  }
  const { cookie: other } = await memberWithAnalysis({ people: { fans: crowd(3) } });
  expect((await read(pathOf("fans"), other)).status).toBe(200);
});

test("a newer analysis shows at once where the lists of the last one are gone", async () => {
  const { uid, cookie } = await newMember();
  const old = await storeAnalysis(uid, { people: { fans: crowd(120, "old.") } });
  expect((await read(pathOf("fans"), cookie)).names[0]).toBe("old.000000");
  await storeAnalysis(uid, { people: { fans: crowd(12_000, "new.") } });
  await (await firestore()).doc(`analysisLists/${uid}-${old.generation}-0`).delete();
  const { status, names } = await read(pathOf("fans", "?q=new.011"), cookie);
  expect(status).toBe(200);
  expect(names.every((name) => name?.startsWith("new."))).toBe(true);
});

describe.each([
  ["fans", "Your fans"],
  ["likes", "Likes"],
])("%s of a profile from outside", (key, title) => {
  // What both have in common is tried with one.
  const isTried = everyCase || key === "fans";

  /** With so many more who are counted and not named. */
  async function outsideMember(items: { username: string; fullName?: string }[], unnamed = 0) {
    const { uid, cookie } = await newMember();
    const list = { [key]: { totalValue: items.length + unnamed, items } };
    await (await firestore()).doc(`profiles/${uid}`).set({
      _insights: { status: "completed" },
      _calculatedData: { audience: list, other: list },
    });
    return async (query = "") => {
      const { html, ...page } = await read(pathOf(key, query), cookie);
      const rows = [...html.matchAll(/<th scope="row"[^>]*>.*?<bdi>(.*?)<\/bdi>/g)];
      return { ...page, html, cookie, names: rows.map(([, name]) => name) };
    };
  }
  const namesOf = (items: readonly { username: string }[]) => items.map(({ username }) => username);

  test("stand 50 to a page, in the order of the system that made it", async () => {
    const items = crowd(120).reverse();
    const page = await outsideMember(items, 9);
    const first = await page();
    expect(first.names).toEqual(namesOf(items.slice(0, 50)));
    expect(first.text).toContain(`${title}129`);
    expect(first.text).toContain("This list shows the 120 people that the analysis names.");
    expect(first.text).toContain("Page 1 of 3");
    expect(first.html).not.toContain('rel="prev"');
    expect(first.html).toContain(`href="${pathOf(key, "?page=2")}" rel="next"`);
    const last = await page("?page=3");
    expect(last.names).toEqual(namesOf(items.slice(100)));
    expect(last.html).toContain("<title>Page 3 of 3 · ");
    expect(last.text).toContain("This list shows the 120 people");
  });

  const askedPages: [string, number][] = [
    ["0", 1],
    ["two", 1],
    ["2", 2],
    ["999999999", 3],
  ];
  test.each(everyCase ? askedPages : askedPages.slice(2))(
    "page %s of 3 is page %i",
    async (asked, shown) => {
      const page = await outsideMember(crowd(120));
      for (const query of [`?page=${asked}`, `?q=person&page=${asked}`])
        expect((await page(query)).text).toContain(`Page ${shown} of 3`);
    },
  );

  test.runIf(isTried)(
    "are found by their names whatever the case, page by page and in any order",
    async () => {
      const items = [...crowd(60, "Ana."), ...crowd(5, "bob.")];
      const page = await outsideMember(items);
      const first = await page("?q=%40aNA&sort=username&order=descending");
      expect(first.names).toEqual(namesOf(items.slice(10, 60)).reverse());
      expect(first.text).toContain("60 people match “ ana ”.");
      expect(first.html).toMatch(/<input [^>]*name="q"[^>]*value="ana"/);
      expect(first.html).toContain('<input type="hidden" name="order" value="descending"/>');
      const sorted = "?q=ana&amp;sort=username&amp;order=descending&amp;page=2";
      expect(first.html).toContain(`href="${pathOf(key, sorted)}"`);
      expect(first.html).toContain(`href="${pathOf(key, "?q=ana&amp;sort=name")}"`);
      expect((await page("?q=bob.000003")).names).toEqual(["bob.000003"]);
    },
  );

  test
    .runIf(isTried)
    .each(few(["nobody", "%", "<script>alert(1)</script>", "\u0000", "x".repeat(5_000)], 3))(
    "are not found by %j, which is said",
    async (text) => {
      const page = await outsideMember(crowd(3));
      const found = await page(`?q=${encodeURIComponent(text)}`);
      expect(found.names).toEqual([]);
      expect(found.text).toContain("No one matches");
      expect(found.html).not.toContain("<script>alert");
      expect(found.html).toContain(`href="${pathOf(key)}"`);
      expect(found.html).toContain('name="q"');
    },
  );

  test("are neither shown nor found where they are hidden", async () => {
    const page = await outsideMember(crowd(51), 9);
    const { cookie } = await page();
    const body = new URLSearchParams({ press: "hide", username: "Person.000007" });
    await visit(pathOf(key), { method: "POST", body, cookie });
    const first = await page();
    expect(first.names).toHaveLength(50);
    expect(first.text).toContain(`${title}60`);
    expect(first.text).toContain("1 hidden");
    expect(first.text).toContain("This list shows the 51 people that the analysis names.");
    expect(first.text).not.toContain("Page 1");
    expect((await page("?q=00000")).text).toContain("9 people match");
    expect((await page("?q=000007")).names).toEqual([]);
  });

  test("are one person in words", async () => {
    const { text } = await (await outsideMember([{ username: "ana" }], 9))();
    expect(text).toContain("This list shows the one person that the analysis names.");
  });

  test("are a file, and have a search; of an empty list there is neither", async () => {
    const { html, text } = await (await outsideMember([{ username: "ana" }]))("?q=a&page=9");
    expect(html).toContain('name="q"');
    expect(text).not.toContain("Page 1");
    expect(html).toContain(`href="${pathOf(key)}.csv"`);
    const none = await (await outsideMember([]))();
    expect(none.html).not.toContain('name="q"');
    expect(none.html).not.toContain(".csv");
  });
});
