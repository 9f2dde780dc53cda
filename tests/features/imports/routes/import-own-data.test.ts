import { afterEach, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import {
  exportOf,
  history,
  importInto,
  kept,
  newMember,
  nothingKept,
  press,
  withExports,
} from "#tests/setup/imports";
import { firestore } from "~/platform/store/firebase.server";

withExports();
afterEach(() => {
  vi.useRealTimers();
});

test("the download holds every list that is kept, in words a person can read", async () => {
  const member = await newMember();
  const first = await importInto(member, await exportOf(30));
  const second = await importInto(member, await exportOf(0));
  const gone = await importInto(member, await exportOf(60));
  await press(member, gone.id, "discard");
  const answer = await visit("/dashboard/my-data", { cookie: member.cookie });
  const copy = JSON.parse(await answer.text());
  expect(Object.keys(copy.importedLists)).toEqual(expect.arrayContaining([first.id, second.id]));
  expect(copy.importedLists).not.toHaveProperty(gone.id);
  const { followers, following } = copy.importedLists[first.id];
  const state = history.stateAt(history.end - 30 * 86_400);
  const written = [...state.followers()].map(({ username, since }) => ({
    username,
    since: new Date(since * 1_000).toISOString(),
  }));
  expect(followers).toHaveLength(written.length);
  expect(followers).toEqual(expect.arrayContaining(written));
  expect(following).toHaveLength(state.following().size);
  expect(copy.imports).toHaveLength(3);
  expect(copy.imports).toEqual(
    expect.arrayContaining([expect.objectContaining({ id: first.id, takenAt: first.takenAt })]),
  );
  expect(copy.notes.join(" ")).toContain("computed by this app");
});

test("for whoever has left before it begins, nothing has failed", async () => {
  const member = await newMember();
  await importInto(member, await exportOf(0));
  const { loader } = await import("~/features/own-data/routes/my-data");
  const request = new Request("http://localhost:3000/dashboard/my-data", {
    headers: { cookie: member.cookie },
    signal: AbortSignal.abort(),
  });
  const args = { request, params: {}, context: {} } as unknown as Parameters<typeof loader>[0];
  expect((await loader(args)).status).toBe(499);
});

test("whoever leaves in the middle of the download is in nobody's way", async () => {
  const member = await newMember();
  await importInto(member, await exportOf(0));
  const leaving = new AbortController();
  const { cookie } = member;
  const answer = await visit("/dashboard/my-data", { cookie, signal: leaving.signal });
  leaving.abort();
  await answer.body?.cancel().catch(() => {});
  // The server hears of it a little later.
  await expect
    .poll(async () => (await visit("/dashboard/my-data", { cookie, method: "HEAD" })).status, {
      timeout: 20_000,
    })
    .toBe(200);
  await expect
    .poll(async () => (await visit("/dashboard/my-data", { cookie })).text(), { timeout: 20_000 })
    .toContain("importedLists");
});

test("who asks twice at once gets both downloads, and may import meanwhile", async () => {
  const member = await newMember();
  const { id } = await importInto(member, await exportOf(30));
  const { writtenLists } = await import("~/features/imports/written-lists.server");
  const { cookie, uid } = member;
  const pieces = (await (await firestore()).doc(`imports/${id}`).get()).get("pieces");
  // A download that has begun, and is not read on yet.
  const begun = writtenLists(uid, async () => [{ id, pieces }]);
  await begun.next();
  const [first, second] = [0, 1].map(() => visit("/dashboard/my-data", { cookie }));
  expect((await importInto(member, await exportOf(0))).state).toBe("used");
  await begun.return(undefined);
  for (const answer of [await first, await second]) {
    expect(answer?.status).toBe(200);
    expect(JSON.parse((await answer?.text()) ?? "").importedLists).toHaveProperty(id);
  }
});

test("whoever stops reading the download for a minute keeps no place", async () => {
  const member = await newMember();
  const { id } = await importInto(member, await exportOf(0));
  const { writtenLists } = await import("~/features/imports/written-lists.server");
  const database = await firestore();
  const pieces = (await database.doc(`imports/${id}`).get()).get("pieces");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const lists = writtenLists(member.uid, async () => [{ id, pieces }]);
  expect(await lists.next()).toEqual({ value: "{", done: false });
  vi.advanceTimersByTime(61_000);
  vi.useRealTimers();
  const again = writtenLists(member.uid, async () => [{ id, pieces }]);
  expect(await again.next()).toEqual({ value: "{", done: false });
  // The file breaks off, and takes nobody else's place with it.
  await expect(lists.next()).rejects.toMatchObject({ name: "UpstreamError" });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const waiting = writtenLists(member.uid, async () => []).next();
  vi.advanceTimersByTime(15_000);
  await expect(waiting).rejects.toMatchObject({ kind: "busy" });
  vi.useRealTimers();
  await again.return(undefined);
});

test("an erasure takes imports, lists, analysis and profile", async () => {
  const member = await newMember();
  await importInto(member, await exportOf(30));
  await importInto(member, await exportOf(0));
  const { uid, email } = member;
  await kept(member);
  const { requestErasure } = await import("~/features/own-data/services/erasure.server");
  expect(await requestErasure({ uid, email })).toEqual({ outcome: "erased" });
  expect(await kept(member)).toEqual({ ...nothingKept, imports: 0 });
});
