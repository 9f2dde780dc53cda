import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { crowd, memberWithAnalysis } from "#tests/setup/analyses";
import { visit } from "#tests/setup/app";
import { everyCase, few } from "#tests/setup/cases";
import { newMember } from "#tests/setup/member";
import { readCsv } from "#tests/setup/read-csv";
import { categoryKeys } from "~/features/analysis/profile";
import { firestore } from "~/platform/store/firebase.server";
import { csvLine } from "~/platform/values/csv";

const path = (key: string) => `/dashboard/analytics/${key}.csv`;

/** What has a meaning in a file of cells, and what has none. */
const telling = fc.constantFrom(..."=+-@\t\r\n,\"' ;a1é\u0000", "💃", "\ud83d");

describe("a line", () => {
  test("comes back from a reader as it was, but for the apostrophe before a formula", () =>
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: telling }), { minLength: 1, maxLength: 4 }),
        (cells) => {
          const [read] = readCsv(csvLine(cells));
          expect(read).toEqual(
            cells.map((cell) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)),
          );
        },
      ),
      { numRuns: everyCase ? 300 : 100 },
    ));

  test.each([
    ["=HYPERLINK(1)", "'=HYPERLINK(1)\r\n"],
    ["+1", "'+1\r\n"],
    ["-1", "'-1\r\n"],
    ["@ana", "'@ana\r\n"],
    ["\t=1", "'\t=1\r\n"],
    ["\r=1", '"\'\r=1"\r\n'],
    ["a,b", '"a,b"\r\n'],
    ['a"b', '"a""b"\r\n'],
    ["a=b", "a=b\r\n"],
    // What the app has computed is a number there, too.
    [-0.262, "-0.262\r\n"],
    [-12, "-12\r\n"],
    [-0, "0\r\n"],
    [1e-7, "1e-7\r\n"],
    [1_204, "1204\r\n"],
  ])("%j is %j", (cell, line) => expect(csvLine([cell])).toBe(line));
});

test("a category is whole, in its order, with its times", async () => {
  const people = crowd(120).reverse();
  const { cookie } = await memberWithAnalysis({ people: { friends: crowd(40), fans: people } });
  const answer = await visit(path("fans"), { cookie });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="fans.csv"');
  expect(answer.headers.get("cache-control")).toContain("private, no-store");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  const text = await answer.text();
  expect(text.endsWith("\r\n")).toBe(true);
  const [head, ...lines] = readCsv(text);
  expect(head).toEqual(["username", "since"]);
  expect(lines).toEqual(
    people.map(({ username, since }) => [
      username,
      new Date(since * 1_000).toISOString().replace(".000", ""),
    ]),
  );
});

test("an unknown second is empty, formulas are defused, and commas do not split", async () => {
  const people = {
    fans: ["=cmd()", 'a,"b"', "line\nbreak"].map((username) => ({ username, since: undefined })),
  };
  const { cookie } = await memberWithAnalysis({ people });
  const text = await (await visit(path("fans"), { cookie })).text();
  expect(readCsv(text).slice(1)).toEqual([
    ["'=cmd()", ""],
    ['a,"b"', ""],
    ["line\nbreak", ""],
  ]);
});

test("the renamed come with what they were called", async () => {
  const { cookie } = await memberWithAnalysis({
    people: { renamed: [{ username: "new", since: 86_400 }] },
    former: [
      { username: "that", since: 86_400 },
      { username: "this", since: 86_400 },
    ],
  });
  expect(await (await visit(path("renamed"), { cookie })).text()).toBe(
    "username,since,formerly\r\nnew,1970-01-02T00:00:00Z,that or this\r\n",
  );
});

const many = everyCase ? 100_000 : 25_000;

test(`${many.toLocaleString("en-US")} people arrive piece by piece, and all of them`, async () => {
  const { cookie } = await memberWithAnalysis({ people: { fans: crowd(many) } });
  const answer = await visit(path("fans"), { cookie });
  expect(answer.headers.get("content-length")).toBeNull();
  const lines = (await answer.text()).split("\r\n");
  expect(lines).toHaveLength(many + 2);
  expect(lines.at(-2)).toMatch(new RegExp(`^person\\.0${many - 1},`));
});

test.each(few(categoryKeys, 5))("%s has a file, also where nobody stands in it", async (key) => {
  const notes = { [key]: "needs-connection" };
  const { cookie } = await memberWithAnalysis({ totals: { [key]: null }, notes });
  const answer = await visit(path(key), { cookie });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toMatch(/^username,since(,formerly)?\r\n$/);
});

test("a file begins with the mark by which spreadsheets know UTF-8, once", async () => {
  const { cookie } = await memberWithAnalysis({ people: { fans: crowd(12_000) } });
  const bytes = Buffer.from(await (await visit(path("fans"), { cookie })).arrayBuffer());
  expect(bytes.subarray(0, 12).toString("utf8")).toBe("\ufeffusername,");
  expect(bytes.lastIndexOf("\ufeff")).toBe(0);
});

test("HEAD has the same head and nothing else", async () => {
  const { cookie } = await memberWithAnalysis({ people: { fans: crowd(3) } });
  const answer = await visit(path("fans"), { cookie, method: "HEAD" });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
});

test("a visitor is sent to sign in", async () => {
  const answer = await visit(path("fans"));
  expect(answer.status).toBe(302);
  expect(answer.headers.get("location")).toMatch(/^\/sign-in/);
  expect(await answer.text()).toBe("");
});

describe("of a profile that the outside system wrote", () => {
  const outside = async (audience?: object) => {
    const { uid, cookie } = await newMember();
    await (await firestore()).doc(`profiles/${uid}`).set({
      _insights: { status: "processing" },
      ...(audience && {
        _calculatedData: { audience, other: { likes: { totalValue: 3, items } } },
      }),
    });
    return async (key: string) => {
      const answer = await visit(path(key), { cookie });
      return { status: answer.status, text: await answer.text() };
    };
  };
  const items = [{ username: "ana", fullName: "Ana A" }, { username: "=b,c" }];

  test.each([
    ["fans", 'username,since\r\nana,\r\n"\'=b,c",\r\n'],
    ["likes", 'username,since\r\nana,\r\n"\'=b,c",\r\n'],
    // Of 900, none is named.
    ["friends", "username,since\r\n"],
    ["newFollowers", "username,since\r\n"],
    ["lostFollowers", undefined],
    ["comments", undefined],
    ["renamed", undefined],
  ])("%s is %j", async (key, expected) => {
    const read = await outside({
      fans: { totalValue: 40, items },
      friends: { totalValue: 900, items: [] },
      newFollowers: { totalValue: 0, items: [] },
    });
    const { status, text } = await read(key);
    expect(status).toBe(expected === undefined ? 404 : 200);
    if (expected !== undefined) expect(text).toBe(expected);
  });

  test("whose subscriber had an analysis made here before, only its own names are in it", async () => {
    const { uid, cookie } = await memberWithAnalysis({ people: { fans: crowd(3) } });
    await (await firestore()).doc(`profiles/${uid}`).set({
      _insights: { status: "completed" },
      _calculatedData: { audience: { fans: { totalValue: 2, items } } },
    });
    expect(await (await visit(path("fans"), { cookie })).text()).toContain("\r\nana,\r\n");
  });

  test("that has no list yet, there is no file", async () => {
    const read = await outside();
    for (const key of categoryKeys) expect((await read(key)).status, key).toBe(404);
  });
});

test("where there is no profile, there is no file", async () => {
  const { cookie } = await newMember();
  expect((await visit(path("fans"), { cookie })).status).toBe(404);
});

test.each(["unknown", "constructor", "updates"])("%s.csv is no file", async (key) => {
  const { cookie } = await memberWithAnalysis({ people: { fans: crowd(3) } });
  expect((await visit(path(key), { cookie })).status).toBe(404);
});

test("a list that cannot be read has a page, not half a file", async () => {
  const { uid, cookie } = await memberWithAnalysis({ people: { fans: crowd(3) } });
  await (await firestore()).doc(`analyses/${uid}`).update({ generation: "gone" });
  const answer = await visit(path("fans"), { cookie });
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain("half of it");
});

test("a file whose end cannot be read breaks off: half of it must not look whole", async () => {
  const { uid, cookie } = await memberWithAnalysis({ people: { fans: crowd(12_000) } });
  const database = await firestore();
  const generation = (await database.doc(`analyses/${uid}`).get()).get("generation");
  await database.doc(`analysisLists/${uid}-${generation}-2`).delete();
  const answer = await visit(path("fans"), { cookie });
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow();
});
