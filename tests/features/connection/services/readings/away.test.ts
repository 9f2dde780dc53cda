import { describe, expect, test, vi } from "vitest";
import { connection, count, day, hour, pass } from "#tests/setup/account-readings";
import { everyCase, few } from "#tests/setup/cases";
import { sandbox } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";
import { firestore } from "~/platform/store/firebase.server";

/** @param days since the last sign-in; undefined: none is on record */
async function lastSeen(uid: string, days: number | undefined) {
  if (days === undefined) return;
  const lastUsedAt = new Date(Date.now() - days * day);
  await (await firestore()).doc(`subscribers/${uid}`).set({ lastUsedAt });
}

/** Signs in where Instagram is a source of analyses. */
async function signsIn(uid: string) {
  vi.stubEnv("ANALYSIS_SOURCES", "instagram");
  resetApp();
  const { noteSignedIn } = await import("~/features/account/last-use.server");
  (await import("~/registrations.server")).registerConcerns();
  const { backgroundSettled } = await import("~/platform/work/background.server");
  await noteSignedIn(uid);
  await backgroundSettled();
}

describe("an account is read as long as its owner signs in every 60 days", () => {
  const uses: [string, number, number | undefined, boolean][] = [
    ["seen lately", 90, 2, true],
    ["seen 59 days ago", 90, 59, true],
    ["seen 60 days ago", 90, 60, false],
    ["seen two years ago, connected since", 10, 730, true],
    ["no use on record, connected 59 days ago", 59, undefined, true],
    ["no use on record, connected 60 days ago", 60, undefined, false],
  ];
  // One who was seen 59 days ago has been there lately, too.
  test.each(uses.slice(everyCase ? 0 : 1))(
    "%s",
    async (_, connectedDays, seenDays, isReadAgain) => {
      const connectedAt = Date.now() - connectedDays * day;
      const { uid, run } = await connection({ age: 2 }, { payload: { connectedAt } });
      await lastSeen(uid, seenDays);
      const { progress, dueAt, attempts, payload } = await run();
      expect(progress.readAt !== null).toBe(isReadAgain);
      expect(count("/me")).toBe(isReadAgain ? 1 : 0);
      // It is looked at again within a day, either way.
      expect(dueAt).toBeGreaterThanOrEqual(Date.now() + hour);
      expect(dueAt).toBeLessThanOrEqual(Date.now() + 25 * hour);
      expect([attempts, typeof payload.token]).toEqual([0, "string"]);
    },
  );

  test("the permission of one who is away is kept alive, and who comes back is read at once", async () => {
    const connectedAt = Date.now() - 30 * day;
    const { uid, run, entry } = await connection({ age: 2 }, { payload: { connectedAt } });
    const first = await run();
    await lastSeen(uid, 20);
    pass(51 * day);
    const away = await run();
    expect(count("/refresh_access_token")).toBe(1);
    expect(away.payload.tokenExpiresAt).toBeGreaterThan(first.payload.tokenExpiresAt);
    expect(away.progress.readAt).toBe(first.progress.readAt);
    await signsIn(uid);
    expect((await entry()).progress.readAt).toBe(Date.now());
  });

  test("who was there lately is read when it is time, and not with each sign-in", async () => {
    const { uid, run, entry } = await connection({ age: 2 });
    await run();
    await lastSeen(uid, 2);
    pass(2 * hour);
    const before = await entry();
    await signsIn(uid);
    expect(await entry()).toEqual(before);
  });
});

describe("readings end with the plan", () => {
  const planOf = (uid: string) => sandbox.world.subscriptions.find((one) => one.uid === uid);
  const end = (uid: string) => {
    const plan = planOf(uid);
    if (plan) plan.status = "expired";
  };

  test("Instagram is asked nothing any more, not even for a new token", async () => {
    const connectedAt = Date.now() - day;
    const { uid, run } = await connection({ age: 2 }, { payload: { connectedAt } });
    await lastSeen(uid, 0);
    await run();
    end(uid);
    pass(51 * day);
    const asked = [count("/me"), count("/refresh_access_token")];
    const { progress, dueAt, attempts, payload } = await run();
    expect([count("/me"), count("/refresh_access_token")]).toEqual(asked);
    expect(progress.pausedAt).toBe(Date.now());
    expect(dueAt).toBeLessThanOrEqual(Date.now() + 25 * hour);
    expect([attempts, typeof payload.token]).toEqual([0, "string"]);
  });

  test.each(few(["the next look", "a sign-in"], 1))("and begin again with it: %s", async (when) => {
    const { uid, run, entry } = await connection({ age: 2 });
    await lastSeen(uid, 0);
    await run();
    end(uid);
    pass(2 * day);
    expect((await run()).progress.readAt).toBeLessThan(Date.now());
    const plan = planOf(uid);
    if (plan) plan.status = "active";
    pass(day);
    if (when === "a sign-in") await signsIn(uid);
    else await run();
    expect((await entry()).progress).toMatchObject({ readAt: Date.now(), pausedAt: null });
  });

  test("a canceled plan runs on, an account that is gone has none", async () => {
    const canceled = await connection({ age: 2 });
    const plan = planOf(canceled.uid);
    if (plan) plan.status = "canceled";
    expect((await canceled.run()).progress.readAt).not.toBeNull();
    const gone = await connection({ age: 2 });
    sandbox.world.accounts.delete(gone.uid);
    expect((await gone.run()).progress).toMatchObject({ readAt: null, pausedAt: Date.now() });
  });

  test("while the subscription service is down they go on", async () => {
    const { run } = await connection({ age: 2 });
    sandbox.faults.set("subscriptions", { kind: "status", status: 503 });
    expect((await run()).progress.readAt).not.toBeNull();
    sandbox.faults.clear();
  });
});
