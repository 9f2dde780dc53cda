import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Break, breakOnce, firestore } from "#tests/setup/lost-answers";
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

test("where somebody has written since, nobody can tell: the caller hears of the outage, and nothing is written", async () => {
  const passkey = await keptPasskey();
  const path = `passkeys/${passkeyKeyOf(passkey.credentialId)}`;
  breakOnce(path, "as it is answered", () =>
    firestore.write(path, { ...firestore.read(path), counter: 6, lastUsedAt: 7 }),
  );
  await expect(savePasskeyUse(passkey, used(5))).rejects.toMatchObject({ status: 503 });
  expect(await passkeyById(passkey.credentialId)).toMatchObject({ counter: 6, suspectAt: null });
});
