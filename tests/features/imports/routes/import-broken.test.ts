import { request as openRequest } from "node:http";
import { expect, test } from "vitest";
import { addressOfApp } from "#tests/setup/app";
import {
  exportOf,
  importInto,
  kept,
  type Member,
  newMember,
  nothingKept,
  press,
  profileOf,
  send,
  withExports,
} from "#tests/setup/imports";
import { oneImport } from "#tests/setup/one-import";
import { allTime } from "~/features/history/history";
import { mostImports } from "~/features/history/surplus";
import { firestore } from "~/platform/store/firebase.server";

withExports();

const importsOf = async ({ uid }: Member) => {
  const { docs } = await (await firestore()).collection("imports").where("uid", "==", uid).get();
  return docs.map((document) => document.data());
};

test("of two imports at once one is taken in, and the other is told to wait", async () => {
  const member = await newMember();
  const [first, second] = [await exportOf(30), await exportOf(0)];
  const answers = await Promise.all([send(member, first), send(member, second)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(await refused?.text()).toContain("Another import of yours is being read");
  expect(await kept(member)).toMatchObject({ imports: 1, profiles: 1 });
});

test("the ninth import of a process at a time is told to try again in a minute", async () => {
  const { takePlace } = await import("~/features/imports/services/places.server");
  const places = Array.from({ length: 8 }, (_, index) => takePlace(`somebody-${index}`));
  const member = await newMember();
  const answer = await send(member, await exportOf(0));
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "60"]);
  expect(await answer.text()).toContain("Please try again in a minute.");
  expect(await kept(member)).toEqual({ ...nothingKept, imports: 0 });
  for (const giveBack of places) if (typeof giveBack === "function") giveBack();
  expect(await importInto(member, await exportOf(0))).toMatchObject({ state: "used" });
});

test("an upload that breaks off leaves an import that says so, and nothing else", async () => {
  const member = await newMember();
  const [file] = await exportOf(0);
  const body = new FormData();
  body.append("export", new Blob([file?.bytes ?? ""]), file?.name);
  const form = new Request("http://localhost:3000/", { method: "POST", body });
  const bytes = Buffer.from(await form.arrayBuffer());
  const sending = openRequest({
    ...(await addressOfApp()),
    path: "/dashboard/import",
    method: "POST",
    headers: {
      host: "localhost:3000",
      origin: "http://localhost:3000",
      cookie: member.cookie,
      "content-type": form.headers.get("content-type") ?? "",
      "content-length": bytes.length,
    },
  });
  sending.on("error", () => {});
  sending.write(bytes.subarray(0, bytes.length / 2));
  const waiting = { timeout: 20_000 };
  await expect.poll(() => importsOf(member), waiting).toMatchObject([{ state: "reading" }]);
  sending.destroy();
  await expect.poll(() => importsOf(member), waiting).toMatchObject([{ state: "refused" }]);
  expect(await kept(member)).toEqual({ ...nothingKept, imports: 1 });
  // The place is free again.
  expect(await importInto(member, await exportOf(0))).toMatchObject({ state: "used" });
});

test("lists that cannot be read any more are a page for their owner, and nothing for others", async () => {
  const [owner, other] = [await newMember(), await newMember()];
  const { id } = await importInto(owner, await exportOf(30));
  const before = await profileOf(owner);
  const piece = (await firestore()).doc(`importPieces/${id}-0`);
  for (const bytes of [new Uint8Array([1, 2, 3]), undefined]) {
    await (bytes ? piece.update({ bytes }) : piece.delete());
    const answer = await send(owner, await exportOf(0));
    expect(answer.status).toBe(bytes ? 500 : 503);
    expect(await answer.text()).toMatch(/nothing has changed/i);
    expect(await profileOf(owner)).toEqual(before);
    expect(await importInto(other, await exportOf(0))).toMatchObject({ state: "used" });
  }
  // It can be taken back, and then all is well again.
  expect((await press(owner, id, "discard")).status).toBe(303);
  expect(await importInto(owner, await exportOf(0))).toMatchObject({ state: "used" });
});

test("what a killed process left behind is erased with the next import, once it is old enough", async () => {
  const member = await newMember();
  await importInto(member, await exportOf(30));
  const database = await firestore();
  const { uid } = member;
  const orphan = { uid, owner: "nobody", bytes: new Uint8Array(3) };
  await database.doc(`importPieces/nobody-${uid}`).set(orphan);
  await database.doc(`analysisLists/nobody-${uid}`).set(orphan);
  await importInto(member, await exportOf(0));
  expect(await kept(member)).toMatchObject({ importPieces: 3, analysisLists: 4 });

  const { eraseLeftovers } = await import("~/features/imports/cleanup.server");
  await eraseLeftovers(uid, Date.now() + 3_700_000);
  expect(await kept(member)).toMatchObject({ importPieces: 2, analysisLists: 3 });
});

test("uploads that break off do not pile up, whoever finds it", async () => {
  const member = await newMember();
  const { uid } = member;
  const { documentOf } = await import("~/features/history/import-documents.server");
  const { takeIn } = await import("~/features/imports/services/take-in.server");
  const { eraseLeftovers } = await import("~/features/imports/cleanup.server");
  const { backgroundSettled } = await import("~/platform/work/background.server");
  const database = await firestore();
  const writes = database.batch();
  const broken = { window: allTime, decision: null, problems: ["damaged" as const] };
  const write = (at: number, state: "refused" | "reading") => {
    const one = oneImport({ ...broken, id: `${uid}-${at}`, state, takenAt: at, startedAt: at });
    writes.set(database.doc(`imports/${one.id}`), documentOf(uid, one));
  };
  for (let at = 0; at <= mostImports; at += 1) write(at, at < mostImports ? "refused" : "reading");
  await writes.commit();

  await eraseLeftovers(uid, Date.now());
  const afterKilled = await importsOf(member);
  expect(afterKilled.map(({ takenAt }) => takenAt)).not.toContain(0);
  expect(afterKilled).toHaveLength(mostImports);

  const upload = {
    // biome-ignore lint/correctness/useYield: it breaks off at once
    files: (async function* () {
      throw new Error("aborted");
    })(),
    endAsTooSlow: () => {},
    fields: () => ({ takenAt: undefined, followersShown: undefined }),
  };
  await expect(takeIn(uid, upload)).rejects.toThrow("aborted");
  await backgroundSettled();
  const afterBroken = await importsOf(member);
  expect(afterBroken.map(({ takenAt }) => takenAt)).not.toContain(1);
  expect(afterBroken).toHaveLength(mostImports);
});
