import { expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { everyCase } from "#tests/setup/cases";
import {
  day,
  exportOf,
  history,
  importInto,
  type Member,
  newMember,
  pageAt,
  profileOf,
  withExports,
} from "#tests/setup/imports";
import { visibleText } from "#tests/setup/visible-text";
import { reportInput } from "~/features/report/services/input.server";
import { firestore } from "~/platform/store/firebase.server";

withExports();

const truth = history.truthBetween(history.end - 30 * day, history.end);

async function memberWith(...daysBefore: number[]): Promise<Member> {
  const member = await newMember();
  for (const days of daysBefore) await importInto(member, await exportOf(days));
  return member;
}

const at = (key: string) => `/dashboard/analytics/${key}`;

async function say({ cookie }: Member, key: string, press: string, username: string) {
  const body = new URLSearchParams({ press, username });
  return visit(at(key), { method: "POST", body, cookie });
}

async function fileOf({ cookie }: Member, key: string): Promise<string> {
  return (await visit(`${at(key)}.csv`, { cookie })).text();
}

const everything = async (member: Member) =>
  JSON.stringify([
    await profileOf(member),
    await fileOf(member, "lostFollowers"),
    await fileOf(member, "renamed"),
    await fileOf(member, "friends"),
    await fileOf(member, "fans"),
  ]);

test("somebody hidden stays in every total, and is in no list, file or search by name", async () => {
  const member = await memberWith(30, 0);
  const before = await everything(member);
  const lost = truth.lost.map(({ username }) => username);
  const [name = "", other = ""] = lost;
  const totals = async () => {
    const { _calculatedData } = await profileOf(member);
    const groups = Object.entries<{ totalValue: unknown }>(_calculatedData.audience);
    return groups.map(([key, { totalValue }]) => [key, totalValue]);
  };
  const counted = await totals();
  const growth = await pageAt(member, "/dashboard/growth?range=all");
  const answer = await say(member, "lostFollowers", "hide", name.toUpperCase());
  expect([answer.status, answer.headers.get("location")]).toEqual([303, at("lostFollowers")]);
  expect(await totals()).toEqual(counted);
  expect(await pageAt(member, "/dashboard/growth?range=all")).toEqual(growth);
  const words = await pageAt(member, at("lostFollowers"));
  expect(words).toContain("1 hidden");
  expect(words).toContain(String(lost.length));
  expect(words).not.toContain(name);
  expect(words).toContain(other);
  expect(await fileOf(member, "lostFollowers")).not.toContain(name);
  expect(await pageAt(member, `${at("lostFollowers")}?q=${name}`)).toContain("No one matches");
  expect(JSON.stringify(await profileOf(member))).not.toContain(`"${name}"`);
  const reported = (await reportInput(member.uid, null))?.people.lostFollowers;
  expect(reported).toMatchObject({ total: lost.length, hidden: 1 });
  expect(reported?.names).not.toContain(name);
  expect(await pageAt(member, at("newFollowers"))).not.toContain("hidden");
  expect(await pageAt(member, at("hidden"))).toContain(name);

  const again = await say(member, "hidden", "show", name);
  expect([again.status, again.headers.get("location")]).toEqual([303, at("hidden")]);
  expect(await everything(member)).toBe(before);
  expect(await pageAt(member, at("hidden"))).toContain("You have hidden nobody.");
});

// hidden-names.test.ts tries nearly the same with made-up names.
test.runIf(everyCase)("hiding follows a rename, of which neither name is told", async () => {
  const member = await memberWith(60, 30);
  const [renamed] = truth.renamed.filter(({ formerly }) =>
    [...history.stateAt(history.end - 30 * day).followers()].some(
      ({ username }) => username === formerly,
    ),
  );
  if (!renamed) throw new Error("somebody is renamed");
  expect((await say(member, "friends", "hide", renamed.formerly)).status).toBe(303);
  const last = await importInto(member, await exportOf(0));
  const file = await fileOf(member, "renamed");
  expect(file.split("\r\n").length - 2).toBe((last.changes?.renamed ?? 0) - 1);
  for (const name of [renamed.formerly, renamed.username]) {
    expect(file).not.toContain(name);
    expect(await pageAt(member, at("renamed"))).not.toContain(name);
  }
  expect(await pageAt(member, at("renamed"))).toContain("1 hidden");
  expect(await pageAt(member, at("hidden"))).toContain(renamed.username);
  const html = await (
    await visit("/dashboard/analytics/compare", { cookie: member.cookie })
  ).text();
  const [to, , from] = [...html.matchAll(/<option value="([^"]+)"/g)].map(([, id]) => id);
  const compared = `/dashboard/analytics/compare?from=${from}&to=${to}`;
  const words = await pageAt(member, compared);
  expect(words).toContain("Renamed");
  for (const name of [renamed.formerly, renamed.username]) expect(words).not.toContain(name);
  const shown = await say(member, "hidden", "show", renamed.username);
  expect(shown.status).toBe(303);
  expect(await fileOf(member, "renamed")).toContain(renamed.username);
  expect(await pageAt(member, compared)).toContain(renamed.username);
});

test("eight presses at once all count", async () => {
  const member = await memberWith(30);
  const eight = [...history.stateAt(history.end - 30 * day).followers()]
    .slice(0, 8)
    .map(({ username }) => username);
  const allAtOnce = (press: string) =>
    Promise.all(eight.map(async (name) => (await say(member, "hidden", press, name)).status));
  const namesOnPage = async () => {
    const words = await pageAt(member, at("hidden"));
    return eight.filter((name) => words.includes(name));
  };
  expect(await allAtOnce("hide")).toEqual(eight.map(() => 303));
  expect(await namesOnPage()).toEqual(eight);
  const profile = JSON.stringify(await profileOf(member));
  for (const name of eight) expect(profile).not.toContain(`"${name}"`);
  expect(await allAtOnce("show")).toEqual(eight.map(() => 303));
  expect(await namesOnPage()).toEqual([]);
});

/** The status of a press that is refused because looking takes so long. */
async function refusalOf(answer: Response): Promise<number> {
  expect(answer.headers.get("retry-after")).toBe("10");
  expect(visibleText(await answer.text())).toContain(
    "Your exports are still being looked through. Please try again in 10 seconds.",
  );
  return answer.status;
}

test("a press for which looking takes too long says so, and when to try again", async () => {
  const member = await memberWith(30);
  const [lost] = truth.lost;
  const { lookThrough } = await import("~/features/imports/services/look-through.server");
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const looks = Array.from({ length: 22 }, () =>
    lookThrough(member.uid, [], () => end).catch(() => {}),
  );
  for (const key of ["hidden", "fans"])
    expect(await refusalOf(await say(member, key, "hide", lost?.username ?? ""))).toEqual(429);
  resolve();
  await Promise.all(looks);
  const people = await import("~/features/imports/services/people.server");
  vi.spyOn(people, "findPerson").mockResolvedValueOnce("late");
  expect(await refusalOf(await say(member, "fans", "hide", lost?.username ?? ""))).toEqual(503);
  expect((await say(member, "hidden", "hide", lost?.username ?? "")).status).toBe(303);
});

test("what is refused changes nothing", async () => {
  const member = await memberWith(0);
  for (const [press, username, status] of [
    ["hide", "nobody.at.all", 422],
    ["show", "nobody.at.all", 422],
    ["hide", "", 422],
    ["forget", "nobody.at.all", 400],
    ["", "", 400],
  ] as const) {
    const answer = await say(member, "fans", press, username);
    expect(answer.status, `${press} ${username}`).toBe(status);
    expect(await answer.text()).toContain('role="alert"');
  }
  expect((await say(member, "unheard", "hide", "a")).status).toBe(404);
  expect((await (await firestore()).doc(`peopleChoices/${member.uid}`).get()).exists).toBe(false);
});

test("at most 5,000", async () => {
  const member = await (everyCase ? memberWith(30, 0) : memberWith(30));
  const hidden = Array.from({ length: 5_000 }, (_, index) => ({ username: `x${index}`, after: 0 }));
  await (await firestore()).doc(`peopleChoices/${member.uid}`).set({ hidden });
  const [lost] = truth.lost;
  expect((await say(member, "fans", "hide", lost?.username ?? "")).status).toBe(422);
  expect((await say(member, "hidden", "show", "x17")).status).toBe(303);
  expect((await say(member, "fans", "hide", lost?.username ?? "")).status).toBe(303);
});

test("an entry that cannot be read stops nothing: neither an import nor another press", async () => {
  const member = await memberWith(30);
  const [lost, other] = truth.lost;
  const hidden = [{ username: lost?.username, after: 0 }, { username: 7 }, null];
  const document = (await firestore()).doc(`peopleChoices/${member.uid}`);
  await document.set({ hidden, same: "odd", hiddenOutside: [null, "nora"] });
  const one = await importInto(member, await exportOf(0));
  expect(one.state).toBe("used");
  const file = await fileOf(member, "lostFollowers");
  expect(file).not.toContain(lost?.username);
  expect(file).toContain(other?.username);
  expect((await say(member, "lostFollowers", "hide", other?.username ?? "")).status).toBe(303);
  expect(await fileOf(member, "lostFollowers")).not.toContain(other?.username);
  expect((await document.get()).data()).toMatchObject({ same: [], hiddenOutside: ["nora"] });
});

test("an outside profile hides what it shows, apart", async () => {
  const member = await newMember();
  const person = (username: string) => ({ username });
  const database = await firestore();
  await database.doc(`profiles/${member.uid}`).set({
    _insights: { status: "completed" },
    _updatedAt: new Date(),
    _calculatedData: {
      audience: { fans: { totalValue: 3, items: [person("Nora"), person("ben"), person("cleo")] } },
    },
  });
  expect((await say(member, "fans", "hide", "zoe")).status).toBe(422);
  expect((await say(member, "fans", "hide", "NORA")).status).toBe(303);
  const words = await pageAt(member, at("fans"));
  expect(words).toContain("1 hidden");
  expect(words).not.toContain("Nora");
  expect(words).toContain("ben");
  expect(await fileOf(member, "fans")).not.toMatch(/nora/i);
  expect(await pageAt(member, at("hidden"))).toContain("nora");
  const kept = (await (await firestore()).doc(`peopleChoices/${member.uid}`).get()).data();
  expect(kept).toMatchObject({ hidden: [], hiddenOutside: ["nora"] });
  expect((await say(member, "fans", "show", "nora")).status).toBe(303);
  expect(await pageAt(member, at("fans"))).toContain("Nora");
});

test("what is hidden is in the copy of one's data", async () => {
  const member = await (everyCase ? memberWith(30, 0) : memberWith(30));
  const [lost] = truth.lost;
  await say(member, "fans", "hide", lost?.username ?? "");
  const copy = await (await visit("/dashboard/my-data", { cookie: member.cookie })).json();
  expect(copy).toMatchObject({ people: [{ hidden: [{ username: lost?.username }] }] });
});
