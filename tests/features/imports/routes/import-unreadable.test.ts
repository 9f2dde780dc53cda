import { expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { everyCase, few } from "#tests/setup/cases";
import {
  day,
  exportOf,
  type ImportJson,
  importAt,
  importInto,
  kept,
  type Member,
  newMember,
  nothingKept,
  pageAt,
  press,
  profileOf,
  send,
  taken,
  takes,
  withExports,
} from "#tests/setup/imports";
import { refigure } from "#tests/setup/readings";
import { resetApp } from "#tests/setup/reset-app";
import { firestore } from "~/platform/store/firebase.server";
import { addresses } from "~/platform/values/addresses";

withExports();

const said = "We cannot read one of your exports any more";
const list = "/dashboard/import";

const documentOf = async ({ id }: Pick<ImportJson, "id">) =>
  (await firestore()).doc(`imports/${id}`);

async function spoil(one: Pick<ImportJson, "id">, fields: object = { counts: "many" }) {
  await (await documentOf(one)).update({ ...fields });
}

const remove = (member: Member, { id }: Pick<ImportJson, "id">) => press(member, id, "remove");

/** A subscriber with three exports in use, the oldest first. */
async function withThree() {
  const member = await newMember();
  const imports: ImportJson[] = [];
  for (const daysBefore of [60, 30, 0])
    imports.push(await importInto(member, await exportOf(daysBefore)));
  const [first, second, third] = imports as [ImportJson, ImportJson, ImportJson];
  return { member, first, second, third };
}

/** All that stands on the pages of figures. */
async function figuresOf(member: Member) {
  const database = await firestore();
  const { changes, index } = (await database.doc(`analyses/${member.uid}`).get()).data() ?? {};
  const counts = Object.values(changes ?? {})
    .map((one) => JSON.stringify(one))
    .toSorted();
  return { profile: await profileOf(member), counts, index };
}

const hide = ({ cookie }: Member, username: string) =>
  visit("/dashboard/analytics/hidden", {
    method: "POST",
    body: new URLSearchParams({ press: "hide", username }),
    cookie,
  });

// Of the second all that follows is computed anew, too. That the first and the third are removed is tried below, without their figures.
test.each(everyCase ? (["first", "second", "third"] as const) : (["second"] as const))(
  "the %s of three that cannot be read is removed by its owner, and all is as if it had been taken back",
  async (which) => {
    const [twin, own] = [await withThree(), await withThree()];
    expect((await press(twin.member, twin[which].id, "discard")).status).toBe(303);
    const { member, [which]: spoilt } = own;
    await spoil(spoilt);

    const page = await pageAt(member, list);
    expect(page).toContain(said);
    expect(page).toMatch(/Uploaded on \w+ \d+, \d{4}/);
    expect(page).not.toContain("The ZIP file as it came");
    const answer = await remove(member, spoilt);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, list]);

    expect(await figuresOf(member)).toEqual(await figuresOf(twin.member));
    expect(await kept(member)).toMatchObject({ imports: 2, importPieces: 2, analyses: 1 });
    expect(await pageAt(member, list)).not.toContain(said);
    expect(await pageAt(member, "/dashboard/growth")).toContain("Growth");
  },
);

test("the page that follows says that it is removed, and it may be imported again", async () => {
  const { member, third } = await withThree();
  const before = await figuresOf(member);
  await spoil(third);
  const answer = await remove(member, third);
  const [done = ""] = answer.headers.getSetCookie().map((one) => one.split(";")[0] ?? "");
  const next = await visit(list, { cookie: `${member.cookie}; ${done}` });
  expect(await next.text()).toContain("The export is removed.");
  expect(await importInto(member, await exportOf(0))).toMatchObject({ state: "used" });
  expect(await figuresOf(member)).toEqual(before);
});

test("meanwhile all pages of figures stay, and whatever would be computed says what to do", async () => {
  const { member, first, second } = await withThree();
  const before = await figuresOf(member);
  await spoil(second, { startedAt: "once", window: null });
  for (const path of ["analytics", "analytics/fans", "analytics/lostFollowers", "growth"]) {
    const { status } = await visit(`/dashboard/${path}`, { cookie: member.cookie });
    expect(status, path).toBe(200);
  }
  const page = await pageAt(member, list);
  expect(page).toContain("The day of its upload is not known any more.");
  expect(page).toContain("Earlier imports");
  for (const path of [addresses.person("somebody"), addresses.compare]) {
    const { headers } = await visit(path, { cookie: member.cookie });
    expect(headers.get("location"), path).toBe(list);
  }
  const hiding = await hide(member, "somebody");
  expect([hiding.status, await hiding.text()]).toEqual([409, expect.stringContaining(said)]);
  for (const one of [first, second]) {
    const answer = await visit(`${list}/${one.id}`, { cookie: member.cookie });
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining(said)]);
  }
  expect(await importAt(member, `${list}/${second.id}`)).toEqual({ error: expect.any(String) });

  const anew = await visit(addresses.growth, {
    method: "POST",
    body: new URLSearchParams({ press: "compute-anew" }),
    cookie: member.cookie,
  });
  expect([anew.status, anew.headers.get("location")]).toEqual([303, list]);

  for (const answer of [
    await send(member, await exportOf(10)),
    await press(member, first.id, "discard"),
    await press(member, second.id, "discard"),
  ]) {
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain("so nothing has changed");
  }
  await expect(refigure(member.uid)).rejects.toMatchObject({ kind: "malformed" });
  expect(await figuresOf(member)).toEqual(before);
  expect(await kept(member)).toMatchObject({ imports: 3, importPieces: 3 });
});

test("nobody else removes it, and nobody removes what can be read", async () => {
  const [owner, other] = [await newMember(), await newMember()];
  const one = await importInto(owner, await exportOf(0));
  const before = await figuresOf(owner);
  expect((await remove(owner, one)).status).toBe(409);
  await spoil(one);
  expect(await pageAt(other, list)).not.toContain(said);
  for (const pressed of [await remove(other, one), await remove(owner, { id: "a%2Fb" })])
    expect([pressed.status, pressed.headers.getSetCookie()]).toEqual([303, []]);
  expect(await kept(owner)).toMatchObject({ imports: 1, importPieces: 1 });

  const { counts } = one;
  await spoil(one, { counts });
  expect((await remove(owner, one)).status).toBe(409);
  expect(await figuresOf(owner)).toEqual(before);

  await spoil(one, { counts: "many", uid: other.uid });
  expect((await remove(owner, one)).status).toBe(303);
  expect((await (await documentOf(one)).get()).exists).toBe(true);
});

test("the only one leaves nothing behind", async () => {
  const member = await newMember();
  const one = await importInto(member, await exportOf(0));
  await spoil(one, { state: "lost" });
  expect((await remove(member, one)).status).toBe(303);
  expect(await kept(member)).toEqual({ ...nothingKept, imports: 0 });
  expect(await importInto(member, await exportOf(0))).toMatchObject({ state: "used" });
});

test("pressed twice, at once or later, it is removed once", async () => {
  const { member, first, second } = await withThree();
  await spoil(first);
  const answers = await Promise.all([remove(member, first), remove(member, first)]);
  expect(answers.map(({ status }) => status)).toContain(303);
  for (const { status } of answers) expect([303, 409]).toContain(status);
  expect((await remove(member, first)).status).toBe(303);
  expect(await kept(member)).toMatchObject({ imports: 2, importPieces: 2 });

  await spoil(second);
  const processes = [];
  for (let count = 0; count < 2; count += 1) {
    resetApp();
    const { removeRotten } = await import("~/features/imports/services/remove-rotten.server");
    processes.push(removeRotten);
  }
  const outcomes = await Promise.all(processes.map((run) => run(member.uid, second.id)));
  expect(outcomes).toContain("done");
  for (const outcome of outcomes) expect(["done", "gone"]).toContain(outcome);
  expect(await kept(member)).toMatchObject({ imports: 1, importPieces: 1, analyses: 1 });
});

test.runIf(everyCase)(
  "of two, each is removed by its own press, and all is computed with the last",
  async () => {
    const [twin, own] = [await withThree(), await withThree()];
    const { member, first, third } = own;
    for (const one of [twin.first, twin.third]) await press(twin.member, one.id, "discard");
    const { profile } = await figuresOf(member);
    await spoil(first);
    await spoil(third, { pieces: -1 });
    expect(await pageAt(member, list)).toContain("We cannot read some of your exports any more");

    expect((await remove(member, third)).status).toBe(303);
    expect(await kept(member)).toMatchObject({ imports: 2, importPieces: 2 });
    expect((await figuresOf(member)).profile).toEqual(profile);
    expect((await visit("/dashboard/analytics/fans", { cookie: member.cookie })).status).toBe(200);
    expect(await pageAt(member, list)).toContain(said);

    expect((await remove(member, first)).status).toBe(303);
    expect(await figuresOf(member)).toEqual(await figuresOf(twin.member));
    expect(await kept(member)).toMatchObject({ imports: 1, importPieces: 1 });
  },
);

test.runIf(everyCase)(
  "two that are removed by two processes at once leave nothing uncomputed",
  async () => {
    const { member, first, third } = await withThree();
    await spoil(first);
    await spoil(third);
    const removals = [];
    for (const { id } of [first, third]) {
      resetApp();
      const { removeRotten } = await import("~/features/imports/services/remove-rotten.server");
      removals.push(() => removeRotten(member.uid, id));
    }
    await Promise.allSettled(removals.map((run) => run()));
    for (const one of [first, third]) expect((await remove(member, one)).status).toBe(303);
    expect((await figuresOf(member)).counts).toEqual(["null"]);
    expect(await kept(member)).toMatchObject({ imports: 1, importPieces: 1 });
  },
);

// As one that is of no state, above.
test.runIf(everyCase)("one that is being read, or was, is removed like any other", async () => {
  const member = await newMember();
  await importInto(member, await exportOf(30));
  const one = await importInto(member, await exportOf(0));
  for (const aliveAt of few([new Date(), 1e15, "never"], 1)) {
    await (await documentOf(one)).set({ uid: member.uid, state: "reading", aliveAt });
    expect(await pageAt(member, list)).toContain(said);
    expect((await remove(member, one)).status).toBe(303);
    expect(await kept(member)).toMatchObject({ imports: 1, importPieces: 1 });
  }
  expect(await importInto(member, await exportOf(0))).toMatchObject({ state: "used" });
});

// rotten-analysis.test.ts tries nearly the same.
test.runIf(everyCase)(
  "who is hidden stays hidden, and who is said to be the same person stays so",
  async () => {
    const member = await newMember();
    const anna = taken - 90 * day;
    const fans = async () =>
      (await visit("/dashboard/analytics/fans.csv", { cookie: member.cookie })).text();
    const first = await takes(member, 0, { anna, bert: anna + day, old: anna + 2 * day });
    expect((await hide(member, "anna")).status).toBe(303);
    await takes(member, 30, { anna2: anna, bert: anna + day, young: taken + day });
    const later = { anna3: anna, bert: anna + day, young: taken + day };
    const gone = await takes(member, 60, later);
    const renamed = "/dashboard/analytics/renamed";
    const same = new URLSearchParams({ press: "same-person", old: "old", new: "young" });
    const answer = await visit(renamed, { method: "POST", body: same, cookie: member.cookie });
    expect(answer.status).toBe(303);
    const choices = async () =>
      (await (await firestore()).doc(`peopleChoices/${member.uid}`).get()).data();
    const before = await choices();

    await spoil(gone);
    const notSame = new URLSearchParams({ press: "not-same-person", old: "old", new: "young" });
    const refused = await visit(renamed, { method: "POST", body: notSame, cookie: member.cookie });
    expect(refused.status).toBe(409);
    expect(await choices()).toEqual(before);
    expect((await remove(member, gone)).status).toBe(303);
    expect(await pageAt(member, renamed)).toContain("young");
    expect(await fans()).not.toContain("anna");
    await spoil(first);
    expect((await remove(member, first)).status).toBe(303);
    expect(await fans()).toContain("bert");
    expect(await fans()).not.toContain("anna");
    expect(await choices()).toEqual(before);
  },
);

test("the copy of one's data has it as it is stored, and the erasure takes it", async () => {
  const { member, first, second, third } = await withThree();
  await spoil(first, { counts: { rotten: true } });
  await spoil(second, { pieces: "some", startedAt: 1e300 });
  const answer = await visit("/dashboard/my-data", { cookie: member.cookie });
  const copy = JSON.parse(await answer.text());
  expect(copy.imports).toHaveLength(3);
  expect(copy.imports).toContainEqual(
    expect.objectContaining({ id: first.id, counts: { rotten: true } }),
  );
  expect(Object.keys(copy.importedLists).toSorted()).toEqual([first.id, third.id].toSorted());
  expect(copy.notes.join(" ")).toContain("What is damaged stands at its end");

  const { uid, email } = member;
  const { requestErasure } = await import("~/features/own-data/services/erasure.server");
  expect(await requestErasure({ uid, email })).toEqual({ outcome: "erased" });
  expect(await kept(member)).toEqual({ ...nothingKept, imports: 0 });
});
