import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { categoryLabels } from "../../app/features/analysis/analysis-labels.ts";
import { audienceKeys, type CategoryKey, otherKeys } from "../../app/features/analysis/profile.ts";
import { personByKey } from "../../sandbox/people.ts";
import { follower, followersPath, followingPath } from "../features/export/rules/reading.ts";
import { analysisDocuments } from "../setup/analysis-documents.ts";
import { readCsv } from "../setup/read-csv.ts";
import { type Stack, startStack } from "../setup/stack.ts";
import { names, zipped } from "./hostile/good-export.ts";
import { filesCase } from "./hostile/hostile-case.ts";
import { faultsOf } from "./hostile/judge-names.ts";
import { oddNames } from "./hostile/odd-names.ts";
import { wholeLog } from "./log.ts";
import { signInAs } from "./requests.ts";

let stack: Stack;
let cookie: string;
let imported: string[];

const listOf = (users: readonly string[], from: number) =>
  JSON.stringify(users.map((name, index) => follower(name, from + index * 60)));
const account = {
  profile_user: [{ string_map_data: { Username: { value: '"><x-odd>me' } } }],
};
const folder = "connections/followers_and_following";
/** They follow, are followed and asked. */
const exportOf = (day: string, followers: readonly string[], from: number) =>
  filesCase(
    "odd names",
    "used",
    [
      zipped(
        { name: followersPath, content: listOf(followers, from) },
        { name: followingPath, content: listOf(oddNames.toReversed(), 1_650_000_000) },
        {
          name: `${folder}/pending_follow_requests.json`,
          content: listOf(oddNames, 1_660_000_000),
        },
        {
          name: "personal_information/personal_information.json",
          content: JSON.stringify(account),
        },
      ),
    ],
    { takenAt: day },
  );
const crowd = [...names, ...names.map((name) => `${name}.more`)];
/** Words of JavaScript that are usernames on Instagram, too. */
const possible = ["__proto__", "constructor", "prototype", "tostring", "null", "undefined", "nan"];

beforeAll(async () => {
  const people = [personByKey("importer"), personByKey("imported"), personByKey("rich")];
  stack = await startStack({ ANALYSIS_SOURCES: "outside,export" }, people);
  cookie = await signInAs(stack.origin, "importer");
  imported = [];
  for (const [day, followers] of [
    ["2026-05-01", [...crowd, ...oddNames]],
    ["2026-06-01", [...crowd, ...oddNames.map((name) => `=${name}`)]],
    ["2026-07-01", crowd],
  ] as const) {
    const { contentType, body } = exportOf(day, followers, 1_640_000_000);
    const sent = await post("/dashboard/import", contentType, new Uint8Array(body));
    expect(sent.status).toBe(303);
    imported.push(sent.headers.get("location") ?? "");
  }
});
afterAll(() => stack.stop());

const get = (path: string, accept = "text/html") =>
  fetch(stack.origin + path, { headers: { cookie, accept }, redirect: "manual" });
const post = (path: string, type: string, body: BodyInit) =>
  fetch(stack.origin + path, {
    method: "POST",
    headers: { cookie, origin: stack.origin, "content-type": type },
    body,
    redirect: "manual",
  });

/** Without what `fetch` would add by itself. @returns the status */
const sendFrom = (path: string, headers: Record<string, string>, body: string | Uint8Array) =>
  new Promise<number>((resolve, reject) => {
    request(stack.origin + path, { method: "POST", headers, agent: false })
      .on("error", reject)
      .on("response", (response) => resolve(response.resume().statusCode ?? 0))
      .end(body);
  });

const categories = Object.keys(categoryLabels) as CategoryKey[];
const pathsOf = (keys: readonly string[]) => keys.map((key) => `/dashboard/analytics/${key}`);
const lists = () => pathsOf(categories);

it("names that Instagram cannot have are skipped and counted", async () => {
  const read = await Promise.all(
    imported.map(async (path) => (await get(path, "application/json")).json()),
  );
  const skipped = oddNames.length - possible.length;
  expect(read.map(({ state, account: named, counts }) => [state, named, counts])).toEqual([
    ["used", null, { followers: 87, following: possible.length, skipped: skipped * 2 }],
    [
      "used",
      null,
      { followers: 80, following: possible.length, skipped: skipped + oddNames.length },
    ],
    ["used", null, { followers: 80, following: possible.length, skipped }],
  ]);
  const allowed = new Set([...crowd, ...possible]);
  for (const path of lists()) {
    const [, ...rows] = readCsv(await (await get(`${path}.csv`, "*/*")).text());
    expect(rows.filter(([name]) => !allowed.has(name ?? ""))).toEqual([]);
  }
});

/** What was kept before such names were skipped. */
const keptOnce = oddNames.filter((name) => name.length <= 120 && /^[^\s\p{C}/]+$/u.test(name));

const analyses: [kind: string, key: string, keys: readonly CategoryKey[]][] = [
  ["an analysis from before", "imported", categories],
  ["an analysis of the outside system", "rich", [...audienceKeys, ...otherKeys]],
];

describe.each(analyses)("%s", (_, key, keys) => {
  let own: string;
  const open = (path: string, accept = "text/html") =>
    fetch(stack.origin + path, { headers: { cookie: own, accept }, redirect: "manual" });

  beforeAll(async () => {
    const { uid } = personByKey(key);
    own = await signInAs(stack.origin, key);
    for (const [path, content] of Object.entries(key === "rich" ? outside(uid) : before(uid)))
      stack.sandbox.firestore.write(path, content);
  });

  it("has names that are text on every page", async () => {
    // Each name in one of two lists: a subscriber may search 60 times within a minute.
    const searches = keptOnce.map((name, index) => {
      const list = index % 2 === 0 ? "renamed" : "notFollowingBack";
      return `/dashboard/analytics/${list}?q=${encodeURIComponent(name.toWellFormed()).slice(0, 2_000)}`;
    });
    const pages = ["/dashboard/analytics", "/dashboard", ...pathsOf(keys)];
    let shown = 0;
    for (const path of key === "rich" ? pages : [...pages, ...searches]) {
      const answer = await open(path);
      const html = await answer.text();
      expect([path, answer.status, faultsOf(html)]).toEqual([path, 200, []]);
      if (html.includes("&lt;x-odd&gt;")) shown += 1;
    }
    // They were there to be mistaken.
    expect(shown).toBeGreaterThan(5);
  });

  it("has names that are text in every file", async () => {
    let defused = 0;
    for (const path of pathsOf(keys)) {
      const answer = await open(`${path}.csv`, "*/*");
      const [head, ...rows] = readCsv(await answer.text());
      const columns = path.endsWith("/renamed")
        ? ["username", "since", "formerly"]
        : ["username", "since"];
      expect([path, answer.status, head]).toEqual([path, 200, columns]);
      expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
      expect(rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
      for (const row of rows) expect(row).toHaveLength(columns.length);
      defused += rows.flat().filter((cell) => /^'[=+\-@]/.test(cell)).length;
    }
    expect(defused).toBeGreaterThan(10);
  });
});

function before(uid: string) {
  const people = keptOnce.map((username, at) => ({ username, since: 1_640_000_000 + at * 60 }));
  const isNamed = (key: CategoryKey) => key !== "likes" && key !== "comments";
  return analysisDocuments(uid, {
    people: Object.fromEntries(categories.filter(isNamed).map((key) => [key, people])),
    former: people.map(({ username, since }) => ({ username: `=${username}`, since })),
    totals: { likes: 5, comments: 5 },
  }).documents;
}

function outside(uid: string) {
  const items = oddNames.map((username) => ({ username, fullName: username, picUrl: username }));
  const group = (keys: readonly string[]) =>
    Object.fromEntries(keys.map((key) => [key, { totalValue: 900, items }]));
  return {
    [`profiles/${uid}`]: {
      _insights: { status: "completed" },
      _updatedAt: new Date("2026-07-01"),
      _calculatedData: { audience: group(audienceKeys), other: group(otherKeys) },
    },
  };
}

it("nothing that is asked for breaks a list", async () => {
  const odd = ["", "0", "-1", "1e9", "NaN", "9".repeat(400), "1.5", "0x1", " 2 ", "١", "[]", "\0"];
  const queries = [
    ...odd.map((page) => `?page=${encodeURIComponent(page)}`),
    ...odd.map((page) => `?q=a&page=${encodeURIComponent(page)}`),
    ...["?q=%", "?q=%ff", "?q=%ed%a0%80", "?q=%00", "?q=a&q=b", "?q[]=a", "?q=(", "?q=.*", "?q=\\"],
    `?q=${"x".repeat(5_000)}`,
    `?q=${"%F0%9F%98%80".repeat(300)}`,
    "?q=%CC%81",
  ];
  for (const query of queries) {
    const answer = await get(`/dashboard/analytics/friends${query}`);
    expect([query, answer.status, faultsOf(await answer.text())]).toEqual([query, 200, []]);
  }
});

it("a page of somebody else can neither import nor take back, and nobody can without a session", async () => {
  const { contentType, body } = exportOf("2026-08-01", crowd, 1_640_000_000);
  const [, , last = ""] = imported;
  const states = () =>
    Object.values(stack.sandbox.firestore.readAll("imports")).map(({ state }) => state);
  const before = states();
  const discard = "application/x-www-form-urlencoded";
  const foreign: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { referer: "https://evil.example/" },
    // Nothing tells where it comes from, and it has no token.
    {},
  ];
  for (const from of foreign)
    for (const [path, type, content] of [
      ["/dashboard/import", contentType, new Uint8Array(body)],
      [last, discard, "press=discard"],
    ] as const) {
      const headers = { cookie, "content-type": type, ...from };
      const answer = await sendFrom(path, headers, content);
      expect([path, from, answer]).toEqual([path, from, 403]);
    }
  const own = { origin: stack.origin };
  for (const session of ["", "__session=forged", `${cookie}x`]) {
    const headers = { ...own, cookie: session, "content-type": discard };
    expect(await sendFrom(last, headers, "press=discard")).toBe(302);
  }
  expect(states()).toEqual(before);
});

it("somebody else sees nothing of it", async () => {
  cookie = await signInAs(stack.origin, "imported");
  for (const path of imported) {
    expect((await get(path)).status).toBe(404);
    expect((await get(path, "application/json")).status).toBe(404);
    const pressed = await post(path, "application/x-www-form-urlencoded", "press=discard");
    expect(pressed.status).toBe(404);
  }
  const bad = /"level":"(error|fatal)"|Unhandled|Warning:/;
  const log = (await wholeLog(stack)).split("\n");
  expect(log.filter((line) => bad.test(line))).toEqual([]);
  // No names in the log: some of them are short words.
  expect(log.filter((line) => /x-odd|hyperlink|name\.\d/i.test(line))).toEqual([]);
});
