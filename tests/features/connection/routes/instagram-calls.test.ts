import { afterEach, describe, expect, test, vi } from "vitest";
import { signedRequest } from "#sandbox/instagram/signed-request.ts";
import { visit } from "#tests/setup/app";
import { everyCase, few } from "#tests/setup/cases";
import {
  changeConnection,
  connect,
  keepImport,
  newConnected,
  page,
  press,
  read,
  settled,
  storedConnection,
  storedPieces,
  withSmallAccounts,
  withSources,
} from "#tests/setup/connecting";
import { instagram } from "#tests/setup/instagram";
import { changeLetter, storedLetter } from "#tests/setup/letters";
import { type Member, newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";
import { visibleText } from "#tests/setup/visible-text";
import { firestore } from "~/platform/store/firebase.server";

withSources("outside,export,instagram");
afterEach(settled);

const mine = "mine";
const other = "other";
withSmallAccounts({ key: mine, postsPerWeek: 0 }, { key: other, postsPerWeek: 0 });

type Call = "deauthorize" | "data-deletion";

/** As Meta's servers call: no cookie, no origin, no fetch metadata. */
const call = (to: Call, signed: string) =>
  visit(`/instagram/${to}`, {
    method: "POST",
    body: new URLSearchParams({ signed_request: signed }),
    silent: true,
  });

let deletions = 0;
/** Each of a second of its own: Meta's time has whole seconds, and the same call again is the same wish. */
const deletionOf = (account: string, by?: "appScopedId") => {
  deletions += 1;
  const issuedAt = Date.now() + 1_000 * deletions;
  return instagram.signedRequest(account, { issuedAt, ...(by && { by }) });
};

const lettersTo = ({ email }: Member) => sandbox.world.mails.filter(({ to }) => to.includes(email));

/** Pieces as a reading keeps them, so that there is something to erase. */
async function keepPieces(member: Member): Promise<void> {
  const key = String((await storedConnection(member))?.key);
  const pieces = (await firestore()).collection("connectionPieces");
  for (const n of [90, 91])
    await pieces.doc(`${key}-${n}`).set({ uid: member.uid, owner: key, n, writtenAt: new Date() });
}

async function entryOf(code: string) {
  return (await (await firestore()).doc(`disconnections/${code}`).get()).data();
}

describe.each<Call>(["deauthorize", "data-deletion"])("%s", (to) => {
  // By the same code for both.
  const isTried = everyCase || to === "data-deletion";

  test("with a wrong signature is 400 and changes nothing", async () => {
    const member = await newConnected(mine);
    const before = await storedConnection(member);
    const { userId } = instagram.account(mine);
    const good = instagram.signedRequest(mine);
    const [signature, payload] = good.split(".");
    const wrong = [
      "",
      "nonsense",
      `${signature}.`,
      `${signature}.${payload}x`,
      `${payload}.${signature}`,
      signedRequest("another secret", { userId, issuedAt: Date.now() }),
      signedRequest("sandbox-instagram-app-secret-0123456789", {
        userId,
        issuedAt: Date.now(),
        algorithm: "none",
      }),
    ];
    for (const signed of few(wrong, 3)) expect((await call(to, signed)).status).toBe(400);
    await settled();
    const after = await storedConnection(member);
    expect(after?.payload).toEqual(before?.payload);
    expect(lettersTo(member)).toEqual([]);
  });

  test.runIf(isTried)("issued before the present connection changes nothing", async () => {
    const signed = instagram.signedRequest(mine, { issuedAt: Date.now() - 2_000 });
    const member = await newConnected(mine);
    expect((await call(to, signed)).status).toBe(200);
    await settled();
    expect((await storedConnection(member))?.payload?.token).toMatch(/^eyJ/);
  });

  test.runIf(isTried)("in the second of the connection counts", async () => {
    const member = await newConnected(mine);
    await settled();
    const connectedAt = Number((await storedConnection(member))?.payload?.connectedAt);
    const issuedAt = Math.floor(connectedAt / 1_000) * 1_000;
    expect((await call(to, instagram.signedRequest(mine, { issuedAt }))).status).toBe(200);
    await settled();
    expect((await storedConnection(member))?.payload?.token ?? null).toBeNull();
  });

  test("of an account that nobody connected is answered, too", async () => {
    expect((await call(to, instagram.signedRequest(mine))).status).toBe(200);
  });

  test.runIf(isTried)("without the source is 404; by GET it is 405", async () => {
    expect((await visit(`/instagram/${to}`)).status).toBe(405);
    vi.stubEnv("ANALYSIS_SOURCES", "outside,export");
    resetApp();
    expect((await call(to, instagram.signedRequest(mine))).status).toBe(404);
    expect((await visit(page, { cookie: (await newMember()).cookie })).status).toBe(404);
    vi.stubEnv("ANALYSIS_SOURCES", "outside,export,instagram");
    resetApp();
  });

  test.runIf(isTried)(
    "while Firestore is down it is 503, so that Meta may call again",
    async () => {
      sandbox.faults.set("firestore", { kind: "hang" });
      expect((await call(to, instagram.signedRequest(mine))).status).toBe(503);
      sandbox.faults.clear();
      resetApp();
    },
  );
});

test.each(few(["userId", "appScopedId"], 1))(
  "a deauthorization by %s keeps what is known and sends one letter to each of two subscribers",
  async (by) => {
    const members = [await newConnected(other), await newConnected(other)];
    await settled();
    for (const member of members) await keepPieces(member);
    const signed = instagram.signedRequest(other, { by });
    expect((await call("deauthorize", signed)).status).toBe(200);
    await settled();
    expect((await call("deauthorize", signed)).status).toBe(200);
    await settled();
    for (const member of members) {
      const stored = await storedConnection(member);
      expect(stored).toMatchObject({ state: "open", payload: { token: null } });
      expect((await storedPieces(member)).length).toBeGreaterThanOrEqual(2);
      expect(await read(member)).toContain("Connect again");
      const [letter, ...others] = lettersTo(member);
      expect(others).toEqual([]);
      expect(letter?.subject).toBe("Connect your Instagram account again");
      expect(letter?.text).toContain("http://localhost:3000/dashboard/connect");
    }
  },
);

test("a data deletion erases what the connection gave, not the imports, and shows its state to whoever has the code", async () => {
  const member = await newConnected(other);
  await settled();
  await keepPieces(member);
  const imported = await keepImport(member, "other", "refused");
  const signed = deletionOf(other, "appScopedId");
  const answer = await call("data-deletion", signed);
  expect(answer.status).toBe(200);
  const body = (await answer.json()) as { url: string; confirmation_code: string };
  expect(body.url).toBe(`http://localhost:3000/instagram/data-deletion/${body.confirmation_code}`);
  await settled();
  expect(await storedConnection(member)).toBeUndefined();
  expect(await storedPieces(member)).toEqual([]);
  expect((await (await firestore()).doc(`imports/${imported}`).get()).exists).toBe(true);
  const shown = await visit(new URL(body.url).pathname);
  expect(shown.status).toBe(200);
  expect(visibleText(await shown.text())).toContain("Your data has been deleted");
  // The account's id went with the deletion.
  expect(JSON.stringify(await entryOf(body.confirmation_code))).not.toContain(
    instagram.account(other).appScopedId,
  );
  const again = await call("data-deletion", signed);
  expect(await again.json()).toEqual(body);
});

describe.each(["a data deletion", "a press"])("after %s", (by) => {
  test("of what only the connection gave the weekly letter keeps up to which day it told, whoever writes one just then", async () => {
    const member = await newConnected(other);
    await settled();
    const { turnOnWeeklyLetter } = await import("~/features/account/letter-choices.server");
    await turnOnWeeklyLetter(member.uid, "UTC");
    const told = { at: 5, followers: 54_321, exportTakenAt: 7, newestPostAt: 8, countedTo: 9 };
    const before = await storedLetter("weeklyLetter", member);
    await changeLetter("weeklyLetter", member, {
      "progress.told": told,
      leaseUntil: Date.now() + 60_000,
    });
    if (by === "a press") await press(member, "disconnect");
    else await call("data-deletion", deletionOf(other));
    await settled();
    const after = await storedLetter("weeklyLetter", member);
    expect(after?.progress?.told).toEqual({
      ...{ at: 5, followers: null, exportTakenAt: 7, newestPostAt: null, countedTo: 9 },
    });
    expect(after).toMatchObject({ state: "open", leaseUntil: 0 });
    expect(Number(after?.lease)).toBeGreaterThan(Number(before?.lease));
  });
});

test("a data deletion erases a connection that nobody can read, too", async () => {
  const member = await newConnected(other);
  await settled();
  await keepPieces(member);
  await changeConnection(member, { "payload.connectedAt": "x", leaseUntil: null });
  await call("data-deletion", deletionOf(other));
  await settled();
  expect(await storedConnection(member)).toBeUndefined();
  expect(await storedPieces(member)).toEqual([]);
});

// As a disconnection that is late, below.
test.runIf(everyCase)(
  "a data deletion that is late erases nothing that was connected again meanwhile",
  async () => {
    const member = await newConnected(other);
    await settled();
    const { keepDisconnection } = await import("~/features/history/disconnections.server");
    const { disconnections } = await import(
      "~/features/connection/services/outbox/disconnection.server"
    );
    const { carryOut } = await import("~/platform/outbox/runner.server");
    const before = await storedConnection(member);
    const connectedAt = Number(before?.payload?.connectedAt);
    // Found, and then nothing more for a while.
    const { claim } = await keepDisconnection(crypto.randomUUID(), {
      account: { id: instagram.account(other).userId, issuedAt: Date.now() },
      connections: [{ uid: member.uid, key: String(before?.key), connectedAt }],
    });
    await connect(member, other);
    await settled();
    await keepPieces(member);
    if (claim) await carryOut(disconnections, claim).finished;
    expect((await storedConnection(member))?.payload?.token).toMatch(/^eyJ/);
    expect((await storedPieces(member)).length).toBeGreaterThanOrEqual(2);
  },
);

test("what is rotten of one subscriber does not hold up another's deletion", async () => {
  const members = [await newConnected(other), await newConnected(other)];
  await settled();
  const database = await firestore();
  for (const { uid } of members)
    await database.doc(`profiles/${uid}`).set({ _source: "built-in", _updatedAt: new Date() });
  const { connectionsOfAccount } = await import("~/features/history/connections.server");
  const [first] = (await connectionsOfAccount(instagram.account(other).userId)).filter(({ uid }) =>
    members.some((member) => member.uid === uid),
  );
  const rotten = String(first?.uid);
  await database.doc(`imports/${crypto.randomUUID()}`).set({ uid: rotten });
  await call("data-deletion", deletionOf(other));
  await settled();
  for (const { uid } of members) {
    const profile = await database.doc(`profiles/${uid}`).get();
    expect(profile.exists).toBe(uid === rotten);
  }
});

test("a deletion erases an analysis that cannot be read, with its lists", async () => {
  const { uid } = await newConnected(other);
  await settled();
  const database = await firestore();
  const lists = database.doc(`analysisLists/${uid}-lost-0`);
  await database.doc(`profiles/${uid}`).set({ _source: "built-in", _updatedAt: new Date() });
  await database.doc(`analyses/${uid}`).set({ revision: 7, generation: "lost" });
  await lists.set({ uid, owner: `${uid}-lost`, bytes: new Uint8Array(3) });
  await call("data-deletion", deletionOf(other));
  await settled();
  for (const name of ["profiles", "analyses", "connections"])
    expect((await database.doc(`${name}/${uid}`).get()).exists, name).toBe(false);
  expect((await lists.get()).exists).toBe(false);
});

test("a deletion erases lists of people that a killed process left behind", async () => {
  const member = await newConnected(other);
  await settled();
  const { uid } = member;
  const left = (await firestore()).doc(`analysisLists/${uid}-killed-0`);
  await left.set({ uid, owner: `${uid}-killed`, bytes: new Uint8Array(3) });
  await call("data-deletion", deletionOf(other));
  await settled();
  expect(await storedConnection(member)).toBeUndefined();
  expect((await left.get()).exists).toBe(false);
});

test("a code that was never given is 404", async () => {
  for (const code of ["0".repeat(24), "x", "a".repeat(24)]) {
    const answer = await visit(`/instagram/data-deletion/${code}`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain("We know no such request");
  }
});

test("a deletion whose process died midway is received, and done by the next", async () => {
  const member = await newConnected(mine);
  await settled();
  await keepPieces(member);
  const { disconnections } = await import(
    "~/features/connection/services/outbox/disconnection.server"
  );
  const { keepDisconnection } = await import("~/features/history/disconnections.server");
  const code = "c".repeat(12) + crypto.randomUUID().replaceAll("-", "").slice(0, 12);
  const account = { id: instagram.account(mine).userId, issuedAt: Date.now() + 1_000 };
  // Kept and claimed, and then nothing more.
  await keepDisconnection(code, { account });
  expect(visibleText(await (await visit(`/instagram/data-deletion/${code}`)).text())).toContain(
    "We are deleting your data",
  );
  await (await firestore()).doc(`disconnections/${code}`).update({ dueAt: 1, leaseUntil: 1 });
  const { runEntry } = await import("~/platform/outbox/runner.server");
  await runEntry(disconnections as never, code);
  expect(await storedConnection(member)).toBeUndefined();
  expect(await storedPieces(member)).toEqual([]);
  expect((await entryOf(code))?.state).toBe("done");
});

describe("disconnecting", () => {
  test("asks first, then erases the token and what only it gave", async () => {
    const member = await newConnected(mine);
    await settled();
    await keepPieces(member);
    expect(await read(member, `${page}/disconnect`)).toContain("Disconnect and erase");
    const answer = await press(member, "disconnect");
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(`${page}?disconnected=erased`);
    await settled();
    expect(await storedConnection(member)).toBeUndefined();
    expect(await storedPieces(member)).toEqual([]);
    expect(await read(member, `${page}?disconnected=erased`)).toContain("is disconnected");
    // Pressed again, by the back button.
    expect((await press(member, "disconnect")).status).toBe(303);
  });

  test("ends a reading in another process: it can save nothing any more", async () => {
    const member = await newConnected(mine);
    await settled();
    await changeConnection(member, { dueAt: 1, leaseUntil: 0 });
    const { claimEntry, saveProgress } = await import("~/platform/outbox/store/claim.server");
    const { connectionEntries } = await import("~/features/history/connections.server");
    const { readingWriter } = await import("~/features/history/readings.server");
    const { emptyReading } = await import("~/features/history/kept-reading");
    const claim = await claimEntry(connectionEntries, member.uid);
    if (!claim) throw new Error("not claimed");
    const { key, lease } = claim.entry;
    const write = readingWriter({ uid: member.uid, key, lease }, new Map());
    expect(await write(emptyReading("maja"))).toBe(true);
    expect((await press(member, "disconnect")).status).toBe(303);
    expect(await write(emptyReading("maja"))).toBe(false);
    expect(await saveProgress(connectionEntries, claim, (entry) => entry)).toBeUndefined();
    await settled();
    expect(await storedPieces(member)).toEqual([]);
    expect(await storedConnection(member)).toBeUndefined();
  });

  test("erases no connection that was made after the press", async () => {
    const member = await newConnected(mine);
    await settled();
    await keepPieces(member);
    const { endConnection } = await import("~/features/history/connections.server");
    const { disconnections } = await import(
      "~/features/connection/services/outbox/disconnection.server"
    );
    const { runEntry } = await import("~/platform/outbox/runner.server");
    const id = String(await endConnection(member.uid));
    // The token goes with the press, the rest may come later.
    expect(await storedConnection(member)).toBeUndefined();
    await connect(member, mine);
    const anew = String((await storedConnection(member))?.key);
    await runEntry(disconnections as never, id);
    await settled();
    expect((await storedConnection(member))?.key).toBe(anew);
    const left = await storedPieces(member);
    expect(left.filter((name) => !name.startsWith(anew))).toEqual([]);
  });

  test("of a document that nobody can read erases it with its token and all pieces", async () => {
    for (const fields of few([{ "payload.connectedAt": "x", key: 9 }, { payload: 7 }], 1)) {
      const member = await newConnected(mine);
      await settled();
      await keepPieces(member);
      await changeConnection(member, fields);
      expect((await press(member, "disconnect")).headers.get("location")).toContain("=erased");
      await settled();
      expect(await storedConnection(member)).toBeUndefined();
      expect(await storedPieces(member)).toEqual([]);
    }
  });

  test("while Firestore is down nothing is erased; the page says so, and keeps what was pressed", async () => {
    const member = await newConnected(mine);
    await settled();
    sandbox.faults.set("firestore", { kind: "hang" });
    const presses = ["disconnect", "refresh", "connect"];
    const answers = await Promise.all(presses.map((pressed) => press(member, pressed)));
    for (const [at, answer] of answers.entries()) {
      expect(answer.status).toBe(503);
      const html = await answer.text();
      expect(html).toContain("Please try again in a moment.");
      expect(html).toContain(`name="press" value="${presses[at]}"`);
    }
    sandbox.faults.clear();
    resetApp();
    expect(await storedConnection(member)).toBeDefined();
  });
});

describe("connecting again", () => {
  test("the same account keeps its key and what is known", async () => {
    const member = await newConnected(mine);
    await settled();
    await keepPieces(member);
    const before = await storedConnection(member);
    await call("deauthorize", instagram.signedRequest(mine));
    await settled();
    await connect(member, mine);
    await settled();
    const after = await storedConnection(member);
    expect(after?.key).toBe(before?.key);
    expect(after).toMatchObject({ progress: { withdrawnAt: null, letterSent: false } });
    expect((await storedPieces(member)).length).toBeGreaterThanOrEqual(2);
  });

  test.each(few([false, true], 1))(
    "another account changes nothing, and the page says which is connected (withdrawn: %j)",
    async (isWithdrawn) => {
      const member = await newConnected(mine);
      await settled();
      await keepPieces(member);
      if (isWithdrawn) await call("deauthorize", instagram.signedRequest(mine));
      await settled();
      const before = await storedConnection(member);
      const pieces = await storedPieces(member);
      const answer = await connect(member, other);
      await settled();
      expect(answer.headers.get("location")).toBe(`${page}?problem=other-account`);
      expect(await storedConnection(member)).toEqual(before);
      expect(await storedPieces(member)).toEqual(pieces);
      const text = await read(member, `${page}?problem=other-account`);
      expect(text).toContain("another account at Instagram, and mine is connected here");
      expect(text).toContain("disconnect mine below first");
      await press(member, "disconnect");
      expect((await connect(member, other)).headers.get("location")).toBe(page);
    },
  );

  test("the same account during a limit of Instagram waits for its end", async () => {
    const member = await newConnected(mine);
    await settled();
    const waitsUntil = Date.now() + 3_600_000;
    await changeConnection(member, { "progress.waitsUntil": waitsUntil });
    await call("deauthorize", instagram.signedRequest(mine));
    await settled();
    await connect(member, mine);
    await settled();
    expect(await storedConnection(member)).toMatchObject({ dueAt: waitsUntil, attempts: 0 });
  });

  test("a document that nobody can read counts as not connected, and is replaced", async () => {
    const member = await newMember();
    await (await firestore()).doc(`connections/${member.uid}`).set({ key: "old", payload: 7 });
    expect(await read(member)).toContain("What is read");
    await connect(member, mine);
    expect((await storedConnection(member))?.payload?.username).toBe("mine");
  });
});
