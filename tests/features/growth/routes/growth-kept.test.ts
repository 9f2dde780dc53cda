import { describe, expect, test, vi } from "vitest";
import { makeHistory } from "#sandbox/histories/history.ts";
import { visit } from "#tests/setup/app";
import { few } from "#tests/setup/cases";
import { exportOf, importInto, kept, type Member, newMember, press } from "#tests/setup/imports";
import { instagram } from "#tests/setup/instagram";
import { keptOf, refigure, storeReading, withSources } from "#tests/setup/readings";
import { visibleText } from "#tests/setup/visible-text";
import { firestore } from "~/platform/store/firebase.server";

withSources("export,instagram");

const history = makeHistory({ seed: 6, followers: 200, following: 80, days: 90 });

/** Of the app that `visit` speaks to: tests reset its modules. */
const growthOf = async ({ uid }: Member) =>
  (await import("~/features/growth/growth.server")).growthOf(uid);

async function memberWith(...daysBefore: number[]) {
  const member = await newMember();
  const imports = [];
  for (const days of daysBefore)
    imports.push(await importInto(member, await exportOf(days, {}, history)));
  return { member, imports };
}

const piecesOf = async ({ uid }: Member) =>
  (await firestore()).collection("analysisLists").where("uid", "==", uid).get();

test("nothing imported and nothing connected: there is no growth", async () => {
  expect(await growthOf(await newMember())).toBeUndefined();
});

test("a connection alone: its counts, its reach and its posts", async () => {
  const member = await newMember();
  const account = instagram.account("maja");
  await storeReading(member.uid, "maja", keptOf(account));
  await refigure(member.uid);
  const growth = await growthOf(member);
  expect(growth).toMatchObject({
    isOtherAccount: false,
    exports: null,
    instagramCounts: [{ followers: account.followers }],
    ledger: { outcome: "needs-export" },
  });
  const [newest] = account.posts();
  expect(growth?.posts).toHaveLength(Math.min(200, account.posts().length));
  expect(growth?.posts[0]).toMatchObject({
    postedAt: Math.floor((newest?.postedAt ?? 0) / 1_000),
    rate: expect.any(Number),
  });
  expect(growth?.reach.length).toBeGreaterThan(20);
});

test("exports and a connection of another account: nothing is computed from both", async () => {
  const { member } = await memberWith(0);
  const before = await growthOf(member);
  await storeReading(member.uid, "hidden-likes", keptOf(instagram.account("hidden-likes")));
  await refigure(member.uid);
  const after = await growthOf(member);
  expect(after).toMatchObject({
    isOtherAccount: true,
    instagramCounts: [],
    ledger: { outcome: "other-account" },
  });
  expect(after?.exports).toEqual(before?.exports);
});

const spoilt: [string, (member: Member) => Promise<unknown>][] = [
  [
    "whose pieces are gone",
    async (member) => {
      for (const { ref } of (await piecesOf(member)).docs) await ref.delete();
    },
  ],
  [
    "whose analysis cannot be read",
    async ({ uid }) =>
      (await firestore()).doc(`analyses/${uid}`).update({ computedAt: "never", growth: 7 }),
  ],
];

test.each(few(spoilt, 1))(
  "growth %s is said so on every page of it, and one press computes it again",
  async (_, spoil) => {
    const { member } = await memberWith(30, 0);
    const pages = ["/dashboard/growth", "/dashboard/posts"];
    await spoil(member);
    for (const path of pages) {
      const answer = await visit(path, { cookie: member.cookie });
      expect(answer.status).toBe(503);
      expect(visibleText(await answer.text())).toContain("Compute my growth again");
    }
    const body = new URLSearchParams({ press: "compute-anew" });
    const pressed = await visit("/dashboard/growth", {
      cookie: member.cookie,
      method: "POST",
      body,
    });
    expect([pressed.status, pressed.headers.get("location")]).toEqual([303, "/dashboard/growth"]);
    expect((await growthOf(member))?.exports?.imports).toHaveLength(2);
    for (const path of pages)
      expect((await visit(path, { cookie: member.cookie })).status).toBe(200);
  },
);

test("an outage is no damage: growth offers no press, and one that comes replaces nothing", async () => {
  const { member } = await memberWith(0);
  const { cookie, uid } = member;
  const document = (await firestore()).doc(`analyses/${uid}`);
  const before = (await document.get()).data();
  const analyses = await import("~/features/history/analyses.server");
  const { UpstreamError } = await import("~/platform/upstream/upstream.server");
  for (const name of ["analysisOf", "storedAnalysis"] as const)
    vi.spyOn(analyses, name).mockRejectedValue(new UpstreamError("firestore", "unreachable"));
  for (const path of ["/dashboard/growth", "/dashboard/posts"]) {
    const answer = await visit(path, { cookie });
    expect(answer.status).toBe(503);
    expect(visibleText(await answer.text())).not.toContain("Compute my growth again");
  }
  const body = new URLSearchParams({ press: "compute-anew" });
  const pressed = await visit("/dashboard/growth", { cookie, method: "POST", body });
  vi.restoreAllMocks();
  expect(pressed.status).toBe(503);
  expect((await document.get()).data()).toEqual(before);
});

test("a reading takes over who left with each import: no older list is loaded", async () => {
  const { member, imports } = await memberWith(60, 30, 0);
  const before = await growthOf(member);
  expect(before?.exports?.imports.map(({ changes }) => changes?.lost)).toEqual(
    imports.map(({ changes }) => changes?.lost),
  );
  const oldest = (await firestore()).doc(`importPieces/${imports[0]?.id}-0`);
  const piece = await oldest.get();
  await oldest.delete();
  await refigure(member.uid);
  expect(await growthOf(member)).toEqual(before);
  await oldest.set(piece.data() ?? {});

  await press(member, imports[1]?.id ?? "", "discard");
  const after = await growthOf(member);
  expect(after?.exports?.imports).toHaveLength(2);
  const known = (growth: typeof after) => growth?.exports?.imports.at(-1)?.followers;
  expect(known(after)).toBe(known(before));
  expect(await kept(member)).toMatchObject({ analysisLists: 3 });
});

describe("what is missing or rotten is computed anew with the next reading", () => {
  const missing: [string, (member: Member) => Promise<unknown>, "none" | "malformed"][] = [
    [
      "an analysis of before growth was computed",
      async ({ uid }) => {
        const document = (await firestore()).doc(`analyses/${uid}`);
        const { growth: _, ...fields } = (await document.get()).data() ?? {};
        await document.set(fields);
      },
      "none",
    ],
    [
      "pieces that are gone",
      async (member) => {
        for (const { ref, id } of (await piecesOf(member)).docs)
          if (!id.endsWith("-0")) await ref.delete();
      },
      "malformed",
    ],
    [
      "pieces of other bytes",
      async (member) => {
        for (const { ref, id } of (await piecesOf(member)).docs)
          if (!id.endsWith("-0")) await ref.update({ bytes: new Uint8Array([1, 2, 3]) });
      },
      "malformed",
    ],
  ];

  test.each(few(missing, 1))("%s", async (_, spoil, found) => {
    const { member } = await memberWith(30, 0);
    const pieces = await piecesOf(member);
    expect(pieces.size).toBe(3);
    await spoil(member);
    const { uid } = member;
    const document = (await firestore()).doc(`analyses/${uid}`);
    const whole = (await document.get()).data();
    if (found === "none") expect(await growthOf(member)).toBeUndefined();
    else await expect(growthOf(member)).rejects.toMatchObject({ kind: "malformed" });
    await refigure(uid);
    expect((await document.get()).get("changes")).toEqual(whole?.changes);
    const growth = await growthOf(member);
    expect(growth?.exports?.imports.map(({ losses }) => losses.length)).toEqual([0, 1]);
  });
});
