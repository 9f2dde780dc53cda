import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { few } from "#tests/setup/cases";
import {
  day,
  exportOf,
  fileOf,
  history,
  type ImportJson,
  importInto,
  type Member,
  newMember,
  pageAt,
  press,
  withExports,
} from "#tests/setup/imports";
import { sandbox } from "#tests/setup/outside";
import { formatDate } from "~/platform/values/dates";

withExports();

const page = "/dashboard/analytics/compare";
const file = "/dashboard/analytics/compare.csv";
const asked = (from: string, to: string, more: Record<string, string> = {}) =>
  `?${new URLSearchParams({ from, to, ...more })}`;

let member: Member;
let ids: [string, string, string];
let keepMember = () => {};

beforeAll(async () => {
  member = await newMember();
  const imported: string[] = [];
  for (const daysBefore of [60, 30, 0])
    imported.push((await importInto(member, await exportOf(daysBefore))).id);
  ids = imported as typeof ids;
  const { accounts, subscriptions } = sandbox.world;
  const account = accounts.get(member.uid);
  const plan = subscriptions.find(({ uid }) => uid === member.uid);
  keepMember = () => {
    if (account) accounts.set(member.uid, account);
    if (plan) subscriptions.push(plan);
  };
});
// The sandbox forgets them before each test.
beforeEach(() => keepMember());

const statusOf = async ({ cookie }: Member, address: string) =>
  (await visit(address, { cookie })).status;

async function linesOf({ cookie }: Member, address: string): Promise<string[]> {
  const answer = await visit(address, { cookie });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toContain("text/csv");
  return (await answer.text()).replace("\ufeff", "").split("\r\n").slice(0, -1);
}

const namesOf = (lines: readonly string[]) =>
  new Set(lines.slice(1).map((line) => line.split(",")[0]));

test("who has to sign in first comes back to the same two", async () => {
  const address = page + asked("one", "other");
  const { headers } = await visit(`${address}&creds=secret`, { redirect: "manual" });
  const clean = headers.get("location") ?? "";
  const refused = await visit(clean, { redirect: "manual" });
  const { searchParams } = new URL(refused.headers.get("location") ?? "", "http://localhost");
  expect(searchParams.get("redirectTo")).toBe(address);
});

test("who came, left and was renamed between any two, by people and as files", async () => {
  const [first, , last] = ids;
  const truth = history.truthBetween(history.end - 60 * day, history.end);
  const words = await pageAt(member, `${page}${asked(first, last)}`);
  expect(words).toMatch(/\d+ more (people|person) came and left in between/);
  for (const kind of ["lost", "new", "renamed", "returned", "refollowed"] as const) {
    const lines = await linesOf(member, `${file}${asked(first, last, { kind })}`);
    expect(lines[0]).toBe(kind === "renamed" ? "username,since,formerly" : "username,since");
    const expected = new Set(truth[kind].map(({ username }) => username));
    const unknowable = new Set(
      truth.unknowable.flatMap(({ before, after }) => [...before, ...after]),
    );
    for (const name of expected) expect(namesOf(lines), kind).toContain(name);
    for (const name of namesOf(lines))
      if (!unknowable.has(name ?? "")) expect(expected, kind).toContain(name);
    for (const name of [...namesOf(lines)].slice(0, 50)) expect(words, kind).toContain(name);
  }
  expect(truth.lost.length).toBeGreaterThan(3);
  const renamed = await linesOf(member, `${file}${asked(first, last, { kind: "renamed" })}`);
  const [one] = truth.renamed;
  expect(renamed.find((line) => line.startsWith(`${one?.username},`))).toContain(one?.formerly);
});

test("searched, and one kind at a time", async () => {
  const [first, , last] = ids;
  const lost = [
    ...namesOf(await linesOf(member, `${file}${asked(first, last, { kind: "lost" })}`)),
  ];
  const found = await pageAt(member, `${page}${asked(first, last, { q: lost[0] ?? "" })}`);
  expect(found).toContain("1 person matches");
  expect(found).toContain(lost[0]);
  expect(found).not.toContain(lost[1]);
  const alone = await pageAt(member, `${page}${asked(first, last, { kind: "new" })}`);
  expect(alone).toContain("Show all changes");
  expect(alone).not.toContain(lost[0]);
});

test("the order of time, one and the same, and the form", async () => {
  const [first, second, last] = ids;
  for (const at of [page, file]) {
    const answer = await visit(`${at}${asked(last, first, { kind: "lost", q: "a" })}`, {
      cookie: member.cookie,
    });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(
      `${at}${asked(first, last, { kind: "lost", q: "a" })}`,
    );
  }
  expect(await pageAt(member, `${page}${asked(second, second)}`)).toContain(
    "one and the same export",
  );
  const form = await (await visit(page, { cookie: member.cookie })).text();
  for (const id of ids) expect(form.split(`value="${id}"`)).toHaveLength(3);
  const half = await (await visit(`${page}?to=${last}`, { cookie: member.cookie })).text();
  expect(half).toMatch(
    new RegExp(`selected=""[^>]*value="${second}"|value="${second}"[^>]*selected`),
  );
});

test("without exports the form says what is needed", async () => {
  const words = await pageAt(await newMember(), page);
  expect(words).toContain("This needs two exports in use.");
});

test("a kind of file that there is not is 400, before anything else", async () => {
  for (const kind of ["unclear", "", "lostFollowers", "Lost"])
    expect(await statusOf(member, `${file}${asked(ids[0], ids[1], { kind })}`)).toBe(400);
  expect(await statusOf(member, `${file}?kind=lost`)).toBe(404);
});

test("imports that are unknown, somebody else's, held, refused or discarded are not there", async () => {
  const other = await newMember();
  const theirs = await importInto(other, await exportOf(0));
  const own = await newMember();
  const used = await importInto(own, await exportOf(60));
  const refused = await importInto(own, [fileOf("a.json", "{}")]);
  const small = fileOf(
    "followers_1.json",
    JSON.stringify([
      { title: "", string_list_data: [{ href: "", value: "solo", timestamp: history.end - day }] },
    ]),
  );
  const held = await importInto(own, [small], {
    takenAt: new Date(history.end * 1_000).toISOString(),
  });
  const gone = await importInto(own, await exportOf(20));
  await press(own, gone.id, "discard");
  const states = await Promise.all(
    [used, refused, held, gone].map(async ({ id }) => {
      const answer = await visit(`/dashboard/import/${id}`, {
        cookie: own.cookie,
        headers: { accept: "application/json" },
      });
      return ((await answer.json()) as ImportJson).state;
    }),
  );
  expect(states).toEqual(["used", "refused", "held", "discarded"]);
  const unknown = "00000000-0000-4000-8000-000000000000";
  for (const id of few([theirs.id, refused.id, gone.id, unknown, held.id, "..", "a/b"], 4)) {
    const queries = [
      asked(used.id, id),
      asked(id, used.id),
      asked(id, id),
      `?to=${encodeURIComponent(id)}`,
    ];
    for (const query of id === theirs.id ? queries : few(queries, 1)) {
      expect(await statusOf(own, `${page}${query}`), query).toBe(404);
      expect(await statusOf(own, `${file}${query}&kind=lost`), query).toBe(404);
    }
  }
  expect(await statusOf(other, `${page}${asked(ids[0], ids[1])}`)).toBe(404);
  expect(await statusOf(member, `${page}${asked(ids[0], theirs.id)}`)).toBe(404);
});

test("the import's page and growth lead there", async () => {
  const html = async (address: string) =>
    (await (await visit(address, { cookie: member.cookie })).text()).replaceAll("&amp;", "&");
  expect(await html(`/dashboard/import/${ids[2]}`)).toContain(`${page}?to=${ids[2]}`);
  const growth = await html("/dashboard/growth?range=all");
  expect(growth).toContain(`${page}${asked(ids[0], ids[1])}`);
  expect(growth).toContain(`${page}${asked(ids[1], ids[2])}`);
  expect(await pageAt(member, `${page}${asked(ids[1], ids[2])}`)).toContain(
    formatDate(history.end * 1_000 - 30 * day * 1_000),
  );
});

// The last, because it takes one of the exports away.
test("what is discarded is compared no more, and what is computed again is compared again", async () => {
  const [first, second, last] = ids;
  const before = await linesOf(member, `${file}${asked(first, last, { kind: "lost" })}`);
  await press(member, second, "discard");
  const after = await linesOf(member, `${file}${asked(first, last, { kind: "lost" })}`);
  expect(after).toEqual(before);
  const between = "came and left in between";
  expect(await pageAt(member, `${page}${asked(first, last)}`)).not.toContain(between);
  expect(await statusOf(member, `${page}${asked(first, second)}`)).toBe(404);

  const lookThrough = await import("~/features/imports/services/look-through.server");
  const { usedImports } = lookThrough;
  vi.spyOn(lookThrough, "usedImports").mockImplementationOnce(async (uid) => {
    const used = await usedImports(uid);
    // Once the list is read, another request uses one more.
    const { id } = await importInto(member, await exportOf(30));
    await press(member, id, "use");
    return used;
  });
  expect(await pageAt(member, `${page}${asked(first, last)}`)).not.toContain(between);
  expect(await pageAt(member, `${page}${asked(first, last)}`)).toContain(between);
});
