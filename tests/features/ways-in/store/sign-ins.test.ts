import "#tests/setup/outside";
import { expect, test } from "vitest";
import { recordSignIn, signInsOf } from "~/features/ways-in/store/sign-ins.server";
import { inFirestore } from "~/platform/store/firestore.server";

const signIn = (at: number) => ({ at, way: "password" as const, browser: "Safari on Mac" });
const newUid = () => `uid-${crypto.randomUUID()}`;

test("an account without a sign-in has none", async () => {
  expect(await signInsOf(newUid())).toEqual([]);
});

test("two at once are both kept, newest first", async () => {
  const uid = newUid();
  await Promise.all([recordSignIn(uid, signIn(1)), recordSignIn(uid, signIn(2))]);
  expect((await signInsOf(uid)).map(({ at }) => at)).toEqual([2, 1]);
});

test("the last 20 are kept", async () => {
  const uid = newUid();
  await keep(
    uid,
    Array.from({ length: 20 }, (_, at) => signIn(20 - at)),
  );
  await recordSignIn(uid, signIn(21));
  const times = (await signInsOf(uid)).map(({ at }) => at);
  expect(times).toHaveLength(20);
  expect([times.at(0), times.at(-1)]).toEqual([21, 2]);
});

test("one that cannot be read is left out, and the next sign-in is kept", async () => {
  const uid = newUid();
  await keep(uid, [{ at: "yesterday" }, signIn(1), null]);
  expect(await signInsOf(uid)).toEqual([signIn(1)]);
  await recordSignIn(uid, signIn(2));
  expect(await signInsOf(uid)).toEqual([signIn(2), signIn(1)]);
});

test("a document that is no list does not stop it", async () => {
  const uid = newUid();
  await keep(uid, "rotten");
  await recordSignIn(uid, signIn(1));
  expect(await signInsOf(uid)).toEqual([signIn(1)]);
});

async function keep(uid: string, latest: unknown): Promise<void> {
  await inFirestore("write", (database) => database.collection("signIns").doc(uid).set({ latest }));
}
