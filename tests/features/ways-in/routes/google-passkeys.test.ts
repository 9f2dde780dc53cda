import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { person, signInWithGoogle } from "#tests/setup/google";
import { newMember } from "#tests/setup/member";
import { sandbox, server } from "#tests/setup/outside";
import { begin, press } from "#tests/setup/passkeys";
import { resetApp } from "#tests/setup/reset-app";
import { settled } from "#tests/setup/sign-ins";

// What is tried here is who is in afterwards, not how soon. A busy machine answers later than a form may.
vi.mock("~/platform/work/deadline.server", async (original) => ({
  ...(await original<typeof import("~/platform/work/deadline.server")>()),
  withinAnswerTime: <T>(work: Promise<T>) => work,
}));

test("while Google takes over an unproven account, a stranger who is still in adds no passkey that stays", async () => {
  resetApp();
  // Everything is loaded before the calls that have their time.
  await signInWithGoogle(person("creator"));
  const other = await newMember();
  await press(other, (await begin(other)).fields);
  const { passkeysOf } = await import("~/features/ways-in/store/passkeys.server");
  const { beginSession } = await import("~/platform/session/session.server");
  const account = sandbox.world.accounts.get("uid-rich");
  if (!account) throw new Error("no account");
  account.isUnproven = true;
  // Valid all the time, as if the stranger signed in anew whenever sessions end.
  const validSince = Date.now() + 60_000;
  const session = await beginSession({ uid: account.uid, email: account.email, validSince });
  const stranger = { cookie: session.cookie.split(";", 1)[0] ?? "" };
  const { fields } = await begin(stranger);

  // At the worst moment: the provider has vouched for the address, and the sessions are about to end.
  let isVouched = false;
  const added: number[] = [];
  server.use(
    http.post(/accounts:signInWithIdp/, () => {
      isVouched = true;
    }),
    http.post(/accounts:update/, async () => {
      if (isVouched && added.length === 0) added.push((await press(stranger, fields)).status);
    }),
  );
  expect(await signInWithGoogle(person("rich"))).toMatchObject({ isSignedIn: true });
  expect(added).toEqual([303]);
  expect(await passkeysOf(account.uid)).toEqual([]);
});

test.each([
  ["in", undefined, "Your password was removed", "Passkeys from before the address was confirmed"],
  ["refused by the provider", { mfaPendingCredential: "x" }, "A passkey was removed", "It can no"],
])("whose passkeys are gone is told so once: %s", async (_, refusal, subject, text) => {
  resetApp();
  const member = await newMember();
  const account = sandbox.world.accounts.get(member.uid);
  if (!account) throw new Error("no account");
  await press(member, (await begin(member)).fields);
  account.isUnproven = true;
  await settled();
  sandbox.world.mails.length = 0;
  if (refusal) server.use(http.post(/accounts:signInWithIdp/, () => HttpResponse.json(refusal)));
  for (const isFirst of [true, false]) {
    const { isSignedIn } = await signInWithGoogle(person("member", { email: member.email }));
    expect(isSignedIn).toBe(!refusal);
    await settled();
    expect(sandbox.world.mails, `first: ${isFirst}`).toMatchObject([
      { subject, text: expect.stringContaining(text) },
    ]);
  }
});
