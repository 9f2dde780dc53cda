import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { type Ceremony, cbor } from "#tests/setup/authenticator";
import { type Member, newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { addPasskey, askForOptions, begin, outcome, press } from "#tests/setup/passkeys";
import { settled } from "#tests/setup/sign-ins";
import { visibleText } from "#tests/setup/visible-text";
import { type AddProblem, passkeyProblems } from "~/features/ways-in/add-passkey.server";
import { passkeysOf } from "~/features/ways-in/store/passkeys.server";
import { whoseOf } from "~/platform/session/whose.server";
import { inFirestore } from "~/platform/store/firestore.server";

let member: Member;
beforeEach(async () => {
  member = await newMember();
});
afterEach(async () => {
  vi.useRealTimers();
  await settled();
});

const page = async (host = "localhost:3000") => {
  const { cookie } = member;
  return visibleText(
    await (await visit("/dashboard/security", { cookie, headers: { host } })).text(),
  );
};
const names = async () => (await passkeysOf(member.uid)).map(({ passkey }) => passkey?.name);
const letters = async () => {
  await settled();
  return sandbox.world.mails.map(({ to, subject }) => `${to}: ${subject}`);
};

test("a passkey is made for this app, found by the browser itself, with the person verified", async () => {
  const first = await addPasskey(member);
  const options = await (await askForOptions(member)).json();
  expect(options).toMatchObject({
    rp: { id: "localhost" },
    user: { id: first.userHandle, name: member.email },
    excludeCredentials: [{ id: first.id, transports: ["internal"] }],
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    attestation: "none",
  });
  expect(JSON.stringify(options)).not.toContain(member.uid);
});

test("none is made for whoever has signed in since the page was opened", async () => {
  const shown = await newMember();
  const refused = await askForOptions(member, { whose: whoseOf(shown) });
  expect([refused.status, await refused.json()]).toEqual([
    409,
    { message: expect.stringContaining("Since you opened this page") },
  ]);
  expect((await askForOptions(member, { whose: whoseOf(member) })).status).toBe(200);
});

test("added, named and removed, each with its letter; another's stays untouched", async () => {
  expect(await page()).toContain("Add a passkey");
  await addPasskey(member);
  expect(await page()).toMatch(/My phone Added on .*not used yet/);
  const [{ key } = { key: "" }] = await passkeysOf(member.uid);
  const renamed = await press(member, {
    press: "passkey-rename",
    passkey: key,
    name: " Red  key ",
  });
  expect(renamed.headers.get("location")).toBe("/dashboard/security?done=passkey-named#passkeys");
  expect(await names()).toEqual(["Red key"]);

  const stranger = await newMember();
  const others: Record<string, string>[] = [
    { press: "passkey-rename", passkey: key, name: "Mine" },
    { press: "passkey-remove", passkey: key },
    { press: "passkey-remove", passkey: "../settings/x" },
    { press: "passkey-remove" },
  ];
  for (const fields of others) expect((await press(stranger, fields)).status).toBe(404);
  expect(
    (await press(member, { press: "passkey-rename", passkey: key, name: " \u202e" })).status,
  ).toBe(400);
  expect(await names()).toEqual(["Red key"]);

  const remove = () => press(member, { press: "passkey-remove", passkey: key });
  const both = await Promise.all([remove(), remove()]);
  expect(both.map(({ status }) => status).sort()).toEqual([303, 404]);
  expect(await names()).toEqual([]);
  expect(await letters()).toEqual([
    `${member.email}: A passkey was added`,
    `${member.email}: A passkey was removed`,
  ]);
});

test("what was not made here, now, for this session and verified is not added", async () => {
  const certificate = cbor(new Map<string, unknown>([["x5c", cbor(1)]]) as Map<string, unknown>);
  const attacks: [string, Ceremony, AddProblem][] = [
    ["another origin", { origin: "https://evil.example" }, "unproven"],
    ["another relying party", { rpId: "evil.example" }, "unproven"],
    ["no verification of the person", { isVerified: false }, "unproven"],
    ["an answer to a sign-in", { type: "webauthn.get" }, "unproven"],
    [
      "a maker's certificate",
      { attestation: { format: "packed", statement: certificate } },
      "unproven",
    ],
    [
      "a format that names addresses",
      { attestation: { format: "tpm", statement: cbor(new Map()) } },
      "unproven",
    ],
    ["in a frame of another site", { crossOrigin: true }, "malformed"],
    ["a challenge of their own", { challenge: "AAAA" }, "foreign"],
  ];
  const seen = [];
  for (const [name, ceremony] of attacks) {
    const { fields } = await begin(member, ceremony);
    seen.push([name, (await outcome(await press(member, fields))).says]);
  }
  expect(seen).toEqual(attacks.map(([name, , why]) => [name, passkeyProblems()[why]]));

  const { fields } = await begin(member);
  const foreign = { status: 400, isIn: false, says: passkeyProblems().foreign };
  expect(await outcome(await press(await newMember(), fields))).toEqual(foreign);
  expect(await outcome(await press(member, { ...fields, userHandle: "AAAA" }))).toEqual(foreign);
  for (const answer of ["", "{}", "null", "[".repeat(15_000)])
    expect((await outcome(await press(member, { ...fields, answer }))).says).toBe(
      passkeyProblems().malformed,
    );
  expect(await names()).toEqual([]);
  expect((await press(member, fields)).status).toBe(303);
  expect((await outcome(await press(member, fields))).says).toBe(passkeyProblems().used);
});

test("one credential is of one account", async () => {
  const { id } = await addPasskey(member);
  const other = await newMember();
  const { fields } = await begin(other, { credentialId: id });
  expect(await outcome(await press(other, fields))).toMatchObject({
    status: 409,
    says: passkeyProblems().known,
  });
  expect(await passkeysOf(other.uid)).toEqual([]);
  expect(await passkeysOf(member.uid)).toHaveLength(1);
});

test("an account has at most 20 passkeys", async () => {
  await addPasskey(member);
  const [kept] = await passkeysOf(member.uid);
  await inFirestore("write", async (database) => {
    const batch = database.batch();
    for (let count = 0; count < 18; count++)
      batch.set(database.collection("passkeys").doc(`${member.uid}-${count}`), {
        ...kept?.passkey,
        uid: member.uid,
      });
    await batch.commit();
  });
  const two = [await begin(member), await begin(member)];
  const answers = await Promise.all(two.map(({ fields }) => press(member, fields)));
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
  expect(await passkeysOf(member.uid)).toHaveLength(20);
  const options = await askForOptions(member);
  expect([options.status, await options.json()]).toEqual([
    409,
    { message: passkeyProblems().full },
  ]);
});

test("ten minutes after the sign-in nothing is added, and the page says to sign in again", async () => {
  const { fields } = await begin(member);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  expect(await page()).toContain("Add a passkey");
  expect((await press(member, fields)).status).toBe(303);
  // The session of this test's app ends after five minutes, before the ten.
  vi.setSystemTime(Date.now() + 5 * 60_000);
  const options = await askForOptions(member);
  expect([options.status, await options.json()]).toEqual([
    401,
    { message: passkeyProblems().stale },
  ]);
});

test("on a brand's host the pages say where passkeys work, and ask for nothing that would not help", async () => {
  await addPasskey(member);
  expect(await page()).toContain("Add a passkey");
  const words = await page("x.localhost:3000");
  expect(words).toMatch(/My phone Added on .* Passkeys work at localhost:3000 only\./);
  expect(words).not.toMatch(/JavaScript|Add a passkey/);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11 * 60_000 });
  expect(await page("x.localhost:3000")).not.toContain("Sign in again");

  const signIn = async (host: string) =>
    visibleText(await (await visit("/sign-in/passkey", { headers: { host } })).text());
  expect(await signIn("localhost:3000")).toContain("A passkey needs JavaScript");
  expect(await signIn("x.localhost:3000")).toMatch(
    /Passkeys work at localhost:3000 only\. Sign in another way/,
  );
});

test("a passkey is offered to those who have none, until they decline", async () => {
  const isOffered = async ({ cookie }: { cookie: string }) =>
    (await (await visit("/dashboard/security/passkey-offer", { cookie })).json()).offer;
  const other = await newMember();
  expect([await isOffered(member), await isOffered({ cookie: "" })]).toEqual([true, false]);
  expect((await press(member, { press: "passkey-no-offer" })).status).toBe(303);
  await addPasskey(other);
  expect([await isOffered(member), await isOffered(other)]).toEqual([false, false]);
});

test("a session that was ended adds nothing, though this process does not know of it yet", async () => {
  await page();
  const account = sandbox.world.accounts.get(member.uid);
  if (!account) throw new Error("no account");
  const { fields } = await begin(member);
  const refused = { status: 403, isIn: false, says: passkeyProblems().stale };
  // Ended between the check and the passkey's being kept.
  let looked = 0;
  const ended = Math.floor(Date.now() / 1_000);
  Object.defineProperty(account, "validSince", {
    configurable: true,
    get: () => (looked++ === 0 ? 0 : ended),
  });
  expect(await outcome(await press(member, fields))).toEqual(refused);
  expect(await names()).toEqual([]);
  expect(await letters()).toEqual([]);
  // Ended before.
  Object.defineProperty(account, "validSince", { value: ended, writable: true });
  const { fields: next } = await begin(member);
  expect(await outcome(await press(member, next))).toEqual(refused);
  expect(await names()).toEqual([]);
});

test("the download has names and dates, and no key", async () => {
  const passkey = await addPasskey(member);
  const { personalDataOf } = await import("~/features/own-data/services/personal-data.server");
  const copy = (await personalDataOf(member)) as Record<string, unknown>;
  expect(copy.passkeys).toMatchObject([{ name: "My phone", lastUsedAt: null }]);
  for (const secret of [passkey.id, passkey.userHandle])
    expect(JSON.stringify(copy)).not.toContain(secret);
});

test("with Firestore down the section says so, and the other sections are there", async () => {
  await addPasskey(member);
  sandbox.faults.set("firestore", { kind: "reset" });
  const [shown, options, removed] = await Promise.all([
    page(),
    askForOptions(member),
    press(member, { press: "passkey-remove", passkey: "A".repeat(43) }),
  ]);
  expect(shown).toContain("We cannot reach your passkeys right now.");
  expect(options.status).toBe(503);
  expect(removed.status).toBe(503);
});

test("where it cannot be told who asks, nobody is told to sign in again", async () => {
  sandbox.faults.set("subscriptions", { kind: "status", status: 403 });
  const options = await askForOptions(member);
  expect([options.status, await options.json()]).toEqual([
    503,
    { message: expect.stringContaining("We cannot reach your passkeys right now.") },
  ]);
});
