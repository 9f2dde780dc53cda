import { expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { everyCase } from "#tests/setup/cases";
import {
  day,
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

const shared = taken - 100 * day;
const at = (key: string) => `/dashboard/analytics/${key}`;
const personAt = (name: string) => `/dashboard/people/${name}`;
const say = ({ cookie }: Member, fields: Record<string, string>) =>
  visit(at("hidden"), { method: "POST", body: new URLSearchParams(fields), cookie });
const hide = (member: Member, username: string) => say(member, { press: "hide", username });
const fileAt = async ({ cookie }: Member, key: string) =>
  (await visit(`${at(key)}.csv`, { cookie })).text();

const crowd = everyCase ? 10_000 : 2_000;
test(`of a second that ${crowd} share, every page still answers`, async () => {
  const member = await newMember();
  const ofOneSecond = (letter: string, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${letter}${index}`, shared]));
  await takes(member, 0, ofOneSecond("before", crowd));
  const last = await takes(member, 30, ofOneSecond("after", crowd - 1));
  expect(last.state).toBe("used");
  expect((await hide(member, "stays1")).status).toBe(303);
  expect((await hide(member, "before10")).status).toBe(303);
  const page = await pageAt(member, personAt("after3"));
  expect(page).toContain("May have a new name, as others who followed in the same second.");
  expect(page.length).toBeLessThan(20_000);
  const hidden = await pageAt(member, at("hidden"));
  for (const name of ["before10", "stays1"]) expect(hidden).toContain(name);
  const words = await pageAt(member, `/dashboard/import/${last.id}`);
  expect(words).toContain("before100");
  expect(words).not.toMatch(/\bbefore10\b/);
});

test("hidden by any name they are hidden, and named on no other page", async () => {
  const member = await newMember();
  const anna = taken - 90 * day;
  const first = await takes(
    member,
    0,
    { anna, bert: taken - 80 * day, one: shared, two: shared, three: shared },
    { anna: taken - 70 * day, bert: taken - 60 * day },
  );
  const second = await takes(
    member,
    30,
    { anna2: anna, bert: taken - 80 * day, four: shared, five: shared, carl: taken + day },
    { anna2: taken - 70 * day, bert: taken - 60 * day },
  );
  const third = await takes(member, 60, {
    anna3: anna,
    bert: taken - 80 * day,
    four: shared,
    five: shared,
    dora: taken + 40 * day,
  });
  // By the oldest name: they are stored, and shown again, by what they are called now.
  expect(await fileAt(member, "fans")).toContain("anna3");
  expect(await fileAt(member, "lostFriends")).toMatch(/anna3|anna2/);
  expect((await hide(member, "anna")).status).toBe(303);
  const stored = (await (await firestore()).doc(`peopleChoices/${member.uid}`).get()).data();
  expect(stored?.hidden).toMatchObject([{ username: "anna3" }]);
  for (const key of ["fans", "renamed", "lostFriends", "unfollowedByYou"]) {
    expect(await fileAt(member, key), key).not.toContain("anna");
    expect(await pageAt(member, at(key)), key).not.toContain("anna");
  }
  expect(await fileAt(member, "lostFriends")).toContain("bert");
  expect(JSON.stringify(await profileOf(member))).not.toContain("anna");
  // Between exports before they were hidden, too.
  const compared = await pageAt(member, `${at("compare")}?from=${first.id}&to=${second.id}`);
  expect(compared).toContain("carl");
  expect(compared).not.toContain("anna");
  expect((await hide(member, "anna2")).status).toBe(303);
  expect((await say(member, { press: "show", username: "anna" })).status).toBe(303);
  expect(await fileAt(member, "fans")).toContain("anna3");

  // Of a second that several share, another's page names nobody.
  expect(await pageAt(member, personAt("two"))).toContain("one of one, three, two, five, four");
  expect((await hide(member, "one")).status).toBe(303);
  const two = await pageAt(member, personAt("three"));
  expect(two).toContain("three");
  expect(two).not.toMatch(/\b(four|five)\b/);
  expect(await pageAt(member, personAt("one"))).toContain("one of one, three, two, five, four");

  // Of an older link, neither name is told.
  expect((await say(member, { press: "same-person", old: "carl", new: "dora" })).status).toBe(303);
  expect(await pageAt(member, at("renamed"))).toContain("carl");
  await takes(member, 90, { anna3: anna, emil: taken + 40 * day });
  await takes(member, 120, { anna3: anna, emil: taken + 40 * day, frida: taken + 100 * day });
  expect((await hide(member, "emil")).status).toBe(303);
  expect(await pageAt(member, at("renamed"))).not.toMatch(/carl|dora/);
  expect(third.state).toBe("used");
});

test.runIf(everyCase)(
  "they stay hidden when the import is discarded after which they were",
  async () => {
    const member = await newMember();
    const anna = taken - 90 * day;
    const first = await takes(member, 0, { anna });
    expect((await hide(member, "anna")).status).toBe(303);
    await takes(member, 30, { anna2: anna });
    await press(member, first.id, "discard");
    expect(await fileAt(member, "fans")).not.toContain("anna");
    await takes(member, 60, { anna3: anna });
    expect(await fileAt(member, "fans")).not.toContain("anna");
    expect(await pageAt(member, at("hidden"))).toContain("anna3");
    expect((await say(member, { press: "show", username: "anna3" })).status).toBe(303);
    expect(await fileAt(member, "fans")).toContain("anna3");
  },
);

test("they stay hidden when the newest import is discarded", async () => {
  const member = await newMember();
  const [anna, bert] = [taken - 90 * day, taken - 80 * day];
  const first = await takes(member, 0, { anna, bert });
  expect((await hide(member, "bert")).status).toBe(303);
  const second = await takes(member, 30, { anna2: anna, bert2: bert });
  expect((await hide(member, "anna2")).status).toBe(303);
  await press(member, second.id, "discard");
  expect(await fileAt(member, "fans")).not.toMatch(/anna|bert/);
  await takes(member, 60, { anna2: anna, bert2: bert });
  await press(member, first.id, "discard");
  const last = await takes(member, 90, { anna3: anna, bert2: bert });
  await press(member, last.id, "discard");
  expect(await fileAt(member, "fans")).toContain("stays1");
  expect(await fileAt(member, "fans")).not.toMatch(/anna|bert/);
});

test("they stay hidden when the import goes that told of their new name", async () => {
  const member = await newMember();
  const anna = taken - 90 * day;
  const bert = taken - 80 * day;
  const first = await takes(member, 0, { anna, bert });
  const second = await takes(member, 30, { anna2: anna, bert });
  const third = await takes(member, 45, { bert });
  expect((await hide(member, "anna2")).status).toBe(303);
  await press(member, second.id, "discard");
  expect(await fileAt(member, "lostFollowers")).not.toContain("anna");
  expect(await pageAt(member, at("lostFollowers"))).toContain("1 hidden");
  expect(JSON.stringify(await profileOf(member))).not.toContain("anna");
  const fourth = await takes(member, 60, { bert });
  await press(member, third.id, "discard");
  expect(await fileAt(member, "lostFollowers")).not.toContain("anna");
  const compared = await pageAt(member, `${at("compare")}?from=${first.id}&to=${fourth.id}`);
  expect(compared).not.toContain("anna");
});

test("what could not be computed is, when it is pressed once more", async () => {
  const member = await newMember();
  await takes(member, 0, { anna: taken - 90 * day, bert: taken - 80 * day });
  await takes(member, 30, { carl: taken + 20 * day });
  const refigure = await import("~/features/imports/services/carry-out-plan.server");
  const { UpstreamError } = await import("~/platform/upstream/upstream.server");
  const failing = () =>
    vi
      .spyOn(refigure, "carryOutPlan")
      .mockRejectedValueOnce(new UpstreamError("firestore", "unreachable"));
  failing();
  expect((await hide(member, "stays3")).status).toBe(503);
  expect(await fileAt(member, "fans")).toContain("stays3");
  expect((await hide(member, "stays3")).status).toBe(303);
  expect(await fileAt(member, "fans")).not.toContain("stays3");
  // To say who is the same person is stored and computed in the same way.
  const pair = { old: "anna", new: "carl" };
  failing();
  expect((await say(member, { press: "same-person", ...pair })).status).toBe(503);
  expect((await say(member, { press: "same-person", ...pair })).status).toBe(303);
  expect(await fileAt(member, "renamed")).toContain("carl");
  failing();
  expect((await say(member, { press: "not-same-person", ...pair })).status).toBe(503);
  expect((await say(member, { press: "not-same-person", ...pair })).status).toBe(303);
  expect(await fileAt(member, "renamed")).not.toContain("carl");
  expect((await say(member, { press: "not-same-person", ...pair })).status).toBe(422);
});

// import-waits.test.ts has a press that gets no place.
test.runIf(everyCase)(
  "while others have the memory of refigures, nobody is kept waiting for ever",
  async () => {
    const member = await newMember();
    await takes(member, 0, { anna: taken - 90 * day });
    expect((await hide(member, "anna")).status).toBe(303);
    const { takeMemory } = await import("~/features/imports/services/memory.server");
    const { shares } = await import("~/platform/work/memory-shares.server");
    const later = setTimeout;
    // A page says that it is not ready before it says that there is no memory.
    const shorter = new Map([
      [8_000, 50],
      [15_000, 1_000],
    ]);
    vi.spyOn(globalThis, "setTimeout").mockImplementation(((act: () => void, ms = 0) =>
      later(act, shorter.get(ms) ?? ms)) as typeof setTimeout);
    const all = Array.from({ length: shares.refigures }, () => takeMemory("refigures"));
    try {
      const [shown, , person] = await Promise.all([
        say(member, { press: "show", username: "anna" }),
        visit(`${at("compare")}?from=x&to=y`, { cookie: member.cookie }),
        visit(personAt("stays4"), { cookie: member.cookie }),
      ]);
      expect(shown.status).toBe(503);
      expect([200, 503]).toContain(person.status);
    } finally {
      vi.restoreAllMocks();
      for (const memory of all) (await memory).giveBack();
    }
    expect((await say(member, { press: "show", username: "anna" })).status).toBe(303);
    expect(await fileAt(member, "fans")).toContain("anna");
  },
);

test.runIf(everyCase)(
  "whom only the subscriber follows is followed through new names, hidden and on their own page",
  async () => {
    const member = await newMember();
    const [ann, ben] = [taken - 90 * day, taken - 80 * day];
    await takes(member, 0, {}, { ann, ben });
    await takes(member, 30, {}, { ann_two: ann, ben });
    await takes(member, 60, {}, { ann_two: ann, ben_two: ben });
    // Without being hidden: one person, whom the subscriber has never stopped following.
    for (const name of ["ann", "ann_two"]) {
      const page = await pageAt(member, personAt(name));
      expect(page, name).toContain("Renamed from ann to ann_two");
      expect(page, name).not.toContain("You stopped following them");
      expect(page.split("You followed them"), name).toHaveLength(2);
    }
    expect(await fileAt(member, "unfollowedByYou")).not.toMatch(/ann|ben/);
    expect(await fileAt(member, "notFollowingBack")).toContain("ann_two");
    // By the oldest name.
    expect((await hide(member, "ann")).status).toBe(303);
    const stored = (await (await firestore()).doc(`peopleChoices/${member.uid}`).get()).data();
    expect(stored?.hidden).toMatchObject([{ username: "ann_two" }]);
    await takes(member, 90, {}, { ann_three: ann, ben_two: ben });
    for (const key of ["notFollowingBack", "followedByYou", "unfollowedByYou"]) {
      expect(await fileAt(member, key), key).not.toContain("ann");
      expect(await pageAt(member, at(key)), key).not.toContain("ann_");
    }
    expect(await fileAt(member, "notFollowingBack")).toContain("ben_two");
    const hidden = await pageAt(member, at("hidden"));
    expect(hidden).toContain("ann_three");
    expect(await pageAt(member, personAt("ben"))).toContain("Renamed from ben to ben_two");
    // Somebody else who takes up a name of theirs is not hidden.
    await takes(member, 120, {}, { ann_three: ann, ann: taken + 100 * day, ben_two: ben });
    expect(await fileAt(member, "notFollowingBack")).toMatch(/^ann,/m);
    expect(await fileAt(member, "notFollowingBack")).not.toContain("ann_three");
  },
);

test("of who was away and is back under a new name, no comparison names a hidden one", async () => {
  const member = await newMember();
  const [anna, bert] = [taken - 90 * day, taken - 80 * day];
  const first = await takes(member, 0, { anna, bert });
  expect((await hide(member, "anna")).status).toBe(303);
  await takes(member, 30, {});
  const third = await takes(member, 60, { anna2: anna, bert2: bert });
  const compared = await pageAt(member, `${at("compare")}?from=${first.id}&to=${third.id}`);
  expect(compared).toContain("bert2");
  expect(compared).not.toContain("anna");
  expect(compared).toContain("1 hidden");
});
