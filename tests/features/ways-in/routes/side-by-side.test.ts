import { DocumentReference, Transaction } from "firebase-admin/firestore";
import { HttpResponse, http } from "msw";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { signWith } from "#tests/setup/authenticator";
import { person, signInWithGoogle } from "#tests/setup/google";
import { newMember } from "#tests/setup/member";
import { sandbox, server } from "#tests/setup/outside";
import { addPasskey, hasSession, newChallenge, postAnswer } from "#tests/setup/passkeys";
import { resetApp } from "#tests/setup/reset-app";
import { events, settled, signIn } from "#tests/setup/sign-ins";
import { firestore } from "~/platform/store/firebase.server";

// What is held here until another call has come would otherwise end by its deadline, and the way in with it.

beforeAll(() => {
  vi.stubEnv("LANGUAGES", "en, de");
  resetApp();
});
afterEach(() => settled());

const subscriptionService = /\/rec\/subscriptions\//;
const callsTo = (name: string) => sandbox.world.calls.filter(({ system }) => system === name);

/** Resolves when the subscription service is asked. */
function subscriptionsAsked(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.use(http.post(subscriptionService, () => resolve()));
  return promise;
}

/** Resolves when settings are read. */
function settingsRead(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { get } = DocumentReference.prototype;
  vi.spyOn(DocumentReference.prototype, "get").mockImplementation(function (
    this: DocumentReference,
  ) {
    if (this.parent.id === "settings") resolve();
    return get.call(this);
  });
  return promise;
}

/** Whose password is right, and whose account is missing by then. */
const goneMeanwhile = () =>
  server.use(
    http.post(/accounts:signInWithPassword/, () =>
      HttpResponse.json({ localId: "uid-gone", email: "rich@example.com" }),
    ),
  );

test("by password: the subscriptions are asked for beside the account, the settings beside them, each once", async () => {
  const { email } = await newMember();
  const [asked, read] = [subscriptionsAsked(), settingsRead()];
  server.use(
    http.post(/accounts:lookup/, () => asked),
    http.post(subscriptionService, () => read),
  );
  expect(await signIn(email, "member-pass")).toMatchObject({ status: 302 });
  expect(events()).toEqual([]);
  expect(callsTo("subscriptions").length).toBe(1);
});

test.each([200, 500])(
  "by password: whose account is missing does not come in, and does not hear what else answers %i",
  async (status) => {
    goneMeanwhile();
    const asked = subscriptionsAsked();
    server.use(http.post(/accounts:lookup/, () => asked));
    if (status === 500) sandbox.faults.set("subscriptions", { kind: "status", status });
    expect(await signIn("rich@example.com", "rich-pass")).toMatchObject({
      status: 401,
      body: { message: expect.stringMatching(/^There is no user record/) },
    });
    expect(events().toSorted()).toEqual(["sign_in_failed", "user_is_not_found"]);
  },
);

test("by passkey: the subscriptions are asked for while its use is saved, the account is read once", async () => {
  const member = await newMember();
  const passkey = await addPasskey(member);
  const enter = async (device = "") => {
    const { challenge, cookie } = await newChallenge();
    return postAnswer(signWith(passkey, challenge), { cookie: `${cookie}; ${device}` });
  };
  const device = (await enter()).headers.getSetCookie().find((one) => one.startsWith("device="));
  await settled();
  sandbox.world.calls.length = 0;
  const asked = subscriptionsAsked();
  const create = vi.spyOn(Transaction.prototype, "create");
  const database = await firestore();
  const run = database.runTransaction.bind(database);
  vi.spyOn(database, "runTransaction").mockImplementation((write) =>
    run(async (transaction) => {
      const result = await write(transaction);
      if (create.mock.calls.length > 0) await asked;
      return result;
    }),
  );
  expect(hasSession(await enter(device?.split(";", 1)[0]))).toBe(true);
  expect(create).toHaveBeenCalled();
  expect(callsTo("subscriptions").length).toBe(1);
  expect(callsTo("identity").length).toBe(1);
});

test("by Google: the subscriptions of a known account are asked for once", async () => {
  expect(await signInWithGoogle(person("rich"))).toMatchObject({ isSignedIn: true });
  expect(callsTo("subscriptions").length).toBe(1);
});
