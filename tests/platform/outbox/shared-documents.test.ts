import { expect, test } from "vitest";
import { newMember } from "#tests/setup/member";
import { kinds } from "#tests/setup/outbox-kinds";
import { decideEntry } from "~/platform/outbox/store/transaction.server";

const text = { kind: { collection: "texts" }, id: "digest", entry: { text: "Cancel now" } };

/** Writes an entry with a shared text beside it. @returns when the text was written */
async function writeWithText(): Promise<unknown> {
  const [, { kind }] = kinds[0] ?? expect.fail("there is no kind");
  const { uid } = await newMember();
  const beside = { ...text, isShared: true as const };
  await decideEntry(kind, uid, () => ({ begins: [beside], result: undefined }));
  const { firestore } = await import("~/platform/store/firebase.server");
  const document = await (await firestore()).collection("texts").doc("digest").get();
  expect(document.data()).toEqual(text.entry);
  return document.updateTime?.valueOf();
}

test("a document that is the same for all is written once by a process, so that entries do not wait for it", async () => {
  const first = await writeWithText();
  expect(await writeWithText()).toBe(first);
});
