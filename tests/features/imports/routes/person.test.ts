import { expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { everyCase, few } from "#tests/setup/cases";
import {
  day,
  exportOf,
  fileOf,
  history,
  importInto,
  type Member,
  newMember,
  pageAt,
  press,
  withExports,
} from "#tests/setup/imports";
import { addresses } from "~/platform/values/addresses";

withExports();

/** Of two, where not every case is tried. */
async function memberOfThree(): Promise<Member> {
  const member = await newMember();
  for (const daysBefore of everyCase ? [60, 30, 0] : [30, 0])
    await importInto(member, await exportOf(daysBefore));
  return member;
}

const truth = history.truthBetween(history.end - 30 * day, history.end);
const at = addresses.person;

test("who left, who was renamed and who came, each with the link to Instagram", async () => {
  const member = await memberOfThree();
  const [lost] = truth.lost;
  const [renamed] = truth.renamed;
  const [came] = truth.new;
  if (!lost || !renamed || !came) throw new Error("the history has all of them");
  const left = await visit(at(lost.username), { cookie: member.cookie });
  expect(left.status).toBe(200);
  const html = await left.text();
  expect(html).toContain(`https://www.instagram.com/${lost.username}/`);
  const gone = await pageAt(member, at(lost.username));
  expect(gone).toContain("Does not follow you");
  expect(gone).toMatch(/Left your followers\s*between/);
  for (const name of [renamed.username, renamed.formerly, renamed.username.toUpperCase()]) {
    const words = await pageAt(member, at(name));
    expect(words).toContain("Follows you since");
    expect(words).toContain(`Renamed from ${renamed.formerly} to ${renamed.username}`);
  }
  expect(await pageAt(member, at(came.username))).toContain("Follows you since");
});

test("whoever may have followed before the range of the only export is not said not to follow", async () => {
  const member = await newMember();
  const { id } = await importInto(member, await exportOf(0, { range: "last-year" }));
  await press(member, id, "use");
  const state = history.stateAt(history.end);
  const longBefore = (list: Iterable<{ username: string; since: number }>) =>
    [...list].filter(({ since }) => since < history.end - 500 * day).map((one) => one.username);
  const followers = new Set(longBefore(state.followers()));
  const back = longBefore(state.following()).find((name) => followers.has(name)) ?? "";
  expect(await pageAt(member, at(back))).toContain("Nobody can tell whether they follow you.");
});

test.runIf(everyCase)("lists lead there", async () => {
  const member = await memberOfThree();
  const html = await (
    await visit("/dashboard/analytics/lostFollowers", { cookie: member.cookie })
  ).text();
  for (const { username } of truth.lost) expect(html).toContain(`href="${at(username)}"`);
});

test("who is in none is 404, and so is everybody for somebody else", async () => {
  const member = await memberOfThree();
  for (const name of few(["nobody.at.all", "a/b", "%", "é", "x".repeat(500)], 3))
    expect((await visit(at(name), { cookie: member.cookie })).status, name).toBe(404);
  const other = await newMember();
  const [lost] = truth.lost;
  expect((await visit(at(lost?.username ?? ""), { cookie: other.cookie })).status).toBe(404);
});

test("eight pages at once", async () => {
  const member = await newMember();
  await importInto(member, await exportOf(0));
  const eight = [...history.stateAt(history.end).followers()].slice(0, 8);
  const answers = await Promise.all(
    eight.map(({ username }) => visit(at(username), { cookie: member.cookie })),
  );
  expect(answers.map(({ status }) => status)).toEqual(eight.map(() => 200));
  for (const [index, answer] of answers.entries())
    expect(await answer.text()).toContain(`>${eight[index]?.username}<`);
});

test("names of old accounts", async () => {
  const member = await newMember();
  const names = ["..old", "a..b", "ann.", "_", "compare", "updates.csv", "people.data"];
  const followers = names.map((value) => ({
    title: "",
    string_list_data: [{ href: "", value, timestamp: history.end - day }],
  }));
  const made = await importInto(member, [fileOf("followers_1.json", JSON.stringify(followers))], {
    takenAt: new Date(history.end * 1_000).toISOString(),
  });
  expect(made.problems).toEqual(["needs-count"]);
  expect(made.counts.followers).toBe(names.length);
  if (made.state === "held") await press(member, made.id, "whole");
  for (const name of names) {
    const answer = await visit(at(name), { cookie: member.cookie });
    expect(answer.status, name).toBe(200);
    expect(await answer.text()).toContain(`>${name}<`);
  }
});

test("who was asked to be followed, and has answered or refused, is not said to be asked still", async () => {
  const member = await newMember();
  const list = (...names: string[]) =>
    names.map((title) => ({
      ...{ title, string_list_data: [{ href: "", timestamp: history.end - 40 * day }] },
    }));
  const take = async (daysBefore: number, following: string[], pending?: string[]) => {
    const files = {
      followers_1: list("ann"),
      following: { relationships_following: list(...following) },
      ...(pending && {
        pending_follow_requests: { relationships_follow_requests_sent: list(...pending) },
      }),
    };
    const sent = Object.entries(files).map(([name, content]) =>
      fileOf(`${name}.json`, JSON.stringify(content)),
    );
    const takenAt = new Date((history.end - daysBefore * day) * 1_000).toISOString();
    const one = await importInto(member, sent, { takenAt, followersShown: "1" });
    if (one.state === "held") await press(member, one.id, "use");
  };
  const asked = "You have asked to follow them";
  await take(30, [], ["answers", "refuses"]);
  for (const name of ["answers", "refuses"])
    expect(await pageAt(member, at(name))).toContain(asked);
  await take(0, ["answers"]);
  const answers = await pageAt(member, at("answers"));
  expect(answers).toContain("You follow them since");
  expect(answers).toContain("Your request was answered or withdrawn");
  for (const name of ["answers", "refuses"])
    expect(await pageAt(member, at(name))).not.toContain(asked);
});
