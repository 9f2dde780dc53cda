import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { Transaction } from "firebase-admin/firestore";
import { afterEach, expect, test, vi } from "vitest";
import { person, read, world, write } from "#tests/setup/erasures";
import { buildOf } from "#tests/setup/test-build";
import { recordUse } from "~/features/account/last-use.server";
import {
  saveTimeZone,
  turnOffLetter,
  turnOnBreachAlerts,
  turnOnImportReminder,
  turnOnWeeklyLetter,
} from "~/features/account/letter-choices.server";
import { declinePasskeyOffer } from "~/features/account/settings.server";
import { switchAnalysis } from "~/features/history/analyses.server";
import { keepConnection } from "~/features/history/connections.server";
import { allTime } from "~/features/history/history";
import { beginReading } from "~/features/history/import-documents.server";
import { pieceWriter } from "~/features/history/kept-pieces.server";
import { changeChoices } from "~/features/history/people-choices.server";
import { noAnswers } from "~/features/leaving/rules/unsubscribe-state";
import { saveFlowEnd, storeAnswers } from "~/features/leaving/store/unsubscribe-answers.server";
import {
  analysisCollections,
  letterCollections,
  personalCollections,
} from "~/features/own-data/rules/retention";
import { requestErasure } from "~/features/own-data/services/erasure.server";
import { documentsOf } from "~/features/own-data/store/personal-documents.server";
import { purchase } from "~/features/purchases/purchase.server";
import { markBreach } from "~/features/safety/store/breach-marks.server";
import { keepPasskey } from "~/features/ways-in/store/passkeys.server";
import { recordSignIn } from "~/features/ways-in/store/sign-ins.server";
import { createListener } from "~/listener.server";
import {
  asOneWork,
  beginningMark,
  endErasure,
  erasureMarkOf,
  noteErasures,
} from "~/platform/store/erasure-marks.server";
import { firestore } from "~/platform/store/firebase.server";
import { backgroundSettled } from "~/platform/work/background.server";

afterEach(backgroundSettled);

const breach = { name: "Adobe", domain: "adobe.com", date: "2013-10-04" };

/** All that is written for a subscriber by what they do, and by what is done for them. */
const writes: Record<string, (uid: string) => Promise<unknown>> = {
  "a connection": (uid) =>
    keepConnection({
      uid,
      token: "sealed",
      tokenObtainedAt: 1,
      tokenExpiresAt: 2,
      userId: "1",
      appScopedId: "2",
      username: "ana",
      name: null,
      accountType: null,
      permissions: null,
      connectedAt: Date.now(),
    }),
  "an import": (uid) =>
    beginReading(uid, {
      id: crypto.randomUUID(),
      state: "reading",
      startedAt: Date.now(),
      aliveAt: Date.now(),
      takenAt: Date.now(),
      account: null,
      counts: { followers: 0, following: null, skipped: 0 },
      found: [],
      digest: "",
      followersShown: null,
      unreadable: {},
      unknownLabels: [],
      problems: [],
      window: allTime,
      decision: null,
      pieces: 0,
      readings: null,
    }),
  "a piece of an import": async (uid) => {
    const pieces = pieceWriter("importPieces", { uid, owner: crypto.randomUUID() });
    await pieces.write(Uint8Array.of(1));
    await pieces.end();
  },
  "a list of people": async (uid) => {
    const pieces = pieceWriter("analysisLists", { uid, owner: `${uid}-1` });
    await pieces.write(Uint8Array.of(1));
    await pieces.end();
  },
  "an analysis": (uid) =>
    switchAnalysis({
      uid,
      computedFrom: undefined,
      imports: [],
      erased: [],
      connection: undefined,
      analysis: {
        revision: "r",
        generation: null,
        computedAt: Date.now(),
        changes: {},
        pieces: 0,
        index: { starts: [], categories: {} },
        timeZone: "UTC",
      },
      profile: { _source: "built-in" },
    }),
  "the last use": recordUse,
  "a sign-in": (uid) => recordSignIn(uid, { at: Date.now(), way: "password", browser: "Firefox" }),
  "a breach dealt with": (uid) => markBreach(uid, breach, true),
  "an offer declined": declinePasskeyOffer,
  "a time zone": (uid) => saveTimeZone(uid, "Europe/Berlin"),
  "the weekly letter": (uid) => turnOnWeeklyLetter(uid, "Europe/Berlin"),
  "breach alerts": turnOnBreachAlerts,
  "a passkey": (uid) =>
    keepPasskey({
      uid,
      credentialId: Buffer.from(crypto.randomUUID()).toString("base64url"),
      publicKey: "key",
      userHandle: "handle",
      counter: 0,
      transports: [],
      deviceType: "singleDevice",
      backedUp: false,
      name: "Firefox",
      isProven: true,
      createdAt: Date.now(),
    }),
  "an answer on the way out": (uid) => storeAnswers(uid, { ...noAnswers, position: 1 }),
  "the end of the way out": (uid) => saveFlowEnd(uid, "premiumOneMonth"),
};

/** The collections in which something of this person stands. */
async function keptIn(uid: string): Promise<string[]> {
  const names = [];
  const erased = personalCollections.filter(({ provesErasure }) => !provesErasure);
  for (const collection of [...erased, ...letterCollections, ...analysisCollections]) {
    const found = await documentsOf(collection, { uid, subscriptionIds: [] });
    if (found.length > 0) names.push(collection.name);
  }
  return names;
}

/** Tries all writes one after the other. @returns how each ended, by its name */
async function writeAll(uid: string): Promise<Record<string, string>> {
  const ends: Record<string, string> = {};
  for (const [name, writeFor] of Object.entries(writes))
    ends[name] = await writeFor(uid).then(
      () => "written",
      ({ system, kind }) => `${system}: ${kind}`,
    );
  return ends;
}
const allEnd = (how: string) => Object.fromEntries(Object.keys(writes).map((name) => [name, how]));

test("of work that began before an erasure nothing is written after it; of work after it, all is", async () => {
  const { uid } = person;
  await asOneWork(async () => {
    await noteErasures(uid);
    await asOneWork(() => requestErasure(person));
    await backgroundSettled();
    expect(await writeAll(uid)).toEqual(allEnd("firestore: busy"));
  });
  expect(await keptIn(uid)).toEqual([]);
  await asOneWork(async () => {
    await noteErasures(uid);
    expect(await writeAll(uid)).toEqual(allEnd("written"));
  });
  expect((await keptIn(uid)).sort()).toEqual([
    ...["analyses", "analysisLists", "breachAlerts", "connections", "importPieces", "imports"],
    ...["passkeys", "profiles", "settings", "signIns", "subscribers", "unsubscribeAnswers"],
    "weeklyLetters",
  ]);
});

test("nothing is written while all is being erased", async () => {
  const { uid } = person;
  const { kind, id, entry } = beginningMark(uid);
  await write(`${kind.collection}/${id}`, entry);
  expect(await writeAll(uid)).toEqual(allEnd("firestore: busy"));
  expect(await keptIn(uid)).toEqual([]);
});

test("a write reads its documents together with the mark: a second read of a transaction waits for the first", async () => {
  const { uid } = person;
  const more: typeof writes = {
    "a letter turned off": () => turnOffLetter(uid, "weeklyLetter"),
    "the import reminder": () => turnOnImportReminder(uid),
    "the weekly letter, by the known time zone": () => turnOnWeeklyLetter(uid),
    "people hidden": () => changeChoices(uid, (standing) => ({ ...standing, hiddenOutside: [] })),
  };
  const reads = [
    vi.spyOn(Transaction.prototype, "get"),
    vi.spyOn(Transaction.prototype, "getAll"),
  ] as const;
  const readsOf: Record<string, number> = {};
  for (const [name, writeFor] of Object.entries({ ...writes, ...more })) {
    for (const read of reads) read.mockClear();
    await writeFor(uid);
    readsOf[name] = reads[0].mock.calls.length + reads[1].mock.calls.length;
  }
  const once = Object.fromEntries(Object.keys(readsOf).map((name) => [name, 1]));
  // These two look for others, too, by a query.
  expect(readsOf).toEqual({ ...once, "an import": 2, "a passkey": 2 });
});

test("whoever begins second in the same work waits until it is noted, too", async () => {
  await asOneWork(async () => {
    let isNoted = false;
    void noteErasures(person.uid).then(() => {
      isNoted = true;
    });
    await noteErasures(person.uid);
    expect(isNoted).toBe(true);
  });
});

test("the loaders of a page are one work", async () => {
  const { uid } = person;
  const loader = async () => {
    await noteErasures(uid);
    await asOneWork(() => requestErasure(person));
    await backgroundSettled();
    return recordUse(uid).catch(({ kind }) => kind);
  };
  const module = { default: () => null, loader };
  const root = { id: "root", path: "", module: { default: () => null } };
  const listener = createListener(
    "public",
    buildOf([root, { id: "page", parentId: "root", path: "page", module }]),
  );
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  socket.write("GET /page HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  expect(await text(socket)).toContain('"page":"busy"');
  server.close();
});

test("an order that is placed while all is erased is not kept, and billing is not asked", async () => {
  const { uid, email } = person;
  const { kind, id, entry } = beginningMark(uid);
  await write(`${kind.collection}/${id}`, entry);
  expect(await purchase({ uid, email }, "pdfCourse")).toEqual({ outcome: "unavailable" });
  expect(world.effects).toEqual([]);
  expect(await keptIn(uid)).toEqual([]);
});

test("the end of an erasure leaves the mark of another that has begun meanwhile", async () => {
  const { uid } = person;
  const { kind, id, entry } = beginningMark(uid);
  await write(`${kind.collection}/${id}`, entry);
  await endErasure(uid, { epoch: "another" });
  expect(await erasureMarkOf(uid)).toMatchObject({ isErasing: true });
  await endErasure(uid, entry);
  expect(await erasureMarkOf(uid)).toMatchObject({ isErasing: false });
});

test("the mark says nothing of the person, and ends by itself", async () => {
  const { uid } = person;
  const { kind, id, entry } = beginningMark(uid);
  expect(id).toMatch(/^[\da-f]{64}$/);
  expect(JSON.stringify(entry)).not.toContain(uid);
  await write(`${kind.collection}/${id}`, entry);
  const { expireAt } = (await read(`${kind.collection}/${id}`)) ?? {};
  const left = (expireAt as { toMillis(): number }).toMillis() - Date.now();
  expect(left).toBeGreaterThan(6 * 86_400_000);
  expect(left).toBeLessThanOrEqual(7 * 86_400_000);
  await (await firestore()).doc(`${kind.collection}/${id}`).delete();
  // One that is gone keeps nobody from anything.
  await recordUse(uid);
  expect(await keptIn(uid)).toEqual(["subscribers"]);
});
