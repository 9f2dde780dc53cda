import { generateKeyPairSync } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { type Ceremony, type SoftPasskey, signWith } from "#tests/setup/authenticator";
import { few } from "#tests/setup/cases";
import { type Member, newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import {
  addPasskey,
  begin,
  hasSession,
  newChallenge,
  outcome,
  postAnswer,
  press,
  signInWith,
} from "#tests/setup/passkeys";
import { resetApp } from "#tests/setup/reset-app";
import { settled } from "#tests/setup/sign-ins";
import { passkeyProblems } from "~/features/ways-in/add-passkey.server";
import { passkeyRefusals } from "~/features/ways-in/services/passkeys/sign-in.server";
import { passkeysOf } from "~/features/ways-in/store/passkeys.server";
import { signInsOf } from "~/features/ways-in/store/sign-ins.server";

let member: Member;
let passkey: SoftPasskey;
beforeEach(async () => {
  member = await newMember();
  passkey = await addPasskey(member);
});
afterEach(async () => {
  vi.useRealTimers();
  await settled();
});

const refused = (says: string, status = 401) => ({ status, isIn: false, says });

test("a passkey lets its owner in, to where they wanted to go; its use and the way are kept", async () => {
  const asked = await newChallenge();
  const answer = await postAnswer(
    signWith(passkey, asked.challenge),
    asked,
    "?redirectTo=/dashboard/course",
  );
  expect(answer.status).toBe(302);
  expect(answer.headers.get("location")).toBe("/dashboard/course");
  expect(hasSession(answer)).toBe(true);
  await settled();
  const [kept] = await passkeysOf(member.uid);
  expect(kept?.passkey).toMatchObject({ counter: 2, lastUsedAt: expect.any(Number) });
  expect(await signInsOf(member.uid)).toMatchObject([{ way: "passkey" }]);
});

test("what is posted that the passkey has not signed here, now and verified lets nobody in, and harms nothing", async () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const attacks: [string, Ceremony, keyof typeof passkeyRefusals][] = [
    ["another origin", { origin: "https://evil.example" }, "unproven"],
    ["another port", { origin: "http://localhost:3001" }, "unproven"],
    ["another relying party", { rpId: "evil.example" }, "unproven"],
    ["no verification of the person", { isVerified: false }, "unproven"],
    ["nobody present", { isPresent: false }, "unproven"],
    ["another key", { key: privateKey, counter: 900 }, "unproven"],
    ["another key, and a counter that does not rise", { key: privateKey, counter: 0 }, "unproven"],
    ["made, not asked", { type: "webauthn.create" }, "unproven"],
    ["another user handle", { userHandle: "AAAA" }, "unproven"],
    ["no user handle", { userHandle: undefined }, "malformed"],
    ["in a frame of another site", { crossOrigin: true }, "malformed"],
    ["a challenge of their own", { challenge: "AAAAAAAAAAAAAAAAAAAAAA" }, "foreign"],
  ];
  const seen = [];
  for (const [name, ceremony] of attacks)
    seen.push([name, await outcome(await signInWith(passkey, ceremony))]);
  expect(seen).toEqual(attacks.map(([name, , why]) => [name, refused(passkeyRefusals[why])]));
  passkey.counter = 1;
  expect(hasSession(await signInWith(passkey))).toBe(true);
});

test("an answer counts once, of two at once, too", async () => {
  const asked = await newChallenge();
  const answer = signWith(passkey, asked.challenge);
  const both = await Promise.all([postAnswer(answer, asked), postAnswer(answer, asked)]);
  expect(both.map(hasSession).sort()).toEqual([false, true]);
  expect(await outcome(await postAnswer(answer, asked))).toEqual(refused(passkeyRefusals.used));
});

test("a challenge is for its browser, and for five minutes", async () => {
  const [asked, other] = [await newChallenge(), await newChallenge()];
  const answer = signWith(passkey, asked.challenge);
  expect(await outcome(await postAnswer(answer, other))).toEqual(refused(passkeyRefusals.foreign));
  expect(await outcome(await postAnswer(answer, { cookie: "" }))).toEqual(
    refused(passkeyRefusals.foreign),
  );
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 5 * 60_000 });
  expect(await outcome(await postAnswer(answer, asked))).toEqual(refused(passkeyRefusals.expired));
});

test("a counter that does not rise: nobody gets in any more, and the owner gets one letter", async () => {
  expect(hasSession(await signInWith(passkey, { counter: 7 }))).toBe(true);
  await settled();
  const mailsBefore = sandbox.world.mails.length;
  expect(await outcome(await signInWith(passkey, { counter: 7 }))).toEqual(
    refused(passkeyRefusals.suspect),
  );
  expect(await outcome(await signInWith(passkey, { counter: 9 }))).toEqual(
    refused(passkeyRefusals.suspect),
  );
  await settled();
  expect(sandbox.world.mails.slice(mailsBefore).flatMap(({ to }) => to)).toEqual([member.email]);
  const [kept] = await passkeysOf(member.uid);
  expect(kept?.passkey).toMatchObject({ counter: 7, suspectAt: expect.any(Number) });
});

test("a passkey that does not count lets in again and again", async () => {
  const other = await newMember();
  const synchronised = await addPasskey(other, { counter: 0 });
  for (const _ of [1, 2])
    expect(hasSession(await signInWith(synchronised, { counter: 0 }))).toBe(true);
});

test("removed, it no longer lets in", async () => {
  const [kept] = await passkeysOf(member.uid);
  await press(member, { press: "passkey-remove", passkey: kept?.key ?? "" });
  expect(await outcome(await signInWith(passkey))).toEqual(refused(passkeyRefusals.unknown));
});

test("added before the account's address was proven, it lets in until the owner proves it", async () => {
  const account = sandbox.world.accounts.get(member.uid);
  if (!account) throw new Error("no account");
  account.isUnproven = true;
  const stranger = await addPasskey(member);
  expect(hasSession(await signInWith(stranger))).toBe(true);

  const prepared = await begin(member);
  await chooseNewPassword(account.uid);
  expect(await outcome(await signInWith(stranger))).toEqual(refused(passkeyRefusals.unconfirmed));
  expect(await outcome(await press(member, prepared.fields))).toMatchObject({
    status: 403,
    says: passkeyProblems().stale,
  });
  const owner = await signInWith(passkey);
  resetApp();
  const [cookie = ""] = owner.headers.getSetCookie().map((one) => one.split(";", 1)[0]);
  const page = await visit("/dashboard/security", { cookie });
  const words = (await page.text()).split("It was added before your email was confirmed");
  expect(words).toHaveLength(2);
});

/** As its owner does with the link of the provider's mail. */
async function chooseNewPassword(uid: string): Promise<void> {
  sandbox.world.resetCodes.set("code", uid);
  const api = `http://${sandbox.env.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1`;
  // The provider's time has whole seconds.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 1_000 });
  const answer = await fetch(`${api}/accounts:resetPassword?key=k`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ oobCode: "code", newPassword: "three small words" }),
  });
  expect(answer.status).toBe(200);
}

describe("the account", () => {
  test("disabled, without a subscription or gone: nobody gets in, and it is said", async () => {
    const account = sandbox.world.accounts.get(member.uid);
    if (!account) throw new Error("no account");
    account.disabled = true;
    expect(await outcome(await signInWith(passkey))).toEqual(refused(passkeyRefusals.disabled));
    account.disabled = false;
    const subscription = sandbox.world.subscriptions.find(({ id }) => id === member.id);
    if (subscription) subscription.status = "expired";
    const answer = await signInWith(passkey);
    expect(answer.status).toBe(403);
    expect(hasSession(answer)).toBe(false);
    expect(await answer.text()).toContain("We could not find a subscription for this account.");
    sandbox.world.accounts.delete(member.uid);
    expect(await outcome(await signInWith(passkey))).toEqual(refused(passkeyRefusals.unknown));
  });

  test.each(few(["identity", "subscriptions", "firestore"], 2))(
    "%s is down: nobody gets in, it is said, and the sign-in page is there",
    async (system) => {
      const asked = await newChallenge();
      sandbox.faults.set(system, { kind: "reset" });
      const result = await outcome(await postAnswer(signWith(passkey, asked.challenge), asked));
      expect(result).toMatchObject({ status: 503, isIn: false });
      expect(result.says).toMatch(
        {
          firestore: /^We cannot check passkeys right now\. Sign in another way/,
          identity: /^A network error/,
          subscriptions: /^Something went wrong/,
        }[system],
      );
      expect((await visit("/sign-in")).status).toBe(200);
    },
  );
});
