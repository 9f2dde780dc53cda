import { expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { everyCase, few } from "#tests/setup/cases";
import {
  day,
  type ImportJson,
  importAt,
  type Member,
  newMember,
  pageAt,
  press,
  profileOf,
  taken,
  takes,
  withExports,
} from "#tests/setup/imports";
import { firestore } from "~/platform/store/firebase.server";

withExports();

const at = (key: string) => `/dashboard/analytics/${key}`;

async function say(member: Member, says: "same-person" | "not-same-person", pair: string) {
  const [old = "", now = ""] = pair.split("=");
  const body = new URLSearchParams({ press: says, old, new: now });
  return visit(at("renamed"), { method: "POST", body, cookie: member.cookie });
}

const changesOf = async (member: Member, { id }: ImportJson) =>
  (await importAt(member, `/dashboard/import/${id}`)).changes;

async function fileAt({ cookie }: Member, key: string): Promise<string> {
  return (await visit(`${at(key)}.csv`, { cookie })).text();
}

/** All that pages, files and the stored document say. */
async function everything(member: Member, imports: readonly ImportJson[]) {
  const { _updatedAt, ...profile } = await profileOf(member);
  return JSON.stringify([
    profile,
    ...(await Promise.all(
      ["lostFollowers", "newFollowers", "renamed", "fans", "returned"].map((key) =>
        fileAt(member, key),
      ),
    )),
    await pageAt(member, "/dashboard/growth?range=all"),
    await Promise.all(imports.map((one) => changesOf(member, one))),
  ]);
}

const since = (name: string, days: number) =>
  `${name},${new Date((taken - days * day) * 1_000).toISOString().replace(".000", "")}`;

test("said, two names are one person everywhere; taken back, all is as before", async () => {
  const member = await newMember();
  const first = await takes(member, 0, { "ana.silva": taken - 90 * day, ben: taken - 80 * day });
  const second = await takes(member, 30, { ana_silva: taken + 20 * day, ben: taken - 80 * day });
  const imports = [first, second];
  const before = await everything(member, imports);
  expect(second.changes).toMatchObject({ new: 1, lost: 1, renamed: 0 });
  const suggestion = await pageAt(member, at("lostFollowers"));
  expect(suggestion).toContain("The same person under a new name?");
  expect(await pageAt(member, at("newFollowers"))).toContain("ana.silva");

  const answer = await say(member, "same-person", " ANA.silva=ana_silva");
  expect([answer.status, answer.headers.get("location")]).toEqual([303, at("renamed")]);
  expect(answer.headers.get("set-cookie")).toContain("done=joined;");
  expect(await changesOf(member, second)).toMatchObject({ new: 0, lost: 0, renamed: 1 });
  expect(await fileAt(member, "renamed")).toContain(`${since("ana_silva", 90)},ana.silva\r\n`);
  expect(await fileAt(member, "lostFollowers")).not.toContain("ana");
  expect(await fileAt(member, "newFollowers")).not.toContain("ana");
  expect(await fileAt(member, "fans")).toContain(since("ana_silva", 90));
  expect(await pageAt(member, at("lostFollowers"))).not.toContain("ana");
  const compared = await pageAt(member, `${at("compare")}?from=${first.id}&to=${second.id}`);
  expect(compared).toContain("formerly ana.silva");
  for (const name of ["ana.silva", "ana_silva"]) {
    const person = await pageAt(member, `/dashboard/people/${name}`);
    expect(person).toContain("Renamed from ana.silva to ana_silva");
    expect(person).toContain("You have said that this is one person");
    expect(person).not.toContain("Left");
  }
  expect((await say(member, "same-person", "ana.silva=ana_silva")).status).toBe(303);

  const back = await say(member, "not-same-person", "ana.silva=ana_silva");
  expect(back.status).toBe(303);
  expect(back.headers.get("set-cookie")).toContain("done=parted;");
  expect(await everything(member, imports)).toBe(before);
});

test("a list is one form with one placeholder, and each of its buttons says a pair: a form for each made kept pages many times as large", async () => {
  const member = await newMember();
  await takes(member, 0, { "ana.silva": taken - 90 * day, "bo.lee": taken - 80 * day });
  await takes(member, 30, { ana_silva: taken + 20 * day, bo_lee: taken + 21 * day });
  const pressed = async (key: string, says: string) => {
    const html = await (await visit(at(key), { cookie: member.cookie })).text();
    const forms = html.split("<form ").filter((one) => one.includes('name="pair"'));
    const [form = ""] = forms;
    const pairs = [...form.matchAll(/name="pair" value="([^"]*)"/g)].map(([, pair]) => pair ?? "");
    const placeholders = form.split("</form>", 1)[0]?.match(/name="whose"/g)?.length;
    expect([forms.length, placeholders]).toEqual([1, 1]);
    const body = new URLSearchParams({ press: says, pair: pairs[0] ?? "" });
    const answer = await visit(at("renamed"), { method: "POST", body, cookie: member.cookie });
    return [answer.status, ...pairs.sort()];
  };
  const two = ["ana.silva ana_silva", "bo.lee bo_lee"];
  expect(await pressed("lostFollowers", "same-person")).toEqual([303, ...two]);
  expect(await pressed("lostFollowers", "same-person")).toHaveLength(2);
  expect(await pressed("renamed", "not-same-person")).toEqual([303, ...two]);
});

test.each([
  ["the older", 0],
  ["the newer", 1],
])(
  "a pair that has no effect any more names nobody hidden: the import with %s name goes",
  async (_, gone) => {
    const member = await newMember();
    const ben = taken - 80 * day;
    const imports = [
      await takes(member, 0, { ana: taken - 90 * day, ben }),
      await takes(member, 30, { cleo: taken + 20 * day, ben }),
    ];
    expect((await say(member, "same-person", "ana=cleo")).status).toBe(303);
    await takes(member, 60, { dora: taken + 20 * day, ben });
    const hide = new URLSearchParams({ press: "hide", username: "dora" });
    await visit(at("hidden"), { method: "POST", body: hide, cookie: member.cookie });
    await press(member, imports[gone]?.id ?? "", "discard");
    const page = await pageAt(member, at("renamed"));
    expect(page).not.toMatch(/\b(ana|cleo)\b/);
    expect(page).not.toContain("Without effect");
  },
);

test("who left and followed again under a new name is suggested by the subscriber's own follow, and joined by nobody else", async () => {
  const member = await newMember();
  const own = taken - 60 * day;
  await takes(member, 0, { quill: taken - 90 * day }, { quill: own });
  const next = await takes(member, 30, { zephyr: taken + 20 * day }, { zephyr: own });
  expect(next.changes).toMatchObject({ new: 1, lost: 1, renamed: 0 });
  for (const key of ["lostFollowers", "newFollowers"]) {
    const words = await pageAt(member, at(key));
    expect(words).toContain("or you have followed both since the same second");
    expect(words).toMatch(/quill\s*→\s*zephyr/);
  }
  expect(await changesOf(member, next)).toMatchObject({ new: 1, lost: 1, renamed: 0 });
  const hide = new URLSearchParams({ press: "hide", username: "quill" });
  await visit(at("hidden"), { method: "POST", body: hide, cookie: member.cookie });
  expect(await pageAt(member, at("newFollowers"))).not.toContain("The same person under");
});

test.runIf(everyCase)("without times, each stands beside their own old name", async () => {
  const member = await newMember();
  await takes(member, 0, { ana: null, ben: null, cleo: null });
  const next = await takes(member, 30, { dora: null, emil: null, cleo: null });
  expect(next.changes).toMatchObject({ new: 2, lost: 2, renamed: 0 });
  for (const pair of ["ana=dora", "ben=emil"])
    expect((await say(member, "same-person", pair)).status).toBe(303);
  const file = await fileAt(member, "renamed");
  expect(file).toContain("dora,,ana\r\n");
  expect(file).toContain("emil,,ben\r\n");
  expect(await changesOf(member, next)).toMatchObject({ new: 0, lost: 0, renamed: 2 });
});

test("what cannot be is refused, changes nothing, and the form keeps what was typed", async () => {
  const member = await newMember();
  const first = await takes(member, 0, { ana: taken - 90 * day, ben: taken - 80 * day });
  const second = await takes(member, 30, { cleo: taken + 20 * day, dora: taken + 21 * day });
  const imports = [first, second];
  expect((await say(member, "same-person", "ana=cleo")).status).toBe(303);
  const before = await everything(member, imports);
  const refused = [
    "ana=dora",
    "ben=cleo",
    "ben=ben",
    "ben=stays1",
    "stays1=dora",
    "ben=nobody.at.all",
    "nobody.at.all=dora",
    "=dora",
    "ben=",
    "",
    "dora=ben",
  ];
  for (const pair of few(refused, 4)) {
    const answer = await say(member, "same-person", pair);
    expect(answer.status, pair).toBe(422);
    const html = await answer.text();
    expect(html).toContain('role="alert"');
    const [old] = pair.split("=");
    if (old) expect(html).toContain(`value="${old}"`);
  }
  expect((await say(member, "not-same-person", "ben=dora")).status).toBe(422);
  expect(await everything(member, imports)).toBe(before);
  const { same } =
    (await (await firestore()).doc(`peopleChoices/${member.uid}`).get()).data() ?? {};
  expect(same).toEqual([{ old: "ana", new: "cleo" }]);
});

// same-people.test.ts has each of these by itself.
test.runIf(everyCase)(
  "a chain; it ends where an export has both; a discarded import leaves it without effect",
  async () => {
    const member = await newMember();
    const first = await takes(member, 0, { ana: taken - 90 * day });
    const second = await takes(member, 30, { ben: taken + 20 * day });
    const third = await takes(member, 60, { cleo: taken + 50 * day });
    for (const pair of ["ben=cleo", "ana=ben"])
      expect((await say(member, "same-person", pair)).status, pair).toBe(303);
    expect((await say(member, "same-person", "cleo=ana")).status).toBe(422);
    expect(await fileAt(member, "fans")).toContain(since("cleo", 90));
    const whole = await everything(member, [first, second, third]);

    await press(member, second.id, "discard");
    // Nobody has ever seen ben: ana is lost and cleo is new.
    expect(await changesOf(member, third)).toMatchObject({ new: 1, lost: 1, renamed: 0 });
    expect(await pageAt(member, at("renamed"))).toContain("Without effect");
    const again = await takes(member, 30, { ben: taken + 20 * day });
    expect(await everything(member, [first, again, third])).toBe(whole);

    const both = await takes(member, 90, { ben: taken + 20 * day, cleo: taken + 50 * day });
    expect(both.changes).toMatchObject({ returned: 1, new: 0, lost: 0, refollowed: 0 });
    expect(await changesOf(member, third)).toMatchObject({ renamed: 1 });
  },
);

test.runIf(everyCase)(
  "hidden under one name, they are hidden under both, and shown by either",
  async () => {
    const member = await newMember();
    await takes(member, 0, { ana: taken - 90 * day });
    await takes(member, 30, { cleo: taken + 20 * day });
    const hide = (what: string, username: string) =>
      visit(at("hidden"), {
        method: "POST",
        body: new URLSearchParams({ press: what, username }),
        cookie: member.cookie,
      });
    for (const name of ["ana", "cleo"]) expect((await hide("hide", name)).status).toBe(303);
    expect((await say(member, "same-person", "ana=cleo")).status).toBe(303);
    for (const key of ["renamed", "fans", "lostFollowers"]) {
      expect(await fileAt(member, key)).not.toMatch(/ana|cleo/);
      expect(await pageAt(member, at(key))).not.toMatch(/\b(ana|cleo)\b/);
    }
    expect((await hide("show", "cleo")).status).toBe(303);
    expect(await fileAt(member, "renamed")).toContain(`${since("cleo", 90)},ana`);
  },
);

test("who has no export has said nothing, so nothing can be taken back", async () => {
  const member = await newMember();
  const answer = await say(member, "not-same-person", "ana=ben");
  expect(answer.status).toBe(422);
  expect(answer.headers.get("set-cookie") ?? "").not.toContain("done=");
});

test("for an outside profile there is no such thing", async () => {
  const member = await newMember();
  await (await firestore()).doc(`profiles/${member.uid}`).set({
    _insights: { status: "completed" },
    _updatedAt: new Date(),
    _calculatedData: { audience: { fans: { totalValue: 1, items: [{ username: "nora" }] } } },
  });
  for (const says of ["same-person", "not-same-person"] as const) {
    const body = new URLSearchParams({ press: says, old: "nora", new: "ben" });
    const answer = await visit(at("fans"), { method: "POST", body, cookie: member.cookie });
    expect(answer.status).toBe(404);
  }
});
