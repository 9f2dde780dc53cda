import { describe, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { few } from "#tests/setup/cases";
import {
  day,
  exportOf,
  fileOf,
  history,
  importAt,
  importInto,
  kept,
  newMember,
  nothingKept,
  pageAt,
  press,
  profileOf,
  send,
  withExports,
} from "#tests/setup/imports";
import { resetApp } from "#tests/setup/reset-app";
import { firestore } from "~/platform/store/firebase.server";
import { zipOf } from "../../export/rules/zip-writer.ts";

withExports();

const isoAt = (daysBefore: number) =>
  new Date((history.end - daysBefore * day) * 1_000).toISOString();

describe("an export that is imported", () => {
  test("is used, and the profile follows from it", async () => {
    const member = await newMember();
    const state = history.stateAt(history.end - 30 * day);
    const first = await importInto(member, await exportOf(30));
    expect(first).toMatchObject({
      state: "used",
      takenAt: isoAt(30),
      account: history.options.username,
      counts: { followers: state.followers().size, following: state.following().size, skipped: 0 },
      problems: [],
      changes: null,
    });
    expect(first.found).toEqual(expect.arrayContaining(["followers", "following", "posts"]));
    expect(await profileOf(member)).toMatchObject({
      _source: "built-in",
      _insights: { status: "completed" },
      _notes: { lostFollowers: "needs-second-export", likes: "needs-insights" },
      _calculatedData: { audience: { lostFollowers: { totalValue: null, items: [] } } },
    });
    expect(await pageAt(member, `/dashboard/import/${first.id}`)).toContain(
      "Your export is in use",
    );
    expect(await pageAt(member, "/dashboard/import")).toContain("In use");
  });

  test("tells what changed since the one before", async () => {
    const member = await newMember();
    await importInto(member, await exportOf(30));
    const { changes } = await importInto(member, await exportOf(0));
    const { lost, renamed } = history.truthBetween(history.end - 30 * day, history.end);
    expect(changes).toMatchObject({ lost: lost.length, renamed: renamed.length });
    const profile = await profileOf(member);
    // The reason why the number was not known is gone.
    expect(profile._notes).not.toHaveProperty("lostFollowers");
    const { audience } = profile._calculatedData;
    expect(audience.lostFollowers.totalValue).toBe(lost.length);
    const names = audience.lostFollowers.items.map(
      ({ username }: { username: string }) => username,
    );
    expect(names.toSorted()).toEqual(lost.map(({ username }) => username).toSorted());
  });

  test("is the same one when it comes twice, in another form of upload", async () => {
    const member = await newMember();
    const [first] = await exportOf(30);
    const { id } = await importInto(member, [first ?? never()]);
    const renamed = { name: "renamed.zip", bytes: first?.bytes ?? never() };
    const again = await importInto(member, [renamed], { takenAt: "2026-01-02" });
    expect(again).toMatchObject({ id, takenAt: isoAt(30) });
    expect(await kept(member)).toMatchObject({ imports: 1, importPieces: 1 });
  });

  test("may come in parts", async () => {
    const member = await newMember();
    const parts = await exportOf(30, { parts: 3 });
    expect(parts).toHaveLength(3);
    const { id } = await importInto(member, parts);
    expect(await importInto(member, await exportOf(30))).toMatchObject({ id });
  });
});

test("of an export of somebody who also uses Threads, its folder is passed over", async () => {
  const member = await newMember();
  const people = (...names: string[]) => names.map((title) => ({ title, string_list_data: [] }));
  const requests = (key: string, ...names: string[]) => JSON.stringify({ [key]: people(...names) });
  const account = (value: string) =>
    JSON.stringify({ profile_user: [{ string_map_data: { Username: { value } } }] });
  const [own, threads] = ["connections/followers_and_following", "your_instagram_activity/threads"];
  const files = [
    [`${own}/followers_1.json`, JSON.stringify(people("ana", "ben"))],
    [`${own}/pending_follow_requests.json`, requests("relationships_follow_requests_sent", "cem")],
    ["personal_information/personal_information/personal_information.json", account("eva")],
    ...["pending_follow_requests", "recent_follow_requests", "recently_unfollowed_profiles"].map(
      (name) => [`${threads}/${name}.json`, requests(`text_post_app_${name}`, "dan")] as const,
    ),
    [`${threads}/personal_information.json`, account("eva.on.threads")],
  ] as const;
  const zip = zipOf(files.map(([name, content]) => ({ name, content })));
  const one = await importInto(member, [{ name: "a.zip", bytes: new Uint8Array(zip) }], {
    followersShown: "2",
  });
  expect(one).toMatchObject({ state: "used", account: "eva", problems: [] });
  expect(one.found).not.toContain("recentlyUnfollowed");
  const waiting = await visit("/dashboard/analytics/pendingRequests.csv", {
    cookie: member.cookie,
  });
  const csv = await waiting.text();
  expect(csv).toContain("cem");
  expect(csv).not.toContain("dan");
});

test("a page of an import and its JSON say that they vary by what is accepted", async () => {
  const member = await newMember();
  const { cookie } = member;
  const { id } = await importInto(member, [fileOf("letter.txt", "Dear Sir")]);
  const answers = [
    ["text/html", `/dashboard/import/${id}`, "text/html"],
    // The second time it is sent from memory.
    ["text/html", `/dashboard/import/${id}`, "text/html"],
    ["text/html", "/dashboard/import/unknown", "text/html"],
    ["application/json", `/dashboard/import/${id}`, "application/json"],
    ["application/json, text/html;q=0.5", `/dashboard/import/${id}/`, "application/json"],
    ["application/json", "/dashboard/import/unknown", "application/json"],
  ] as const;
  for (const [accept, path, type] of answers)
    for (const method of ["GET", "HEAD"]) {
      const { headers } = await visit(path, { method, cookie, headers: { accept } });
      expect(headers.get("content-type")).toContain(type);
      expect(headers.get("vary")?.split(", ")).toEqual(
        expect.arrayContaining(["accept", "accept-encoding"]),
      );
    }
  const toSignIn = await visit(`/dashboard/import/${id}`);
  expect(toSignIn.status).toBe(302);
  expect(toSignIn.headers.get("vary")?.split(", ")).toContain("accept");
});

describe("the time when it was taken", () => {
  const soon = new Date(Date.now() + 86_400_000).toISOString();
  const times = [
    ["the field", "2026-05-20T10:11:12Z", "2026-05-20T10:11:12.000Z"],
    ["the field, without a time", "2026-05-20", "2026-05-20T00:00:00.000Z"],
    ["the newest entry, where the field is before 2010", "2009-12-31", isoAt(0)],
    ["the newest entry, where the field is no date", "yesterday", isoAt(0)],
    ["the upload, where the field is later", soon, expect.stringMatching(/^20/)],
  ];
  // form-fields.test.ts and taken-at.test.ts have the others.
  test.each(few(times, 2))("is %s", async (_, takenAt, expected) => {
    const before = Date.now();
    const taken = await importInto(await newMember(), await exportOf(0), { takenAt });
    expect(taken.takenAt).toEqual(expected);
    expect(Date.parse(taken.takenAt)).toBeLessThanOrEqual(Math.max(before, Date.now()));
  });
});

test("an archive that was packed anew was taken on the day that its name says", async () => {
  const [zip] = await exportOf(40, { takenAt: history.end });
  const day = isoAt(40).slice(0, 10);
  const file = { name: `instagram-ana-${day}-x1Yz90Ab.zip`, bytes: zip?.bytes ?? never() };
  const { takenAt } = await importInto(await newMember(), [file]);
  expect(takenAt).toBe(`${day}T23:59:59.999Z`);
});

describe("an import that is taken back", () => {
  test("leaves everything as if it had never come, and may come again", async () => {
    const member = await newMember();
    const { id: first } = await importInto(member, await exportOf(30));
    const afterFirst = await profileOf(member);
    const { id: second, changes } = await importInto(member, await exportOf(0));
    expect(await profileOf(member)).not.toEqual(afterFirst);

    expect((await press(member, second, "discard")).status).toBe(303);
    expect(await profileOf(member)).toEqual(afterFirst);
    expect(await importAt(member, `/dashboard/import/${second}`)).toMatchObject({
      state: "discarded",
      changes: null,
    });
    expect((await press(member, second, "discard")).status).toBe(303);

    const again = await importInto(member, await exportOf(0));
    expect(again.id).not.toBe(second);
    expect(again).toMatchObject({ state: "used", changes });

    // The first goes: what followed is computed anew, as if the second were the first.
    await press(member, first, "discard");
    expect(await importAt(member, `/dashboard/import/${again.id}`)).toMatchObject({
      changes: null,
    });
    await press(member, again.id, "discard");
    expect(await kept(member)).toEqual({ ...nothingKept, imports: 3 });
  });

  test("cannot be used again, nor can anything else be pressed", async () => {
    const member = await newMember();
    const { id } = await importInto(member, await exportOf(0));
    for (const name of ["use", "whole"]) expect((await press(member, id, name)).status).toBe(409);
    for (const name of ["", "erase"]) expect((await press(member, id, name)).status).toBe(400);
    await press(member, id, "discard");
    const answer = await press(member, id, "use");
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain("This cannot be done with this export any more.");
  });
});

test("nobody sees or changes an import of somebody else", async () => {
  const [owner, stranger] = await Promise.all([newMember(), newMember()]);
  const { id } = await importInto(owner, await exportOf(0));
  const address = `/dashboard/import/${id}`;
  expect((await visit(address, { cookie: stranger.cookie })).status).toBe(404);
  expect((await press(stranger, id, "discard")).status).toBe(404);
  const headers = { accept: "application/json" };
  for (const [cookie, status] of [
    [stranger.cookie, 404],
    ["", 401],
  ] as const) {
    const answer = await visit(address, { cookie, headers });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({ error: expect.any(String) });
  }
  expect(await importAt(owner, address)).toMatchObject({ state: "used" });
  expect(await importAt(owner, `${address}?from=mail`)).toMatchObject({ state: "used" });
});

test("labels of insights that no table knows are told by name, never by value", async () => {
  const member = await newMember();
  const entry = (map: object) => ({
    media_map_data: { "Media Thumbnail": { creation_timestamp: 1_773_179_890 } },
    string_map_data: map,
  });
  const said = (label: string, value: string) => entry({ [label]: { value } });
  const posts = [
    said("Mentions J’aime", "4711"),
    said(Buffer.from("Mentions J’aime", "utf8").toString("latin1"), "4712"),
    said("<b>Beğeniler", "4713"),
    said("Likes", "7"),
  ];
  const files = [
    fileOf("followers_1.json", JSON.stringify([{ title: "ana" }])),
    fileOf("posts.json", JSON.stringify({ organic_insights_posts: posts })),
    fileOf(
      "close_friends.json",
      JSON.stringify([{ label_values: [{ label: "Kennung", value: "ana" }] }]),
    ),
  ];
  const shown = { followersShown: "1" };
  const one = await importInto(member, files, shown);
  expect(one.unknownLabels).toEqual(["Mentions J’aime", "<b>Beğeniler"]);
  const page = await pageAt(member, `/dashboard/import/${one.id}`);
  expect(page).toContain("Mentions J’aime");
  expect(page).toContain("&lt;b&gt;Beğeniler");
  expect(page).not.toMatch(/Kennung|47\d\d/);

  const known = await importInto(await newMember(), await exportOf(0));
  expect(known.unknownLabels).toEqual([]);
});

test.each([{ _insights: { status: "idle" } }, { _updatedAt: new Date(0) }])(
  "a profile of the outside system is never overwritten: %j",
  async (profile) => {
    const member = await newMember();
    const document = (await firestore()).doc(`profiles/${member.uid}`);
    await document.set(profile);
    const before = (await document.get()).data();
    const page = await visit("/dashboard/import", { cookie: member.cookie });
    expect([page.status, page.headers.get("location")]).toEqual([302, "/dashboard/analytics"]);
    const answer = await send(member, await exportOf(0));
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain("Your analysis is made by another service");
    expect((await document.get()).data()).toEqual(before);
    expect(await kept(member)).toEqual({ ...nothingKept, imports: 0, profiles: 1 });
  },
);

test("where exports are no source, the pages are not there", async () => {
  vi.stubEnv("ANALYSIS_SOURCES", "outside");
  resetApp();
  const member = await newMember();
  const { cookie } = member;
  for (const path of ["/dashboard/import", "/dashboard/import/some-id"]) {
    expect((await visit(path, { cookie })).status).toBe(404);
    const headers = { accept: "application/json" };
    expect((await visit(path, { cookie, headers })).status).toBe(404);
  }
  expect((await send(member, await exportOf(0))).status).toBe(404);
  expect((await press(member, "some-id", "use")).status).toBe(404);
});

const never = (): never => {
  throw new Error("there is no export");
};
