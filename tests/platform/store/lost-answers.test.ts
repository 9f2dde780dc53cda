import { randomUUID } from "node:crypto";
import {
  type DocumentReference,
  FieldValue,
  Timestamp,
  type Transaction,
} from "firebase-admin/firestore";
import { describe, expect, test } from "vitest";
import { type Break, breakOnce, firestore } from "#tests/setup/lost-answers";
import { changeSettings } from "~/features/account/settings.server";
import { removeBesideRotten } from "~/features/history/analyses.server";
import { endConnection } from "~/features/history/connections.server";
import { disconnectionAt, keepDisconnection } from "~/features/history/disconnections.server";
import { changeChoices } from "~/features/history/people-choices.server";
import {
  keepPasskey,
  passkeyById,
  passkeyKeyOf,
  passkeysOf,
  removePasskey,
  savePasskeyUse,
} from "~/features/ways-in/store/passkeys.server";
import { recordSignIn, signInsOf } from "~/features/ways-in/store/sign-ins.server";
import { forgetRefusals, noteRefusal, refusalsOf } from "~/platform/outbox/mail-refusals.server";
import { firestore as firestoreOfApp } from "~/platform/store/firebase.server";
import { newAttempt } from "~/platform/store/firestore-attempts.server";
import { useOnce } from "~/platform/tokens/tokens.server";

const newPasskey = () => ({
  uid: `uid-${randomUUID()}`,
  credentialId: Buffer.from(randomUUID()).toString("base64url"),
  publicKey: "key",
  userHandle: "handle",
  counter: 4,
  transports: [],
  deviceType: "singleDevice" as const,
  backedUp: false,
  name: "Key",
  isProven: true,
  createdAt: Date.now(),
});

async function keptPasskey() {
  const { credentialId } = await kept(newPasskey());
  const passkey = await passkeyById(credentialId);
  if (!passkey) throw new Error("no passkey");
  return passkey;
}

async function kept(passkey: ReturnType<typeof newPasskey>) {
  expect(await keepPasskey(passkey)).toBe("kept");
  return passkey;
}

const used = (counter: number) => ({ counter, backedUp: false });
const signIn = { at: 1, way: "password", browser: "Safari on Mac" } as const;

/** What writes, by the collection that the connection breaks at. `work` makes the break when all is ready. */
const writes: [string, string, (breaks: () => void) => Promise<void>][] = [
  [
    "a passkey's use lets its owner in, and the next one, too",
    "passkeys",
    async (breaks) => {
      const passkey = await keptPasskey();
      breaks();
      expect(await savePasskeyUse(passkey, used(5))).toBe("saved");
      const { credentialId } = passkey;
      expect(await passkeyById(credentialId)).toMatchObject({ counter: 5, suspectAt: null });
      expect(await savePasskeyUse(passkey, used(6))).toBe("saved");
    },
  ],
  [
    "a copied passkey is told of as copied, and once",
    "passkeys",
    async (breaks) => {
      const passkey = await keptPasskey();
      breaks();
      expect(await savePasskeyUse(passkey, used(4))).toBe("cloned");
      expect(await savePasskeyUse(passkey, used(5))).toBe("suspect");
    },
  ],
  [
    "a new passkey is kept",
    "passkeys",
    async (breaks) => {
      const passkey = newPasskey();
      breaks();
      await kept(passkey);
      expect(await keepPasskey(passkey)).toBe("known");
    },
  ],
  [
    "a removed passkey was there",
    "passkeys",
    async (breaks) => {
      const { uid, credentialId } = await keptPasskey();
      breaks();
      expect(await removePasskey(uid, passkeyKeyOf(credentialId))).toBe(true);
      expect(await passkeysOf(uid)).toEqual([]);
      expect(await removePasskey(uid, passkeyKeyOf(credentialId))).toBe(false);
    },
  ],
  [
    "a refused letter counts once",
    "mailRefusals",
    async (breaks) => {
      const mailbox = `mailbox-${randomUUID()}`;
      breaks();
      expect(await noteRefusal(mailbox, "weekly-letter", "mail: 550")).toBe(1);
      expect(await refusalsOf(mailbox)).toMatchObject({ "weekly-letter": { count: 1 } });
    },
  ],
  [
    "refusals that are forgotten were there",
    "mailRefusals",
    async (breaks) => {
      const mailbox = `mailbox-${randomUUID()}`;
      await noteRefusal(mailbox, "weekly-letter", "mail: 550");
      breaks();
      expect(await forgetRefusals(mailbox)).toBe(true);
      expect(await refusalsOf(mailbox)).toEqual({});
    },
  ],
  [
    "refusals of one kind are forgotten beside another's",
    "mailRefusals",
    async (breaks) => {
      const mailbox = `mailbox-${randomUUID()}`;
      await noteRefusal(mailbox, "weekly-letter", "mail: 550");
      await noteRefusal(mailbox, "monthly-letter", "mail: 550");
      breaks();
      expect(await forgetRefusals(mailbox, "weekly-letter")).toBe(true);
      expect(Object.keys(await refusalsOf(mailbox))).toEqual(["monthly-letter"]);
    },
  ],
  [
    "a setting that is written without being read is kept",
    "settings",
    async (breaks) => {
      const uid = randomUUID();
      await changeSettings(uid, { timeZone: "Europe/Rome", noPasskeyOffer: false });
      breaks();
      await changeSettings(uid, { noPasskeyOffer: true });
      const kept = { timeZone: "Europe/Rome", noPasskeyOffer: true };
      expect(firestore.read(`settings/${uid}`)).toMatchObject(kept);
    },
  ],
  [
    "one of two imports that cannot be read is removed",
    "imports",
    async (breaks) => {
      const [uid, one, other] = [randomUUID(), randomUUID(), randomUUID()];
      for (const id of [one, other]) firestore.write(`imports/${id}`, { uid, state: 7 });
      firestore.write(`analyses/${uid}`, { revision: "before", changes: { [one]: null } });
      breaks();
      expect(await removeBesideRotten(uid, one, other)).toBe(true);
      expect(firestore.read(`analyses/${uid}`)).toMatchObject({ changes: {} });
      expect(firestore.read(`imports/${one}`)).toBeUndefined();
      expect(firestore.read(`imports/${other}`)).toBeDefined();
    },
  ],
  [
    "a connection that ends leaves one entry, which is told",
    "connections",
    async (breaks) => {
      const uid = randomUUID();
      firestore.write(`connections/${uid}`, { key: "key", state: "open", lease: 3 });
      breaks();
      const id = await endConnection(uid);
      expect(firestore.read(`connections/${uid}`)).toBeUndefined();
      expect(await disconnectionAt(id ?? "")).toMatchObject({ state: "open" });
      expect(await endConnection(uid)).toBeUndefined();
    },
  ],
  [
    "whoever keeps an entry of the outbox carries it out",
    "disconnections",
    async (breaks) => {
      const id = randomUUID();
      breaks();
      const { claim } = await keepDisconnection(id, { uid: "uid" });
      expect(claim?.entry).toEqual(await disconnectionAt(id));
      expect(claim?.entry).toMatchObject({ lease: 1, attempts: 0 });
    },
  ],
  [
    "a sign-in is kept once",
    "signIns",
    async (breaks) => {
      const uid = randomUUID();
      breaks();
      await recordSignIn(uid, signIn);
      expect(await signInsOf(uid)).toEqual([signIn]);
    },
  ],
  [
    "whoever hides somebody is told that it changed something",
    "peopleChoices",
    async (breaks) => {
      const uid = randomUUID();
      let count = 0;
      breaks();
      const isChanged = await changeChoices(uid, (standing) => {
        if (standing.hidden.length > 0) return undefined;
        count += 1;
        return { ...standing, hidden: [{ username: "one", at: count } as never] };
      });
      expect(isChanged).toBe(true);
    },
  ],
  [
    "a link's first use is its first",
    "usedStates",
    async (breaks) => {
      const link = { id: randomUUID(), expiresAt: Date.now() };
      breaks();
      expect(await useOnce("sign-in link", link)).toBeUndefined();
      expect(await useOnce("sign-in link", link)).toEqual(expect.any(Number));
    },
  ],
];

const moments: Break[] = ["before", "as it is answered"];
describe.each(moments)("the connection is reset %s a commit", (when) => {
  test.each(writes)("%s", async (_, collection, work) => {
    let count = () => 0;
    await work(() => {
      count = breakOnce(collection, when);
    });
    expect(count()).toBe(1);
  });
});

const pathOf = ({ credentialId }: { credentialId: string }) =>
  `passkeys/${passkeyKeyOf(credentialId)}`;

/** Another process's use of the passkey. */
const writeElsewhere = (path: string) =>
  firestore.write(path, { ...firestore.read(path), counter: 6, lastUsedAt: 7 });

test("where somebody has written since, nobody can tell: the caller hears of the outage, and nothing is written", async () => {
  const passkey = await keptPasskey();
  breakOnce(pathOf(passkey), "as it is answered", () => writeElsewhere(pathOf(passkey)));
  await expect(savePasskeyUse(passkey, used(5))).rejects.toMatchObject({ status: 503 });
  expect(await passkeyById(passkey.credentialId)).toMatchObject({ counter: 6, suspectAt: null });
});

test("a setting is not written over a newer one, though it was not read", async () => {
  const uid = randomUUID();
  const path = `settings/${uid}`;
  firestore.write(path, { noPasskeyOffer: false });
  breakOnce(path, "as it is answered", () => firestore.write(path, { noPasskeyOffer: "newer" }));
  const older = changeSettings(uid, { noPasskeyOffer: true });
  await expect(older).rejects.toMatchObject({ status: 503 });
  expect(firestore.read(path)).toEqual({ noPasskeyOffer: "newer" });
});

test("of two tries whose answers were lost, the newer one may be what stands there", async () => {
  const passkey = await keptPasskey();
  const breaks = breakOnce(pathOf(passkey), ["before", "as it is answered"]);
  expect(await savePasskeyUse(passkey, used(5))).toBe("saved");
  expect(breaks()).toBe(2);
  expect(await passkeyById(passkey.credentialId)).toMatchObject({ counter: 5, suspectAt: null });
});

test("what was found to be carried out is, whatever becomes of the look", async () => {
  const passkey = await keptPasskey();
  const breaks = breakOnce(pathOf(passkey), ["as it is answered", "aborted"], (at) => {
    if (at === 1) writeElsewhere(pathOf(passkey));
  });
  expect(await savePasskeyUse(passkey, used(5))).toBe("saved");
  expect(breaks()).toBe(2);
  expect(await passkeyById(passkey.credentialId)).toMatchObject({ counter: 6, suspectAt: null });
});

test("what Firestore says was not carried out is run again, by what stands there now", async () => {
  const passkey = await keptPasskey();
  breakOnce(pathOf(passkey), "aborted", () => writeElsewhere(pathOf(passkey)));
  expect(await savePasskeyUse(passkey, used(5))).toBe("cloned");
});

describe("what became of a try is seen by what it wrote", () => {
  /** Tries it on a document. @returns what is seen where it was carried out, and where it was not */
  async function outcomes(before: object | undefined, write: Write) {
    const database = await firestoreOfApp();
    const outcomeOf = async (isCarriedOut: boolean) => {
      const reference = database.doc(`tries/${randomUUID()}`);
      if (before) firestore.write(reference.path, before);
      const attempt = newAttempt();
      const run = database.runTransaction(async (transaction) => {
        const watched = attempt.watched(transaction);
        await watched.get(database.doc("warm/up"));
        write(watched, reference);
        if (!isCarriedOut) throw new Error("not carried out");
      });
      await run.catch(() => {});
      expect(attempt.hasDecided()).toBe(true);
      return database.runTransaction((transaction) => attempt.outcome(transaction));
    };
    return [await outcomeOf(true), await outcomeOf(false)];
  }
  type Write = (transaction: Transaction, reference: DocumentReference) => unknown;
  const told = ["in place", "not carried out"];
  const values = {
    bytes: Buffer.from("abc"),
    others: new Uint8Array([1, 2]),
    at: new Date(5),
    exactly: new Timestamp(5, 1_000),
    list: [{ one: [1], none: undefined }, null],
    map: { deep: { one: 0.1, none: undefined } },
    none: undefined,
  };

  test.each<[string, object | undefined, Write]>([
    ["values of all kinds", { a: 1 }, (all, one) => all.set(one, values)],
    ["a new document", undefined, (all, one) => all.create(one, values)],
    ["an erased one", { a: 1 }, (all, one) => all.delete(one)],
    ["fewer fields", { a: 1, secret: 2 }, (all, one) => all.set(one, { a: 1 })],
    ["fewer in a map", { a: { x: 1, y: 2 } }, (all, one) => all.update(one, { a: { x: 1 } })],
    ["none in a map", { a: { x: 1 } }, (all, one) => all.update(one, { a: {} })],
    ["other bytes", { a: Buffer.from("b") }, (all, one) => all.set(one, { a: Buffer.from("c") })],
    ["a shorter list", { a: [1, 2] }, (all, one) => all.set(one, { a: [1] })],
    ["a path", { a: { x: 1, y: 2 } }, (all, one) => all.update(one, { "a.x": 3 })],
    [
      "a merge",
      { a: { x: 1, y: 2 } },
      (all, one) => all.set(one, { a: { x: 3 }, b: undefined }, { merge: true }),
    ],
    [
      "a merge that empties a map",
      { a: { x: 1 } },
      (all, one) => all.set(one, { a: {} }, { merge: true }),
    ],
    [
      "two writes of one document",
      { a: 1, b: 1 },
      (all, one) => all.update(one, { a: 2 }).update(one, { b: 1 }),
    ],
  ])("%s", async (_, before, write) => {
    expect(await outcomes(before, write)).toEqual(told);
  });

  test.each<[string, Write]>([
    ["what Firestore computes", (all, one) => all.update(one, { a: FieldValue.increment(1) })],
    ["what is named apart", (all, one) => all.update(one, "a", 2)],
    ["what Firestore rounds", (all, one) => all.set(one, { a: new Timestamp(5, 123_456_789) })],
  ])("%s cannot be told, and is not written twice", async (_, write) => {
    expect(await outcomes({ a: 1 }, write)).toEqual(["unknown", "not carried out"]);
  });

  test("what is no write is none", async () => {
    const database = await firestoreOfApp();
    const attempt = newAttempt();
    await database.runTransaction(async (transaction) => {
      await attempt.watched(transaction).get(database.doc("warm/up"));
      expect(String(attempt.watched(transaction))).toBe("[object Object]");
    });
    expect(attempt.hasDecided()).toBe(false);
  });
});
