import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { crowd, memberWithAnalysis } from "#tests/setup/analyses";
import { visit } from "#tests/setup/app";
import { signedIn } from "#tests/setup/requests";
import { firestore } from "~/clients/firebase.server";
import { csvLine } from "~/domain/csv";
import { categoryKeys } from "~/domain/profile";

const path = (key: string) => `/dashboard/analytics/${key}.csv`;

/** Reads RFC 4180: CRLF between lines, quotes around cells that need them, two quotes for one. */
function readCsv(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = "";
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
        if (at >= text.length) throw new Error("a quote is open");
        if (text[at] === '"') at += 1;
        cell += text[at];
      }
      at += 1;
    } else for (; at < text.length && !/[",\r\n]/.test(text[at] ?? ""); at += 1) cell += text[at];
    line.push(cell);
    if (text[at] === ",") at += 1;
    else if (text.startsWith("\r\n", at)) {
      lines.push(line);
      line = [];
      at += 2;
    } else throw new Error(`neither a comma nor the end of a line at ${at}`);
  }
  return lines;
}

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
      { numRuns: 300 },
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

test("100,000 people arrive piece by piece, and all of them", async () => {
  const { cookie } = await memberWithAnalysis({ people: { fans: crowd(100_000) } });
  const answer = await visit(path("fans"), { cookie });
  expect(answer.headers.get("content-length")).toBeNull();
  const lines = (await answer.text()).split("\r\n");
  expect(lines).toHaveLength(100_002);
  expect(lines.at(-2)).toMatch(/^person\.099999,/);
}, 30_000);

test.each(categoryKeys)("%s has a file, also where nobody stands in it", async (key) => {
  const notes = { [key]: "needs-connection" };
  const { cookie } = await memberWithAnalysis({ totals: { [key]: null }, notes });
  const answer = await visit(path(key), { cookie });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toMatch(/^username,since(,formerly)?\r\n$/);
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

test.each(["rich", "processing", "pending"])(
  "%s, without an analysis made here, has none",
  async (key) => {
    const answer = await visit(path("fans"), { cookie: await signedIn(key) });
    expect(answer.status).toBe(404);
  },
);

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
