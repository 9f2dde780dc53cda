import "#tests/setup/mail";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { callsTo, create, signed } from "#tests/setup/access-recovery";
import { ask, send } from "#tests/setup/ask";
import { person, signInWithGoogle } from "#tests/setup/google";
import { type Member, newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";
import { accountOf } from "#tests/setup/sign-in-links";
import { createDeviceCookie, knownDevice } from "~/features/account/device-cookie.server";
import { requestSignInLink } from "~/features/ways-in/services/sign-in-by-link.server";

// The provider and the services of the sandbox fold addresses by `toLowerCase`, as careless ones do.
let member: Member;
/** With the Kelvin sign, of which `toLowerCase` makes a k. */
let lookAlike: string;
// The app reads Google's addresses when it starts.
beforeAll(() => resetApp());
beforeEach(async () => {
  member = await newMember();
  const own = `kim-${member.email}`;
  lookAlike = own.replace("k", "\u212a");
  accountOf(member).email = own;
  const subscription = sandbox.world.subscriptionById(member.id);
  if (subscription) subscription.emails = [own];
  member = { ...member, email: own };
});

test("Google's look-alike of an address gets into no account, and is linked to none", async () => {
  const answer = await signInWithGoogle(person("kim", { email: lookAlike }));
  expect(answer).toMatchObject({ isSignedIn: false });
  expect(accountOf(member).googleSubject).toBeUndefined();
  expect(sandbox.world.mails).toEqual([]);
  // With the address itself, in capitals, it is the person's.
  const own = person("kim", { email: member.email.toUpperCase() });
  expect(await signInWithGoogle(own)).toMatchObject({ isSignedIn: true });
});

test("nor if somebody has bought with the look-alike", async () => {
  const other = await newMember();
  const subscription = sandbox.world.subscriptionById(other.id);
  if (subscription) subscription.emails = [lookAlike];
  sandbox.world.accounts.delete(other.uid);
  expect(await signInWithGoogle(person("kim", { email: lookAlike }))).toMatchObject({
    isSignedIn: false,
  });
  expect(accountOf(member).googleSubject).toBeUndefined();
  for (const token of [undefined, await signed(other.id, lookAlike)])
    expect(await create(other.id, "member-pass", token)).toMatchObject({ cookie: null });
  expect(accountOf(member).password).toBe("member-pass");
  expect(callsTo("finalize")).toEqual([]);
});

test("a right password with a look-alike of the address is refused like a wrong one", async () => {
  const fields = { email: lookAlike, password: "member-pass" };
  const answer = await ask("/sign-in", { fields });
  const wrong = await ask("/sign-in", { fields: { ...fields, password: "wrong-pass" } });
  expect(answer).toMatchObject({ status: wrong.status, cookie: null });
  expect(answer.body).toEqual(wrong.body);
});

test("a mailed link is not sent to who asks with a look-alike", async () => {
  await requestSignInLink(lookAlike, "192.0.2.44", undefined);
  const { backgroundSettled } = await import("~/platform/work/background.server");
  await backgroundSettled();
  expect(sandbox.world.mails).toEqual([]);
});

test("a browser is known for the address it has signed in with, and for no look-alike", async () => {
  const account = { email: member.email, validSince: 0 };
  const known = await createDeviceCookie(new Request("http://localhost:3000"), account);
  const headers = { cookie: known.split(";", 1)[0] ?? "" };
  const request = new Request("http://localhost:3000", { headers });
  expect(await knownDevice(request, member.email.toUpperCase())).toBeDefined();
  expect(await knownDevice(request, lookAlike)).toBeUndefined();
});

test("what strangers ask for with a look-alike does not count for the address", async () => {
  const request = (email: string) =>
    send("/api/cancel-request", JSON.stringify({ email, code: "profile-analyzer" }));
  for (let times = 0; times < 3; times += 1) await request(lookAlike);
  expect((await request(lookAlike)).status).toBe(429);
  expect((await request(member.email)).status).toBe(200);
});
