import { expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { exportOf, importInto, newMember } from "#tests/setup/imports";
import { resetApp } from "#tests/setup/reset-app";
import { visibleText } from "#tests/setup/visible-text";
import { formatDate } from "~/platform/values/dates";

const changedKeys = {
  lostFollowers: "lost",
  newFollowers: "new",
  renamed: "renamed",
  returned: "returned",
  refollowed: "refollowed",
};

test("what two imports found stands on the pages and in the files", async () => {
  vi.stubEnv("ANALYSIS_SOURCES", "export");
  resetApp();
  const member = await newMember();
  const textAt = async (path: string) => {
    const answer = await visit(`/dashboard/analytics${path}`, { cookie: member.cookie });
    expect(answer.status).toBe(200);
    return answer.text();
  };
  const namesIn = async (key: string) => {
    const lines = (await textAt(`/${key}.csv`)).split("\r\n").slice(1, -1);
    return lines.map((line) => line.split(",")[0]);
  };

  const first = await importInto(member, await exportOf(30));
  expect(visibleText(await textAt("/lostFollowers"))).toContain("comparing two exports");
  const second = await importInto(member, await exportOf(0));
  const [from, to] = [first, second].map(({ takenAt }) => formatDate(Date.parse(takenAt)));
  expect(visibleText(await textAt(""))).toContain(`From your Instagram export of ${to}.`);

  for (const [key, change] of Object.entries(changedKeys)) {
    const names = await namesIn(key);
    expect(names, key).toHaveLength(second.changes?.[change] ?? Number.NaN);
    const html = await textAt(`/${key}`);
    for (const name of names.slice(0, 50))
      expect(html).toContain(`https://www.instagram.com/${name}/`);
  }
  expect(second.changes?.lost).toBeGreaterThan(0);
  expect(visibleText(await textAt("/lostFollowers"))).toContain(
    `They left between ${from} and ${to}.`,
  );

  const friends = await namesIn("friends");
  const fans = await namesIn("fans");
  const notBack = await namesIn("notFollowingBack");
  expect(friends.length + fans.length).toBe(second.counts.followers);
  expect(friends.length + notBack.length).toBe(second.counts.following);
  expect(new Set([...friends, ...fans, ...notBack]).size).toBe(
    friends.length + fans.length + notBack.length,
  );
});
