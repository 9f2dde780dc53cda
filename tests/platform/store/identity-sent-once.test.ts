import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { http, passthrough } from "msw";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { newMember } from "#tests/setup/member";
import { sandbox, server } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";
import { answerOf, passwordOf, press } from "#tests/setup/security";

const sandboxHost = sandbox.env.FIREBASE_AUTH_EMULATOR_HOST;

/** How the provider fails what `isMet` chooses. */
let failure: "reset" | "503" | "hang" | undefined;
let isMet: (path: string) => boolean;
/** What it was sent, as `path body`. */
let received: string[];
/** Resolved once it has met the failure. */
let arrived: PromiseWithResolvers<void>;

// Behind a real socket: in which error a broken connection ends decides whether a library sends again.
const provider = createServer(async (request, response) => {
  const body = await text(request);
  const path = request.url ?? "";
  received.push(`${path} ${body}`);
  if (failure && isMet(path)) {
    arrived.resolve();
    if (failure === "reset") request.socket.resetAndDestroy();
    if (failure === "503") response.writeHead(503).end();
    return;
  }
  const { method, headers } = request;
  const asked = { method: String(method), headers: headers as Record<string, string>, body };
  const answer = await fetch(`http://${sandboxHost}${path}`, asked);
  response.writeHead(answer.status, { "content-type": "application/json" });
  response.end(await answer.text());
});
await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
const host = `127.0.0.1:${(provider.address() as AddressInfo).port}`;
vi.stubEnv("FIREBASE_AUTH_EMULATOR_HOST", host);
afterAll(() => {
  provider.close();
  provider.closeAllConnections();
});

beforeEach(() => {
  failure = undefined;
  isMet = (path) => /\/projects\/.*\/accounts(:update)?$/.test(path);
  received = [];
  arrived = Promise.withResolvers();
  server.use(http.all(`http://${host}/*`, () => passthrough()));
  resetApp();
});

afterEach(() => {
  vi.useRealTimers();
});

const identity = () => import("~/features/account/identity.server");
const sent = (path: string, words: string) =>
  received.filter((one) => one.includes(`${path} {`) && one.includes(words));

test.each(["reset", "503", "hang"] as const)(
  "a password is sent once, and the later one stands: %s",
  async (how) => {
    const member = await newMember();
    const change = async (password: string) =>
      answerOf(await press(member, { press: "change-password", present: "member-pass", password }));
    failure = how;
    if (how === "hang") vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const changing = change("first of two words");
    await arrived.promise;
    if (how === "hang") await vi.advanceTimersByTimeAsync(4_000);
    vi.useRealTimers();
    const { status, text: words } = await changing;
    expect(status).toBe(503);
    expect(words).toContain("we cannot say whether your password is changed");

    failure = undefined;
    expect((await change("second of two words")).to).toBe("/dashboard/security?done=password");
    // What hung ends now: firebase-admin would send it again at once, over the newer password.
    provider.closeAllConnections();
    await (await identity()).accountByUidNow(member.uid);
    expect(sent("accounts:update", "first of two words")).toHaveLength(1);
    expect(passwordOf(member)).toBe("second of two words");
  },
);

type Identity = Awaited<ReturnType<typeof identity>>;
const writes: [string, string, (of: Identity, uid: string) => Promise<unknown>, boolean][] = [
  [
    "an account",
    "accounts",
    (of, uid) => of.createAccount(`${uid}@example.com`, "password", { emailVerified: true }),
    true,
  ],
  ["the end of all sessions", "accounts:update", (of, uid) => of.revokeSessions(uid), true],
  // Says so by its answer.
  ["a proven address", "accounts:update", (of, uid) => of.markProven(uid), false],
];
const kinds = { reset: "unreachable", "503": "status" } as const;
describe.each(["reset", "503"] as const)("a write that ends by a %s is sent once", (how) => {
  test.each(writes)("%s", async (_, path, write, throws) => {
    const { uid } = await newMember();
    failure = how;
    const outcome = await write(await identity(), uid).catch(({ kind }) => kind);
    expect(outcome).toBe(throws ? kinds[how] : false);
    expect(sent(path, uid)).toHaveLength(1);
  });
});

test("a look-up is tried twice, not more", async () => {
  isMet = () => true;
  failure = "503";
  const { accountByUidNow } = await identity();
  await expect(accountByUidNow("u")).rejects.toMatchObject({ kind: "status", status: 503 });
  expect(received).toHaveLength(2);
});
