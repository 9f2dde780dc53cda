import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { few } from "#tests/setup/cases";
import { cookieOf, startProcess, toSignIn, visit } from "#tests/setup/guarded";
import { sandbox, server } from "#tests/setup/outside";
import { outcome, post } from "#tests/setup/requests";

beforeEach(startProcess);

test("a disabled account is signed out within 60 s", async () => {
  const cookie = await cookieOf("rich");
  expect(await visit(cookie)).toMatchObject({ status: 200 });
  const account = sandbox.world.accounts.get("uid-rich");
  if (account) account.disabled = true;
  vi.useFakeTimers({ now: Date.now() + 60_001, toFake: ["Date", "performance"] });
  expect(await visit(cookie)).toMatchObject(toSignIn);
  vi.useRealTimers();
});

describe("the provider's clock is not this container's", () => {
  /** Revokes older sessions at the provider. `seconds`: the provider's time, relative to this container's clock. */
  const setValidSince = (seconds: number) => {
    const account = sandbox.world.accounts.get("uid-rich");
    if (account) account.validSince = Math.floor(Date.now() / 1_000) + seconds;
  };
  const later = (milliseconds: number) =>
    vi.useFakeTimers({ now: Date.now() + milliseconds, toFake: ["Date", "performance"] });

  async function signIn(): Promise<string> {
    const { action } = await import("~/features/ways-in/routes/sign-in/route");
    const form = { email: "rich@example.com", password: "rich-pass" };
    const { cookie } = await outcome(() => action(post("/sign-in", form)));
    return /session=[^;]+/.exec(cookie ?? "")?.[0] ?? "";
  }

  test.each(few([2, 30, 600], 2))(
    "by %i s: a sign-in right after a revocation stays valid",
    async (ahead) => {
      setValidSince(ahead);
      expect(await visit(await signIn())).toMatchObject({ status: 200 });
    },
  );

  test("a session from before a revocation ends", async () => {
    setValidSince(600);
    const cookie = await signIn();
    expect(await visit(cookie)).toMatchObject({ status: 200 });
    setValidSince(601);
    later(60_001);
    expect(await visit(cookie)).toMatchObject(toSignIn);
    vi.useRealTimers();
  });

  test("a session that began while the provider's time was unknown ends with the next revocation", async () => {
    server.use(http.post(/accounts:lookup/, () => HttpResponse.error()));
    const cookie = await signIn();
    server.resetHandlers();
    expect(await visit(cookie)).toMatchObject({ status: 200 });
    setValidSince(1);
    later(60_001);
    expect(await visit(cookie)).toMatchObject(toSignIn);
    vi.useRealTimers();
  });

  // -4: sessions are ended by the clock of the process that asks, which may be behind the provider's.
  test.each([-4, 0, 600])(
    "a password that is replaced during the sign-in is rejected (%i s)",
    async (ahead) => {
      changeDuringSignIn(() => {
        setValidSince(ahead);
        const account = sandbox.world.accounts.get("uid-rich");
        if (account) account.password = "brand-new";
      });
      expect(await signIn()).toBe("");
    },
  );

  test("a sign-in survives a revocation of older sessions that happens during it", async () => {
    changeDuringSignIn(() => setValidSince(0));
    expect(await visit(await signIn())).toMatchObject({ status: 200 });
  });

  /** Makes the change after the password was verified, before the account is looked up. */
  const changeDuringSignIn = (change: () => void) =>
    server.use(
      http.post(
        /accounts:lookup/,
        () => {
          change();
          return undefined;
        },
        { once: true },
      ),
    );
});
