import { expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { everyCase } from "#tests/setup/cases";
import {
  day,
  exportOf,
  importInto,
  kept,
  type Member,
  newMember,
  pageAt,
  press,
  profileOf,
  send,
  taken,
  takes,
  withExports,
} from "#tests/setup/imports";
import { refigure } from "#tests/setup/readings";
import { firestore } from "~/platform/store/firebase.server";

withExports();

const analysisAt = async ({ uid }: Member) => (await firestore()).doc(`analyses/${uid}`);

async function spoil(member: Member, fields: object, { merge = true } = {}) {
  await (await analysisAt(member)).set(fields, { merge });
  const fans = await visit("/dashboard/analytics/fans", { cookie: member.cookie });
  expect(fans.status).toBe(503);
}

/** What the people of a category were computed to, whenever that was. */
async function figuresOf(member: Member) {
  const { changes, index } = (await (await analysisAt(member)).get()).data() ?? {};
  return { profile: { ...(await profileOf(member)), _updatedAt: undefined }, changes, index };
}

const hide = ({ cookie }: Member, username: string) =>
  visit("/dashboard/analytics/hidden", {
    method: "POST",
    body: new URLSearchParams({ press: "hide", username }),
    cookie,
  });

const rottenness: [string, object, { merge: boolean }?][] = [
  ["a revision that is none", { revision: { rotten: true } }],
  ["changes that are none", { changes: 7 }],
  ["nothing that can be read", { generation: 7, growth: 7 }, { merge: false }],
];

test.each(everyCase ? rottenness : rottenness.slice(-1))(
  "an analysis with %s is computed anew with the next import, press or reading",
  async (_, ...rotten) => {
    const member = await newMember();
    const first = await importInto(member, await exportOf(60));
    await importInto(member, await exportOf(30));
    const before = await figuresOf(member);

    await spoil(member, ...rotten);
    await refigure(member.uid);
    expect(await figuresOf(member)).toEqual(before);

    await spoil(member, ...rotten);
    expect((await press(member, first.id, "discard")).status).toBe(303);
    expect(await pageAt(member, "/dashboard/analytics/fans")).toContain("Your fans");

    await spoil(member, ...rotten);
    expect((await send(member, await exportOf(0))).status).toBe(303);
    expect(await pageAt(member, "/dashboard/analytics/fans")).toContain("Your fans");
    expect(await kept(member)).toMatchObject({ imports: 3, importPieces: 2, analyses: 1 });
  },
);

test.runIf(everyCase)("a press about an import that is held heals it, too", async () => {
  const member = await newMember();
  const { id } = await importInto(member, await exportOf(0));
  const older = await exportOf(30);
  const held = await importInto(member, older);
  expect(held.state).toBe("held");
  const before = await figuresOf(member);
  await spoil(member, { computedAt: "never" });
  expect((await press(member, held.id, "discard")).status).toBe(303);
  expect(await figuresOf(member)).toEqual(before);

  await spoil(member, { computedAt: "never" });
  expect((await importInto(member, older)).state).toBe("held");
  expect(await figuresOf(member)).toEqual(before);

  await spoil(member, { computedAt: "never" });
  expect((await press(member, id, "discard")).status).toBe(303);
  expect(await kept(member)).toMatchObject({ profiles: 0 });
});

test("who is hidden stays hidden, also by the names that nothing but the analysis led to", async () => {
  const member = await newMember();
  const anna = taken - 90 * day;
  const fans = async () =>
    (await visit("/dashboard/analytics/fans.csv", { cookie: member.cookie })).text();
  const first = await takes(member, 0, { anna, bert: anna + day });
  expect((await hide(member, "anna")).status).toBe(303);
  await takes(member, 30, { anna2: anna, bert: anna + day });
  await press(member, first.id, "discard");
  expect(await fans()).not.toContain("anna");

  await spoil(member, { changes: 7 });
  expect((await hide(member, "bert")).status).toBe(303);
  expect(await fans()).not.toMatch(/anna|bert/);
  await takes(member, 60, { anna3: anna, bert: anna + day });
  expect(await fans()).not.toMatch(/anna|bert/);
  expect(await pageAt(member, "/dashboard/analytics/hidden")).toContain("anna3");
});
