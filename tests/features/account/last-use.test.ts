import { Transaction } from "firebase-admin/firestore";
import { expect, test, vi } from "vitest";
import { newMember } from "#tests/setup/member";
import { noteSignedIn } from "~/features/account/last-use.server";
import { asOneWork, beginningMark, noteErasures } from "~/platform/store/erasure-marks.server";
import { firestore } from "~/platform/store/firebase.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";
import { registerConcerns } from "~/registrations.server";

const kept = async (uid: string) => {
  const database = await firestore();
  const [use, notices] = await database.getAll(
    database.doc(`subscribers/${uid}`),
    database.doc(`notices/${uid}`),
  );
  return [use?.exists, notices?.exists];
};
registerConcerns();

test.each(["subscribers", "notices"])(
  "a sign-in of which Firestore does not take %s at once is noted whole",
  async (collection) => {
    const { uid } = await newMember();
    const { set } = Transaction.prototype;
    let failures = 1;
    vi.spyOn(Transaction.prototype, "set").mockImplementation(function (
      this: Transaction,
      ...of: Parameters<typeof set>
    ) {
      if (of[0].parent.id === collection && failures-- > 0)
        throw new UpstreamError("firestore", "timeout");
      return set.apply(this, of);
    } as typeof set);
    await noteSignedIn(uid);
    expect(failures).toBeLessThan(0);
    expect(await kept(uid)).toEqual([true, true]);
  },
);

test("a sign-in that began before an erasure writes nothing after it, and is not repeated", async () => {
  const { uid } = await newMember();
  const { kind, id, entry } = beginningMark(uid);
  await asOneWork(async () => {
    await noteErasures(uid);
    await (await firestore())
      .collection(kind.collection)
      .doc(id)
      .set({ ...entry, erasing: false });
    await expect(noteSignedIn(uid)).rejects.toThrow(UpstreamError);
  });
  expect(await kept(uid)).toEqual([false, false]);
});
