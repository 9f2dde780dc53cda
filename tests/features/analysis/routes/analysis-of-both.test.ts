import { describe, expect, test, vi } from "vitest";
import { type History, makeHistory } from "#sandbox/histories/history.ts";
import type { SandboxAccount } from "#sandbox/instagram/account.ts";
import { figuresOf } from "#sandbox/instagram/figures.ts";
import { visit } from "#tests/setup/app";
import { everyCase } from "#tests/setup/cases";
import {
  exportOf,
  importAt,
  importInto,
  kept,
  type Member,
  newMember,
  nothingKept,
  pageAt,
  press,
  profileOf,
} from "#tests/setup/imports";
import { instagram } from "#tests/setup/instagram";
import { keptOf, refigure, storeReading, withSources } from "#tests/setup/readings";
import { resetApp } from "#tests/setup/reset-app";
import { switchAnalysis } from "~/features/history/analyses.server";
import { firestore } from "~/platform/store/firebase.server";
import { formatDate } from "~/platform/values/dates";

withSources("export,instagram");

const day = 86_400_000;

const histories = new Map<string, History>();

/** The history of an account whose exports the sandbox writes. */
function historyOf({ plan }: SandboxAccount): History {
  const until = Math.floor(instagram.clock.asOf() / 1_000);
  const made = histories.get(plan.key) ?? makeHistory({ ...plan.history, until });
  histories.set(plan.key, made);
  return made;
}

async function connect({ uid }: Member, name: string, changes = {}) {
  const account = instagram.account(name);
  const connection = await storeReading(uid, name, keptOf(account, changes));
  await refigure(uid);
  return { account, connection };
}

/** Names by how often they commented on the latest posts, by the sandbox's own data. */
function commentsBy(account: SandboxAccount): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { commenters } of figuresOf(account).latest)
    for (const { username } of commenters)
      if (username !== account.username) counts.set(username, (counts.get(username) ?? 0) + 1);
  return counts;
}

const sumOf = (account: SandboxAccount, figure: "likes" | "comments") =>
  account
    .posts()
    .slice(0, 200)
    .reduce((sum, post) => sum + post[figure], 0);

async function namesIn({ cookie }: Member, key: string): Promise<string[]> {
  const answer = await visit(`/dashboard/analytics/${key}.csv`, { cookie });
  return (await answer.text()).split("\r\n").slice(1, -1);
}

test("one profile out of both: with each of them, with both, and without any", async () => {
  const member = await newMember();
  const { account, connection } = await connect(member, "maja");
  const likes = { totalValue: sumOf(account, "likes"), items: [] };
  const comments = { totalValue: sumOf(account, "comments"), items: [] };

  const connected = await profileOf(member);
  expect(connected).toMatchObject({
    _source: "built-in",
    _takenAt: null,
    _notes: { secretFans: "needs-export", inactiveFollowers: "needs-export", fans: "needs-export" },
    _calculatedData: { other: { likes, comments }, audience: { fans: { totalValue: null } } },
    userEngagement: { engagementRate: { cell: expect.any(Number) } },
  });
  expect(connected._notes).not.toHaveProperty("likes");
  expect(connected.topPosts.mostLikedPosts[0]).toMatchObject({
    postPicUrl: expect.stringContaining("/posts/"),
    user: account.username,
  });
  const read = formatDate(instagram.clock.asOf());
  expect(await pageAt(member, "/dashboard/analytics")).toContain(
    `Likes and comments: Instagram, read ${read}. Import your export`,
  );
  expect(await pageAt(member, "/dashboard/analytics/fans")).toContain(
    "Your Instagram export shows this. Import it",
  );

  const history = historyOf(account);
  const { id, takenAt } = await importInto(member, await exportOf(0, {}, history));
  const followers = [...history.stateAt(history.end).followers()].map(({ username }) => username);
  const counts = commentsBy(account);
  const strangers = [...counts]
    .filter(([name]) => !followers.includes(name))
    .sort(([a, i], [b, j]) => j - i || (a < b ? -1 : 1));
  expect(strangers.length).toBeGreaterThan(5);
  expect(await namesIn(member, "secretFans")).toEqual(strangers.map(([name]) => `${name},`));
  const silent = (await namesIn(member, "inactiveFollowers")).map((line) => line.split(",")[0]);
  expect(silent.toSorted()).toEqual(followers.filter((name) => !counts.has(name)).toSorted());
  const hidden = (account.followers - followers.length).toLocaleString("en-US");
  expect(await pageAt(member, `/dashboard/import/${id}`)).toContain(
    `Instagram counts ${account.followers.toLocaleString("en-US")} followers (${read}), the export lists ${followers.length.toLocaleString("en-US")}: ${hidden} are deactivated accounts`,
  );
  const both = await profileOf(member);
  expect(both._notes).not.toHaveProperty("secretFans");
  expect(both._calculatedData).toMatchObject({
    audience: {
      secretFans: { totalValue: strangers.length },
      inactiveFollowers: { totalValue: silent.length },
    },
    other: { likes, comments },
  });
  const page = await pageAt(member, "/dashboard/analytics");
  expect(page).toContain(
    `Likes and comments: Instagram, read ${read}. Followers: your export of ${formatDate(Date.parse(takenAt))}.`,
  );
  expect(page).toContain("based on 200 latest posts");
  const [top = ["", 0]] = strangers;
  const fans = await pageAt(member, "/dashboard/analytics/secretFans");
  expect(fans).toContain(`${top[0]} ${top[1]} comment`);
  expect(fans).toContain("Likes cannot be seen");
  expect(await pageAt(member, `/dashboard/analytics/secretFans?q=${top[0]}`)).toContain(
    "1 person matches",
  );

  await press(member, id, "discard");
  expect(await profileOf(member)).toEqual(connected);

  await connection.document.delete();
  await refigure(member.uid);
  expect(await kept(member)).toEqual({ ...nothingKept, imports: 1 });
});

test("a new reading changes the figures, and nothing of what the imports say", async () => {
  const member = await newMember();
  const account = instagram.account("maja");
  const history = historyOf(account);
  await importInto(member, await exportOf(30, {}, history));
  const { id, changes } = await importInto(member, await exportOf(0, {}, history));
  const before = await profileOf(member);
  expect(before._notes).toMatchObject({ secretFans: "needs-connection", likes: "needs-insights" });
  expect(await pageAt(member, "/dashboard/analytics/secretFans")).toContain("Connect Instagram");
  await connect(member, "maja");
  await refigure(member.uid);
  const after = await profileOf(member);
  const { secretFans, inactiveFollowers, ...lists } = after._calculatedData.audience;
  expect(before._calculatedData.audience).toMatchObject(lists);
  expect(secretFans.totalValue + inactiveFollowers.totalValue).toBeGreaterThan(0);
  expect(await importAt(member, `/dashboard/import/${id}`)).toMatchObject({ changes });
  expect(await namesIn(member, "lostFollowers")).toHaveLength(changes?.lost ?? -1);
  expect(await kept(member)).toMatchObject({ analysisLists: 3 });
});

test("an import and a reading at the same time lose nothing of each other", async () => {
  const account = instagram.account("maja");
  const files = await exportOf(0, {}, historyOf(account));
  const strangers = [];
  for (let round = 0; round < (everyCase ? 3 : 1); round += 1) {
    const member = await newMember();
    await storeReading(member.uid, "maja", keptOf(account, { posts: [] }));
    const reading = async () => {
      await refigure(member.uid);
      await storeReading(member.uid, "maja", keptOf(account));
      await refigure(member.uid);
    };
    await Promise.all([importInto(member, files), reading()]);
    const { audience, other } = (await profileOf(member))._calculatedData;
    expect(other.likes.totalValue).toBe(sumOf(account, "likes"));
    strangers.push(audience.secretFans.totalValue);
    expect(await kept(member)).toMatchObject({ imports: 1, analysisLists: 3, analyses: 1 });
  }
  expect(new Set(strangers).size).toBe(1);
  expect(strangers[0]).toBeGreaterThan(0);
});

test.each<[string, object]>([
  ["a connection that was erased meanwhile", { connection: "erased" }],
  ["an analysis that has changed meanwhile", { computedFrom: "another" }],
])("nothing is written over %s", async (_, change) => {
  const member = await newMember();
  const base = {
    uid: member.uid,
    computedFrom: undefined,
    imports: [],
    erased: [],
    connection: undefined,
    analysis: undefined,
    profile: { _source: "built-in" },
  };
  expect(await switchAnalysis({ ...base, ...change })).toBe("changed");
  expect(await kept(member)).toMatchObject({ profiles: 0 });
  expect(await switchAnalysis(base)).toBe("switched");
});

test("of two accounts nothing is computed from both, and the page says so", async () => {
  const member = await newMember();
  const { account } = await connect(member, "creator");
  const maja = instagram.account("maja");
  await importInto(member, await exportOf(0, {}, historyOf(maja)));
  expect(await profileOf(member)).toMatchObject({
    _notes: { secretFans: "other-account", inactiveFollowers: "other-account" },
    _calculatedData: {
      audience: { secretFans: { totalValue: null }, fans: { totalValue: expect.any(Number) } },
      other: { likes: { totalValue: sumOf(account, "likes") } },
    },
  });
  const page = await pageAt(member, "/dashboard/analytics");
  expect(page.replaceAll(/ (?=,)/g, "")).toContain(
    `connected to ${account.username}, and your exports are from ${maja.username}`,
  );
  expect(await pageAt(member, "/dashboard/analytics/secretFans")).toContain(
    "nothing is computed from both. See your connection",
  );
});

test.runIf(everyCase)(
  "while an export cannot be read the page of the connection goes on, and with its removal all is computed",
  async () => {
    const member = await newMember();
    const { account } = await connect(member, "creator");
    const alone = await profileOf(member);
    const { id } = await importInto(
      member,
      await exportOf(0, {}, historyOf(instagram.account("maja"))),
    );
    await (await firestore()).doc(`imports/${id}`).update({ counts: "many" });
    const page = await pageAt(member, "/dashboard/connect");
    expect(page).toContain(account.username);
    expect(page).not.toContain("Not the account of your");
    expect((await visit("/dashboard/connect/disconnect", { cookie: member.cookie })).status).toBe(
      200,
    );
    expect((await press(member, id, "remove")).status).toBe(303);
    expect(await profileOf(member)).toEqual(alone);
    expect(await kept(member)).toMatchObject({ imports: 0, importPieces: 0, analyses: 1 });
  },
);

test("an account that was renamed since its export is one account", async () => {
  const member = await newMember();
  const { username } = instagram.account("maja");
  const formerNames = [{ username, until: Date.now() + day }];
  const { account, connection } = await connect(member, "maja", {
    username: "new.name",
    formerNames,
  });
  await connection.document.update({ "payload.username": "new.name" });
  await importInto(member, await exportOf(0, {}, historyOf(account)));
  expect((await profileOf(member))._calculatedData.audience.inactiveFollowers.totalValue).toEqual(
    expect.any(Number),
  );
  expect(await pageAt(member, "/dashboard/connect")).not.toContain("Not the account of your");
});

test("figures stay when the connection was withdrawn, and the page leads to connecting again", async () => {
  const member = await newMember();
  const { account, connection } = await connect(member, "creator");
  const before = await pageAt(member, "/dashboard/analytics");
  expect(before).not.toContain("Connect again");
  await connection.document.update({ "payload.token": null, dueAt: null });
  await refigure(member.uid);
  const after = await pageAt(member, "/dashboard/analytics");
  expect(after).toContain("What you see of it are the last figures that we read. Connect again");
  expect(after).toContain(sumOf(account, "likes").toLocaleString("en-US"));
});

test("without the comments of any post, who reacts is not known; of some, the page says so", async () => {
  const member = await newMember();
  const account = instagram.account("maja");
  const withWhole = (isWhole: (at: number) => boolean) =>
    keptOf(account).posts.map((post, at) => ({ ...post, isWhole: isWhole(at) }));
  const unread = withWhole(() => false).map((post) => ({ ...post, commenters: [] }));
  await connect(member, "maja", { posts: unread });
  await importInto(member, await exportOf(0, {}, historyOf(account)));
  const { _notes, _calculatedData } = await profileOf(member);
  expect(_notes).toMatchObject({
    secretFans: "needs-connection",
    inactiveFollowers: "needs-connection",
  });
  expect(_calculatedData.other.comments.totalValue).toBe(sumOf(account, "comments"));
  expect(await pageAt(member, "/dashboard/analytics/inactiveFollowers")).toContain(
    "We have not read the comments on your posts to the end.",
  );
  // As where replies are refused: who commented is known, who answered is not.
  await connect(member, "maja", { posts: withWhole(() => false) });
  const partly = await profileOf(member);
  expect(partly._notes).toMatchObject({ inactiveFollowers: "needs-connection" });
  expect(partly._notes).not.toHaveProperty("secretFans");
  expect(await namesIn(member, "secretFans")).not.toEqual([]);
  expect(await pageAt(member, "/dashboard/analytics/secretFans")).toContain(
    "We could not read all comments, so some people may be missing.",
  );
  await connect(member, "maja", { posts: withWhole((at) => at > 0) });
  expect(await pageAt(member, "/dashboard/analytics/inactiveFollowers")).toMatch(
    /commented on none of (\d+) of your \d+ latest posts, whose comments we could read to the end/,
  );
});

describe("no profile is computed", () => {
  test("over one of the outside system", async () => {
    const member = await newMember();
    const document = (await firestore()).doc(`profiles/${member.uid}`);
    await document.set({ _insights: { status: "idle" } });
    await connect(member, "creator");
    expect((await document.get()).data()).toEqual({ _insights: { status: "idle" } });
    expect(await kept(member)).toMatchObject({ analyses: 0 });
  });

  test("before the first figures, nor from figures that cannot be read", async () => {
    const member = await newMember();
    const { connection } = await connect(member, "creator", { readAt: null });
    expect(await kept(member)).toMatchObject({ profiles: 0, analyses: 0 });
    const rotten = { uid: member.uid, owner: connection.key, n: 0, bytes: Buffer.from("rotten") };
    await (await firestore()).doc(`connectionPieces/${connection.key}-0`).set(rotten);
    await refigure(member.uid);
    expect(await kept(member)).toMatchObject({ profiles: 0, analyses: 0 });
  });

  test("from a connection where Instagram is no source any more", async () => {
    vi.stubEnv("ANALYSIS_SOURCES", "export");
    resetApp();
    const member = await newMember();
    await connect(member, "creator");
    expect(await kept(member)).toMatchObject({ profiles: 0, analyses: 0 });
  });
});
