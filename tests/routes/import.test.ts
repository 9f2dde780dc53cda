import { beforeEach, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { exportOf, history, importInto, newMember, send } from "#tests/setup/imports";
import { visibleText } from "#tests/setup/visible-text";
import { firestore } from "~/clients/firebase.server";

beforeEach(() => {
  vi.stubEnv("ANALYSIS_SOURCES", "export");
  vi.resetModules();
});

const profileOf = async (uid: string) =>
  (await (await firestore()).doc(`profiles/${uid}`).get()).data();

test("an export is used, and the profile follows from it", async () => {
  const member = await newMember();
  const at = history.end - 30 * 86_400;
  const state = history.stateAt(at);
  const first = await importInto(member, await exportOf(30));
  expect(first).toMatchObject({
    state: "used",
    takenAt: new Date(at * 1_000).toISOString(),
    counts: { followers: state.followers().size, following: state.following().size, skipped: 0 },
    problems: [],
    changes: null,
  });
  expect(first.found).toEqual(expect.arrayContaining(["followers", "following", "posts"]));
  expect(await profileOf(member.uid)).toMatchObject({
    _source: "built-in",
    _insights: { status: "completed" },
    _notes: { lostFollowers: "needs-second-export", secretFans: "needs-connection" },
    _calculatedData: { audience: { lostFollowers: { totalValue: null } } },
  });
  const page = await visit(`/dashboard/import/${first.id}`, { cookie: member.cookie });
  expect(page.status).toBe(200);
  expect(visibleText(await page.text())).toContain("Your export is in use");
});

test("the next export tells what changed since", async () => {
  const member = await newMember();
  await importInto(member, await exportOf(30));
  const { changes } = await importInto(member, await exportOf(0));
  const { lost } = history.truthBetween(history.end - 30 * 86_400, history.end);
  expect(changes?.lost).toBe(lost.length);
  const profile = await profileOf(member.uid);
  expect(profile?._calculatedData.audience.lostFollowers.totalValue).toBe(lost.length);
});

test("where exports are no source, the pages are not there", async () => {
  vi.stubEnv("ANALYSIS_SOURCES", "outside");
  vi.resetModules();
  const member = await newMember();
  for (const path of ["/dashboard/import", "/dashboard/import/some-id"])
    expect((await visit(path, { cookie: member.cookie })).status).toBe(404);
  expect((await send(member, await exportOf(0))).status).toBe(404);
});
