import { expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { everyCase } from "#tests/setup/cases";
import {
  day,
  exportOf,
  fileOf,
  history,
  importInto,
  type Member,
  newMember,
  pageAt,
  withExports,
} from "#tests/setup/imports";
import { firestore } from "~/platform/store/firebase.server";

withExports();

const at = (key: string) => `/dashboard/analytics/${key}`;
async function namesIn({ cookie }: Member, key: string): Promise<string[]> {
  const answer = await visit(`${at(key)}.csv`, { cookie });
  expect(answer.status, key).toBe(200);
  return (await answer.text())
    .split("\r\n")
    .slice(1, -1)
    .map((line) => line.split(",")[0] ?? "")
    .sort();
}
const keys = ["followedByYou", "unfollowedByYou", "newFriends", "lostFriends"];

test("whom the subscriber followed and stopped following between the last two exports", async () => {
  const member = await newMember();
  await importInto(member, await exportOf(40));
  for (const key of keys)
    expect(await pageAt(member, at(key)), key).toContain("comparing two exports");
  await importInto(member, await exportOf(0));
  const [before, after] = [40, 0].map((days) => history.stateAt(history.end - days * day));
  const followedBefore = new Set(Array.from(before?.following() ?? [], ({ username }) => username));
  const unfollowed = await namesIn(member, "unfollowedByYou");
  expect(unfollowed.length).toBeGreaterThan(0);
  for (const name of unfollowed) expect(followedBefore).toContain(name);
  const followed = await namesIn(member, "followedByYou");
  const followedNow = new Set(Array.from(after?.following() ?? [], ({ username }) => username));
  expect(followed.length).toBeGreaterThan(0);
  for (const name of followed) {
    expect(followedNow).toContain(name);
    expect(followedBefore).not.toContain(name);
  }
  const words = await pageAt(member, at("unfollowedByYou"));
  expect(words).toContain("you stopped following them, or their account is gone");
  expect(words).toContain(unfollowed[0]);
  expect(await pageAt(member, `${at("unfollowedByYou")}?q=${unfollowed[0]}`)).toContain(
    "1 person matches",
  );
  const analytics = await pageAt(member, "/dashboard/analytics");
  for (const label of ["You followed", "You unfollowed", "New friends", "Lost friends"])
    expect(analytics).toContain(label);
  const [friend = ""] = await namesIn(member, "newFriends");
  const hidden = new URLSearchParams({ press: "hide", username: friend });
  await visit(at("newFriends"), { method: "POST", body: hidden, cookie: member.cookie });
  expect(await namesIn(member, "newFriends")).not.toContain(friend);
  expect(await pageAt(member, at("newFriends"))).toContain("1 hidden");
});

test("pending requests by how long they have been waiting", async () => {
  const member = await newMember();
  const taken = Date.parse("2026-05-10T12:00:00Z") / 1_000;
  const people = (ages: number[]) =>
    ages.map((age, index) => ({
      string_list_data: [{ value: `p${index}`, timestamp: taken - age * day }],
    }));
  await importInto(
    member,
    [
      fileOf("followers_1.json", JSON.stringify(people([1, 2, 3]))),
      fileOf(
        "pending_follow_requests.json",
        JSON.stringify({ relationships_follow_requests_sent: people([3, 5, 60, 400]) }),
      ),
    ],
    { takenAt: new Date(taken * 1_000).toISOString(), followersShown: "3" },
  );
  const words = await pageAt(member, at("pendingRequests"));
  expect(words).toContain("For how long they had been waiting on May 10, 2026");
  expect(words).toContain("Up to a month 2");
  expect(words).toContain("1 to 3 months 1");
  expect(words).toContain("More than a year 1");
  expect(words).not.toContain("3 to 12 months");
});

test.runIf(everyCase)(
  "an analysis of an older version lacks them, and says what brings them",
  async () => {
    const member = await newMember();
    await importInto(member, await exportOf(40));
    await importInto(member, await exportOf(0));
    const database = await firestore();
    const profile = database.doc(`profiles/${member.uid}`);
    const { _followed, ...older } = (await profile.get()).data() ?? {};
    expect(_followed).toBeDefined();
    await profile.set(older);
    const analysis = database.doc(`analyses/${member.uid}`);
    const stored = (await analysis.get()).data() ?? {};
    for (const key of keys) delete stored.index.categories[key];
    await analysis.set(stored);
    for (const key of keys) {
      expect(await pageAt(member, at(key)), key).toContain("comparing two exports");
      expect(await namesIn(member, key)).toEqual([]);
    }
  },
);
