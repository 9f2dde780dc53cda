import { describe, expect, test } from "vitest";
import { connectAccount } from "#tests/setup/connections";
import { newMember } from "#tests/setup/member";
import { loadReading } from "~/clients/connections/load-reading.server";
import { storedReading, writePiece } from "~/clients/connections/readings.server";
import { eraseConnection } from "~/clients/connections.server";
import { firestore } from "~/clients/firebase.server";
import { emptyReading, writeKept } from "~/domain/instagram/kept-reading";

const reading = { ...emptyReading("lena"), isListed: true, readAt: 5, followers: 3 };

async function connected() {
  const { uid } = await newMember();
  const connection = await connectAccount("creator", uid);
  const holder = { uid, key: connection.key, lease: 1 };
  const { head } = writeKept(reading);
  const pieces = async () =>
    (await (await firestore()).collection("connectionPieces").where("uid", "==", uid).get()).docs;
  return { ...connection, holder, head, pieces };
}

test("a reading is loaded as it was written", async () => {
  const { uid, holder, head } = await connected();
  expect(await loadReading(uid)).toBeUndefined();
  expect(await writePiece(holder, 0, head)).toBe(true);
  const { underWay: _, isListed: _isListed, ...given } = reading;
  expect(await loadReading(uid)).toEqual({ ...given, wholePosts: 0, hasCommenters: true });
  expect(await loadReading((await newMember()).uid)).toBeUndefined();
});

describe("nothing is written", () => {
  test.each<[string, object]>([
    ["under a lease that has passed on", { lease: 2 }],
    ["for a connection that another has replaced", { key: "another" }],
    ["for a connection that was given up", { state: "given-up" }],
  ])("%s", async (_, fields) => {
    const { document, holder, head, pieces } = await connected();
    await document.update(fields);
    expect(await writePiece(holder, 0, head)).toBe(false);
    expect(await pieces()).toEqual([]);
  });

  test("after a disconnection", async () => {
    const { uid, ended, holder, head, pieces } = await connected();
    await writePiece(holder, 0, head);
    await eraseConnection(ended);
    expect(await writePiece(holder, 0, head)).toBe(false);
    expect(await pieces()).toEqual([]);
    expect(await loadReading(uid)).toBeUndefined();
  });
});

test.each<[string, object]>([
  ["no bytes", { bytes: "text" }],
  ["bytes that are not compressed", { bytes: Buffer.from("canary") }],
])(
  "a head with %s is malformed for this person, and counts as none for the next reading",
  async (_, fields) => {
    const { uid, key, holder, head, pieces } = await connected();
    await writePiece(holder, 0, head);
    await (await pieces())[0]?.ref.update(fields);
    await expect(loadReading(uid)).rejects.toThrow("firestore: malformed");
    expect(await storedReading(uid, key)).toEqual({ kept: undefined, texts: [], isRotten: true });
  },
);
